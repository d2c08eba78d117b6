import CoreModule
import Foundation

/// The search index of a word table. The first search builds it; each later one first reads the changes of all processes. If a
/// search is cancelled while it builds the index, the next one continues.
final class WordSearchIndex: Sendable {
    private struct State {
        var index = WordIndex()
        /// The number of the last change that is in the index. Nil if nothing was read yet.
        var revision: Int64?
        /// The last word that was read, as long as there are more.
        var last: (createdAt: Int64, id: String)? = (.min, "")
    }

    private let state = Locked(State())
    private static let columns = "seq, created_at, text, translation, source, target"

    /// Returns the keys of the words that match a query, in the state of the database that the connection sees.
    func search(_ query: WordQuery, on connection: SQLiteConnection) throws -> [Int64] {
        try state.withLock { state in
            let latest = try WordRevision.latest(connection)
            if let revision = state.revision, try WordRevision.isComplete(since: revision, connection) {
                try Self.update(&state, since: revision, connection)
            } else {
                state = State()
            }
            state.revision = latest
            try Self.build(&state, connection)
            return state.index.search(query)
        }
    }

    /// Reads the words after the last one that was read. ``update(_:since:_:)`` reads what changed before that place in the
    /// meantime.
    private static func build(_ state: inout State, _ connection: SQLiteConnection) throws {
        guard let last = state.last else { return }
        let rest = "SELECT \(columns), id FROM word WHERE (created_at, id) > (?, ?) ORDER BY created_at, id"
        try connection.forEach(rest, [.integer(last.createdAt), .text(last.id)]) { row in
            try insert(row, &state.index)
            state.last = (try row.integer(1), try row.text(6))
        }
        state.last = nil
    }

    private static func update(_ state: inout State, since revision: Int64, _ connection: SQLiteConnection) throws {
        // Removals first: a new word may have the row number of a removed one.
        let removals = "SELECT word FROM word_removal WHERE revision > ?"
        try connection.forEach(removals, [.integer(revision)]) { state.index.remove(try $0.integer(0)) }
        let changes = "SELECT \(columns) FROM word WHERE revision > ? ORDER BY revision"
        try connection.forEach(changes, [.integer(revision)]) { row in
            try insert(row, &state.index)
        }
    }

    private static func insert(_ row: SQLiteRow, _ index: inout WordIndex) throws {
        index.insert(
            key: try row.integer(0), recency: try row.integer(1), text: try row.text(2),
            translation: try row.optionalText(3), direction: try WordRow.direction(row.text(4), row.text(5)))
    }
}
