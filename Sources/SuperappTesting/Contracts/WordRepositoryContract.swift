import CoreModule
import Foundation
public import PersonalDictionary

/// Checks repositories against the contract of `WordRepository` and `WordTransaction`, and returns the laws that they break. The closure
/// makes an empty repository for each law, and for each 25 random calls, which must have the same effect as in memory. Throws only what
/// the closure throws.
///
/// ```swift
/// #expect(try await wordRepositoryViolations { MyWordRepository() } == [])
/// ```
///
/// `randomCalls` is the number of random calls, which are the same at each run.
public func wordRepositoryViolations(
    randomCalls: Int = 400,
    _ makeRepository: () async throws -> any WordRepository, isolation: isolated (any Actor)? = #isolation
) async throws -> [ContractViolation] {
    try await ContractLaw.violations(of: WordRepositoryContract.laws, randomCalls: randomCalls, makeRepository)
}

package enum WordRepositoryContract {
    typealias Law = ContractLaw<any WordRepository>

    package static var laws: [ContractLaw<any WordRepository>] {
        writing + reading + searching + transactions + [random]
    }

    /// A number of seconds after the first word.
    static func date(_ seconds: Int) -> Date { ManualTime.start.addingTimeInterval(Double(seconds)) }

    static func word(
        _ id: String, _ text: String, _ direction: TranslationDirection = .englishToRussian, at seconds: Int = 0,
        _ translation: TranslationState = .pending, isFavorite: Bool = false, note: String = "",
        tags: [String] = []
    ) throws -> Word {
        Word(
            id: WordID(id), text: try WordText(text), direction: direction, translation: translation,
            isFavorite: isFavorite, note: try WordNote(note), tags: try WordTags(tags), createdAt: date(seconds),
            updatedAt: date(seconds + 1))
    }

    static func entry(_ headword: String, _ translations: [String]) throws -> DictionaryEntry {
        try DictionaryEntry(
            headword: headword, direction: .englishToRussian, pronunciation: "dɒɡ",
            senses: [
                DictionaryEntry.Sense(
                    partOfSpeech: "noun", translations: translations, examples: [.init(source: "a \"b\"", target: "в")],
                    marks: [translations[0]: ["m"]], notes: ["line\nbreak"])
            ], provider: .glossary, date: date(5))
    }
}

/// Everything that can be read of a repository, but the notes on imports.
struct WordRepositoryContents: Equatable {
    var words: [Word]
    var entries: [WordID: DictionaryEntry]
    var asked: [WordID: Set<TranslationProvider>]
}

extension WordRepository {
    func insert(_ words: [Word]) async throws(DictionaryError) {
        try await write { transaction throws(DictionaryError) in
            for word in words { try transaction.insert(word) }
        }
    }

    func update(_ word: Word) async throws(DictionaryError) {
        try await write { words throws(DictionaryError) in try words.update(word) }
    }

    func delete(_ id: WordID) async throws(DictionaryError) {
        try await write { words throws(DictionaryError) in try words.delete(id) }
    }

    func setEntry(_ entry: DictionaryEntry?, of id: WordID) async throws(DictionaryError) {
        try await write { words throws(DictionaryError) in try words.setEntry(entry, of: id) }
    }

    func setAsked(_ providers: Set<TranslationProvider>, of id: WordID) async throws(DictionaryError) {
        try await write { words throws(DictionaryError) in try words.setAskedProviders(providers, of: id) }
    }

    func word(_ id: WordID) async throws(DictionaryError) -> Word? {
        try await read { words throws(DictionaryError) in try words.word(id) }
    }

    func entry(of id: WordID) async throws(DictionaryError) -> DictionaryEntry? {
        try await read { words throws(DictionaryError) in try words.entry(of: id) }
    }

    func asked(of id: WordID) async throws(DictionaryError) -> Set<TranslationProvider> {
        try await read { words throws(DictionaryError) in try words.askedProviders(of: id) }
    }

    func ids(
        _ selection: WordSelection = .all, _ page: WordPage = .newest(.max)
    ) async throws(DictionaryError) -> [String] {
        try await read { words throws(DictionaryError) in
            try words.words(selection, page).map(\.id.rawValue)
        }
    }

    func found(_ query: WordQuery) async throws(DictionaryError) -> [String] {
        try await readToSearch { words throws(DictionaryError) in try words.search(query).map(\.id.rawValue) }
    }

    func translated(as texts: Set<String>) async throws(DictionaryError) -> Set<String> {
        try await readToSearch { words throws(DictionaryError) in
            Set(try words.words(translatedAs: texts).map(\.id.rawValue))
        }
    }

    func folded(_ text: String) async throws -> Set<String> {
        let folded = try WordText(text).folded
        return try await read { words throws(DictionaryError) in
            Set(try words.words(folded: folded).map(\.id.rawValue))
        }
    }

    func contents() async throws(DictionaryError) -> WordRepositoryContents {
        try await read { words throws(DictionaryError) in
            var contents = WordRepositoryContents(
                words: try words.words(.all, .newest(.max)), entries: [:], asked: [:])
            for word in contents.words {
                contents.entries[word.id] = try words.entry(of: word.id)
                contents.asked[word.id] = try words.askedProviders(of: word.id)
            }
            return contents
        }
    }
}
