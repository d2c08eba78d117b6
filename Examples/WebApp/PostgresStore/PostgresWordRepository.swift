import CoreModule
import PersonalDictionary

/// Stores the words of one person.
///
/// Each session of the person has a repository of its own, which knows the changes that it made itself.
final class PostgresWordRepository: WordRepository {
    private let person: PostgresPerson
    private let external = ExternalPostgresWords()

    init(_ person: PostgresPerson) {
        self.person = person
    }

    /// Runs a closure on one consistent state of the words.
    func read<Value: Sendable>(
        _ body: @escaping @Sendable (any WordSnapshot) throws(DictionaryError) -> Value
    ) async throws(DictionaryError) -> Value {
        try await person.database.read(DictionaryError.self) { [external, index = person.index] transaction in
            try external.begin(transaction)
            return try body(PostgresWords(transaction, index))
        }
    }

    /// Runs a closure as one transaction. All its changes to words have one number.
    func write<Value: Sendable>(
        _ body: @escaping @Sendable (any WordTransaction) throws(DictionaryError) -> Value
    ) async throws(DictionaryError) -> Value {
        let (value, revision) = try await person.database.write(DictionaryError.self) {
            [external, notifications = person.notifications] transaction in
            try external.begin(transaction)
            // With an index of its own: what it changes may be rolled back.
            let words = PostgresWords(transaction, PostgresWordIndex())
            let value = try body(words)
            if words.revision != nil { transaction.notify(notifications.wordsChanged) }
            return (value, words.revision)
        }
        if let revision { external.noteOwn(revision) }
        return value
    }

    /// Returns that words are to be read again if others have changed any: a page is made of rows that are read anyway. Asks the
    /// database only if a notification came, or if none can come.
    func externalChanges() async throws(DictionaryError) -> [WordChange] {
        let number = person.notifications.wordsNumber
        guard number == nil || external.seenNotification != number else { return [] }
        let isChanged = try await person.database.read(DictionaryError.self) { [external] in try external.next($0) }
        external.seenNotification = number
        return isChanged ? [.reloaded] : []
    }
}
