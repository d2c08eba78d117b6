import CoreModule
import Foundation

/// The search index beside a word table: built at the first search, and before each later one brought up to date with what
/// has changed since, in this process or another.
final class WordSearchIndex: Sendable {
    private struct State {
        var index = SubstringIndex()
        var groups = DirectionGroups()
        /// The number of the last change that is in the index; `nil` where it is not built.
        var revision: Int64?
    }

    private let state = Locked(State())
    private static let columns = "seq, created_at, text, translation, source, target"

    /// The keys of the words that a query finds in the state of the database that the connection sees.
    func search(_ query: WordQuery, on connection: SQLiteConnection) throws -> [Int64] {
        try state.withLock { state in
            let latest = try WordRevision.latest(connection)
            if let revision = state.revision, try WordRevision.isComplete(since: revision, connection) {
                try Self.update(&state, since: revision, connection)
            } else {
                state.index = SubstringIndex()
                try connection.forEach("SELECT \(Self.columns) FROM word ORDER BY created_at, id") { row in
                    state.index.insert(try Self.entry(row, &state.groups))
                }
            }
            state.revision = latest
            return state.index.search(query, state.groups)
        }
    }

    private static func update(_ state: inout State, since revision: Int64, _ connection: SQLiteConnection) throws {
        // The removals first: the row number of a word that is gone may be another's by now.
        let removals = "SELECT word FROM word_removal WHERE revision > ?"
        try connection.forEach(removals, [.integer(revision)]) { state.index.remove(try $0.integer(0)) }
        let changes = "SELECT \(columns) FROM word WHERE revision > ? ORDER BY revision"
        try connection.forEach(changes, [.integer(revision)]) { row in
            state.index.insert(try entry(row, &state.groups))
        }
    }

    private static func entry(_ row: SQLiteRow, _ groups: inout DirectionGroups) throws -> SubstringIndex.Entry {
        SubstringIndex.Entry(
            key: try row.integer(0), recency: try row.integer(1), word: try row.text(2),
            translation: try row.optionalText(3),
            group: groups.assign(source: try row.text(4), target: try row.text(5)))
    }
}

/// Numbers for directions, under which a search index keeps words apart.
struct DirectionGroups: Sendable {
    private struct Codes: Hashable {
        let source: String
        let target: String
    }

    private var numbers: [Codes: Int64] = [:]
    /// Words mostly come in runs of one direction.
    private var last: (codes: Codes, number: Int64)?

    /// The direction's number, a new one if it has none yet.
    mutating func assign(source: String, target: String) -> Int64 {
        let codes = Codes(source: source, target: target)
        if let last, last.codes == codes { return last.number }
        let number = numbers[codes] ?? Int64(numbers.count)
        numbers[codes] = number
        last = (codes, number)
        return number
    }

    /// The direction's number; `nil` where no word is in it.
    func number(of direction: TranslationDirection) -> Int64? {
        numbers[Codes(source: direction.source.code, target: direction.target.code)]
    }
}

extension SubstringIndex {
    /// The keys of the words that a query finds, their directions told by their groups.
    mutating func search(_ query: WordQuery, _ groups: DirectionGroups) -> [Int64] {
        var group: Int64?
        if let direction = query.direction {
            guard let number = groups.number(of: direction) else { return [] }
            group = number
        }
        return search(query.text, in: query.mode, limit: query.limit, offset: query.offset, group: group)
    }
}
