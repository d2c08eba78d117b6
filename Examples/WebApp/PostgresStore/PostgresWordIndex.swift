import CoreModule
import PersonalDictionary
import Synchronization

/// The search index of a person's words, shared by all sessions of the person in this process.
///
/// The first search reads all words, and a later one what has changed since, in any process.
final class PostgresWordIndex: Sendable {
    fileprivate struct State {
        var index = WordIndex()
        /// The number of the last change in the index.
        var revision: Int64 = 0
    }

    private let state = Mutex(State())

    /// Passes the index to a closure, in the state that the transaction sees.
    func use<Value: Sendable>(
        _ transaction: PostgresTransaction, _ body: (inout WordIndex) -> Value
    ) throws -> Value {
        let latest = try PostgresRevision.words.latest(transaction)
        let value = try state.withLock { state -> Value? in
            // Another session has a later state already.
            guard state.revision <= latest else { return nil }
            try state.read(transaction, until: latest)
            return body(&state.index)
        }
        if let value { return value }
        var own = State()
        try own.read(transaction, until: latest)
        return body(&own.index)
    }
}

extension PostgresWordIndex.State {
    mutating func read(_ transaction: PostgresTransaction, until latest: Int64) throws {
        guard revision != latest else { return }
        if !PostgresWordRow.isComplete(since: revision, until: latest) { self = Self() }
        let since = PostgresValue.integer(revision)
        do {
            let removals = "SELECT seq FROM word_removal WHERE revision > $1"
            for seq in try transaction.query(removals, [since], { try $0.integer(0) }) { index.remove(seq) }
            let changes = "SELECT \(PostgresWordRow.columns), seq, entry FROM word WHERE revision > $1 ORDER BY seq"
            for (word, seq, entry) in try transaction.query(changes, [since], Self.entry) {
                index.insert(word, entry, key: seq)
            }
            revision = latest
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
