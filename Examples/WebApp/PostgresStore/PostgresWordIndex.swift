import CoreModule
import PersonalDictionary
import Synchronization

/// The search index of a person's words, shared by all sessions of the person in this process.
///
/// The first search reads all words, and a later one what has changed since, in any process.
final class PostgresWordIndex: Sendable {
    fileprivate struct State {
        var index = WordIndex()
        /// The state of the words in the index.
        var words = PostgresState()
    }

    private let state = Mutex(State())

    /// Passes the index to a closure, in the state that the transaction sees.
    func use<Value: Sendable>(
        _ transaction: PostgresTransaction, _ body: (inout WordIndex) -> Value
    ) throws -> Value {
        let current = try PostgresRevision.words.current(transaction)
        let value = try state.withLock { state -> Value? in
            // Another session has a later state already.
            guard state.words.history != current.history || state.words.revision <= current.revision else { return nil }
            try state.read(transaction, until: current)
            return body(&state.index)
        }
        if let value { return value }
        var own = State()
        try own.read(transaction, until: current)
        return body(&own.index)
    }
}

extension PostgresWordIndex.State {
    mutating func read(_ transaction: PostgresTransaction, until current: PostgresState) throws {
        guard words != current else { return }
        if words.history != current.history
            || !PostgresWordRow.isComplete(since: words.revision, until: current.revision)
        {
            self = Self()
        }
        let since = PostgresValue.integer(words.revision)
        do {
            let removals = "SELECT seq FROM word_removal WHERE revision > $1"
            for seq in try transaction.query(removals, [since], { try $0.integer(0) }) { index.remove(seq) }
            let changes = "SELECT \(PostgresWordRow.columns), seq, entry FROM word WHERE revision > $1 ORDER BY seq"
            for (word, seq, entry) in try transaction.query(changes, [since], Self.entry) {
                index.insert(word, entry, key: seq)
            }
            words = current
        } catch {
            // A part may be in it.
            self = Self()
            throw error
        }
    }

    private static func entry(_ row: PostgresRow) throws -> (word: Word, seq: Int64, entry: DictionaryEntry?) {
        let seq = PostgresWordRow.columnCount
        return (
            try PostgresWordRow.word(row), try row.integer(seq),
            try row.optionalJSON(DictionaryEntry.self, seq + 1)
        )
    }
}
