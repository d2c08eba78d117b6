import CoreModule
package import Foundation
package import PersonalDictionary

extension TranslationDirection {
    /// `direction("en", "ru")`.
    package static func between(_ source: String, _ target: String) throws -> TranslationDirection {
        try TranslationDirection(from: Language(code: source), to: Language(code: target))
    }
}

extension Word {
    /// A word as a test needs it, from English into Russian unless told otherwise.
    package static func make(
        _ id: String, _ text: String, _ source: String = "en", _ target: String = "ru", createdAt: Date,
        isFavorite: Bool = false, translation: TranslationState = .pending
    ) throws -> Word {
        Word(
            id: WordID(id), text: try WordText(text), direction: try .between(source, target), translation: translation,
            isFavorite: isFavorite, createdAt: createdAt, updatedAt: createdAt)
    }
}

extension DictionaryEntry {
    /// An entry with one sense.
    package static func make(
        _ headword: String, _ translations: [String], _ direction: TranslationDirection = .englishToRussian,
        at date: Date
    ) throws -> DictionaryEntry {
        try DictionaryEntry(
            headword: headword, direction: direction, pronunciation: "dɒɡ",
            senses: [
                Sense(
                    partOfSpeech: "noun", translations: translations,
                    examples: [Example(source: "a \(headword)", target: "…")])
            ], provider: .glossary, date: date)
    }
}

/// A word repository of one kind, for the suites that every kind must pass.
package enum WordRepositoryKind: CaseIterable, Sendable {
    case inMemory, sqlite

    /// An empty repository without a file, for many short tests.
    package func makeInMemory() async throws -> any WordRepository {
        switch self {
        case .inMemory: InMemoryWordRepository()
        case .sqlite: try await DictionaryStore.open(.memory, options: SQLiteDatabase.Options()).words
        }
    }

    /// Hands an empty repository to a test, and takes it down afterwards.
    package func withRepository<Value>(_ body: (any WordRepository) async throws -> Value) async throws -> Value {
        switch self {
        case .inMemory:
            return try await body(InMemoryWordRepository())
        case .sqlite:
            return try await withTemporaryFolder { folder in
                let store = try await DictionaryStore.open(folder.appending(path: "words.sqlite"))
                let result: Result<Value, any Error>
                do { result = .success(try await body(store.words)) } catch { result = .failure(error) }
                await store.close()
                return try result.get()
            }
        }
    }
}
