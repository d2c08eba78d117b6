import CoreModule
import Foundation

/// The search index beside a word table: built at the first search, and before each later one brought up to date with what
/// has changed since, in this process or another.
final class WordSearchIndex: Sendable {
    private struct State {
        var index = SubstringIndex()
        /// The number of the last change that is in the index; `nil` where it is not built.
        var revision: Int64?
    }

    private let state = Locked(State())
    private static let columns = "seq, created_at, text, translation"

    /// The keys of the words that a query finds in the state of the database that the connection sees.
    func search(_ query: WordQuery, on connection: SQLiteConnection) throws -> [Int64] {
        try state.withLock { state in
            let latest = try WordRevision.latest(connection)
            if let revision = state.revision, try WordRevision.isComplete(since: revision, connection) {
                try Self.update(&state.index, since: revision, connection)
            } else {
                state.index = SubstringIndex()
                try connection.forEach("SELECT \(Self.columns) FROM word ORDER BY created_at, id") { row in
                    state.index.insert(try Self.entry(row))
                }
            }
            state.revision = latest
            return state.index.search(query.text, in: query.mode, limit: query.limit, offset: query.offset)
        }
    }

    private static func update(_ index: inout SubstringIndex, since revision: Int64, _ connection: SQLiteConnection)
        throws
    {
        // The removals first: the row number of a word that is gone may be another's by now.
        let removals = "SELECT word FROM word_removal WHERE revision > ?"
        try connection.forEach(removals, [.integer(revision)]) { index.remove(try $0.integer(0)) }
        let changes = "SELECT \(columns) FROM word WHERE revision > ? ORDER BY revision"
        try connection.forEach(changes, [.integer(revision)]) { index.insert(try entry($0)) }
    }

    private static func entry(_ row: SQLiteRow) throws -> SubstringIndex.Entry {
        SubstringIndex.Entry(
            key: try row.integer(0), recency: try row.integer(1), word: try row.text(2),
            translation: try row.optionalText(3))
    }
}
