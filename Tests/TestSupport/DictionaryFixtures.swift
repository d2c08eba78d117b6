package import CoreModule
package import Foundation
package import PersonalDictionary

extension TranslationDirection {
    /// `direction("en", "ru")`.
    package static func between(_ source: String, _ target: String) throws -> TranslationDirection {
        try TranslationDirection(from: Language(code: source), to: Language(code: target))
    }
}

extension Word {
    /// A word for a test, from English to Russian by default.
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

extension DictionaryStore {
    /// The words with their rules. Changes are not published.
    package var vocabulary: Vocabulary { Vocabulary(words) }
    /// The settings with their types.
    package var typedSettings: AppSettings { AppSettings(settings) }
    /// The reminder's settings and days.
    package var reminders: ReminderRepository { ReminderRepository(typedSettings) }
}

/// A kind of word repository, for the suites that every kind must pass.
package enum WordRepositoryKind: CaseIterable, Sendable {
    case inMemory, sqlite, plain

    /// Returns an empty repository without a file, for many short tests.
    package func makeInMemory() async throws -> any WordRepository {
        switch self {
        case .inMemory: InMemoryWordRepository()
        case .sqlite: try await DictionaryStore.open(.memory, options: SQLiteDatabase.Options()).words
        case .plain: PlainWordRepository()
        }
    }

    /// Passes empty words to a test, and removes their file afterwards.
    package func withWords<Value>(_ body: (Vocabulary) async throws -> Value) async throws -> Value {
        guard self == .sqlite else { return try await body(Vocabulary(makeInMemory())) }
        return try await withTemporaryFolder { folder in
            let store = try await DictionaryStore.open(folder.appending(path: "words.sqlite"))
            let result: Result<Value, any Error>
            do { result = .success(try await body(store.vocabulary)) } catch { result = .failure(error) }
            await store.close()
            return try result.get()
        }
    }
}
