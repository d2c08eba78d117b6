import CoreModule
import PersonalDictionary

/// Stores the words of one person.
///
/// Each session of the person has a repository of its own, which knows the changes that it made itself.
final class PostgresWordRepository: WordRepository {
    private let person: PostgresPerson
    private let external = PostgresExternalChanges(.words)

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
            [external, notification = person.notifications.text(.words)] transaction in
            try external.begin(transaction)
            // With an index of its own: what it changes may be rolled back.
            let words = PostgresWords(transaction, PostgresWordIndex())
            let value = try body(words)
            if words.revision != nil { transaction.notify(notification) }
            return (value, words.revision)
        }
        if let revision { external.noteOwn(revision) }
        return value
    }

    /// Returns that words are to be read again if others have changed any: a page is made of rows that are read anyway.
    func externalChanges() async throws(DictionaryError) -> [WordChange] {
        try await external.exist(for: person, DictionaryError.self) ? [.reloaded] : []
    }
}
