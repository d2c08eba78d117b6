import CoreModule
import Foundation
import Synchronization

/// The search index beside a word table: built at the first search, and brought up to date before each later one.
final class WordSearchIndex: Sendable {
    private struct State {
        var index = SubstringIndex()
        /// Which state of other processes' writes the index was built from; `nil` where it is not built.
        var foreignVersion: Int64?
        /// The rows that this process has changed since.
        var changed: Set<Int64> = []
    }

    private let state = Mutex(State())
    private static let columns = "seq, created_at, text, translation"

    /// Has rows read again before the next search; they may be gone.
    func noteChanges(_ keys: Set<Int64>) {
        state.withLock { state in
            if state.foreignVersion != nil { state.changed.formUnion(keys) }
        }
    }

    /// The keys of the words that a query finds in the state of the database that the connection sees.
    func search(_ query: WordQuery, on connection: SQLiteConnection, foreignVersion: Int64) throws -> [Int64] {
        try state.withLock { state in
            if state.foreignVersion != foreignVersion {
                state = State()
                try connection.forEach("SELECT \(Self.columns) FROM word ORDER BY created_at, id") { row in
                    state.index.insert(try Self.entry(row))
                }
                state.foreignVersion = foreignVersion
            }
            for key in state.changed {
                let entry = try connection.first(
                    "SELECT \(Self.columns) FROM word WHERE seq = ?", [.integer(key)], Self.entry)
                if let entry { state.index.insert(entry) } else { state.index.remove(key) }
            }
            state.changed = []
            return state.index.search(query.text, in: query.mode, limit: query.limit, offset: query.offset)
        }
    }

    private static func entry(_ row: SQLiteRow) throws -> SubstringIndex.Entry {
        SubstringIndex.Entry(
            key: try row.integer(0), recency: try row.integer(1), word: try row.text(2),
            translation: try row.optionalText(3))
    }
}
