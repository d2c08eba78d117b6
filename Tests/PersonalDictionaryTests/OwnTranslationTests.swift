import CoreModule
import Foundation
import PersonalDictionary
import SuperappTesting
import TestSupport
import Testing

@Suite("The user's own translation", .bounded)
struct OwnTranslationTests {
    private let time = ManualTime()

    /// A word with an entry, and then with the user's own translation.
    private func translated(in words: Vocabulary) async throws -> (word: Word, entry: DictionaryEntry) {
        let id = try await words.fill(time, ["dog"])[0].id
        let entry = try DictionaryEntry.make("dog", ["собака"], at: time.now)
        try await words.record(.found(entry), of: id, at: time.now)
        time.advance(by: 1)
        return (try await words.setUserTranslations(["мой пёс"], of: id, at: time.now), entry)
    }

    @Test(
        "keeps the dictionary's entry beside it, which stays when it is cleared", arguments: WordRepositoryKind.allCases
    )
    func clearing(kind: WordRepositoryKind) async throws {
        try await kind.withWords { words in
            let (own, entry) = try await translated(in: words)
            #expect(try await words.entry(of: own.id) == entry)
            time.advance(by: 1)
            let cleared = try await words.clearUserTranslation(of: own.id, at: time.now)
            #expect(cleared.translation == .translated(entry.translation) && cleared.updatedAt == time.now)
            #expect(try await words.entry(of: own.id) == entry)
            // There is nothing more to clear.
            time.advance(by: 1)
            #expect(try await words.clearUserTranslation(of: own.id, at: time.now) == cleared)
            await #expect(throws: DictionaryError.notFound("x")) {
                try await words.clearUserTranslation(of: WordID("x"), at: time.now)
            }
            #expect(try await words.search(WordQuery("собака", mode: .translation)) == [cleared])
        }
    }

    @Test(
        "a word without an entry waits for a look-up again when it is cleared", arguments: WordRepositoryKind.allCases)
    func clearingWithoutEntry(kind: WordRepositoryKind) async throws {
        try await kind.withWords { words in
            let id = try await words.fill(time, ["dog"])[0].id
            try await words.setUserTranslations(["пёс"], of: id, at: time.now)
            #expect(try await words.clearUserTranslation(of: id, at: time.now).translation == .pending)
            #expect(try await words.words(.newest(9), in: .awaitingTranslation).map(\.id) == [id])
        }
    }

    @Test(
        "of two own translations only the last one counts, and the first does not come back when it is cleared",
        arguments: WordRepositoryKind.allCases)
    func second(kind: WordRepositoryKind) async throws {
        try await kind.withWords { words in
            let id = try await words.fill(time, ["dog"])[0].id
            try await words.setUserTranslations(["пёс"], of: id, at: time.now)
            try await words.setUserTranslations(["собачка"], of: id, at: time.now)
            #expect(try await words.entry(of: id) == nil)
            #expect(try await words.clearUserTranslation(of: id, at: time.now).translation == .pending)
        }
    }

    @Test(
        "a service's translation without an entry comes back when the own one is cleared",
        arguments: WordRepositoryKind.allCases)
    func importedTranslation(kind: WordRepositoryKind) async throws {
        try await kind.withWords { words in
            let imported = Translation(text: "собака", provider: .pons, date: time.now)
            let word = try Word.make("1", "dog", createdAt: time.now, translation: .translated(imported))
            try await words.add(word)
            try await words.setUserTranslations(["пёс"], of: word.id, at: time.now)
            try await words.setUserTranslations(["псина"], of: word.id, at: time.now)
            #expect(
                try await words.clearUserTranslation(of: word.id, at: time.now).translation == .translated(imported))
        }
    }

    @Test("a look-up adds its entry beside the own translation, and a failed one changes nothing")
    func lookUp() async throws {
        let words = Vocabulary(InMemoryWordRepository())
        let id = try await words.fill(time, ["dog"])[0].id
        let own = try await words.setUserTranslations(["пёс"], of: id, at: time.now)
        for outcome in [LookUpOutcome.notFound(askedOf: [.pons]), .failed(until: nil)] {
            #expect(try await words.record(outcome, of: id, at: time.now) == nil)
        }
        #expect(try await words.word(id) == own)
        let entry = try DictionaryEntry.make("dog", ["собака"], at: time.now)
        time.advance(by: 1)
        #expect(try await words.record(.found(entry), of: id, at: time.now)?.translation == own.translation)
        #expect(try await words.entry(of: id) == entry)
    }

    @Test("an import of an own translation keeps the dictionary's entry", arguments: WordRepositoryKind.allCases)
    func merging(kind: WordRepositoryKind) async throws {
        try await kind.withWords { words in
            let (own, entry) = try await translated(in: words)
            try await words.clearUserTranslation(of: own.id, at: time.now)
            _ = try await words.merge([ImportedWord(own)]) { WordID("spare") }
            #expect(try await words.word(own.id).translation == own.translation)
            #expect(try await words.entry(of: own.id) == entry)
        }
    }

    @Test(
        "an import of an own translation keeps what a service said, as a translation or an entry",
        arguments: WordRepositoryKind.allCases)
    func mergingWithoutEntry(kind: WordRepositoryKind) async throws {
        try await kind.withWords { words in
            let offered = Translation(text: "собака", provider: .pons, date: time.now)
            let ids = ["1", "2"].map { WordID($0) }
            let service = try DictionaryEntry.make("cat", ["кошка"], at: time.now)
            try await words.add(.make("1", "dog", createdAt: time.now, translation: .translated(offered)))
            try await words.add(.make("2", "cat", createdAt: time.now))
            try await words.record(.found(service), of: ids[1], at: time.now)
            time.advance(by: 1)
            let mine = Translation(text: "mine", provider: .user, date: time.now)
            let file = try ["dog", "cat"].map { text in
                ImportedWord(
                    try .make("file-\(text)", text, createdAt: time.now, translation: .translated(mine)),
                    entry: try .make(text, ["of the file"], at: time.now))
            }
            _ = try await words.merge(file) { WordID("spare") }
            for (id, translation) in zip(ids, [offered, service.translation]) {
                #expect(try await words.word(id).translation == .translated(mine))
                #expect(try await words.entry(of: id)?.translation == translation)
                #expect(
                    try await words.clearUserTranslation(of: id, at: time.now).translation == .translated(translation))
            }
        }
    }

    @Test("the screen of a word shows the own translation first and then the dictionary's senses; it can be cleared")
    @MainActor func screen() async throws {
        let app = TestApp()
        defer { app.graph.detach() }
        let (own, entry) = try await translated(in: app.graph.words)
        let model = app.graph.mainScreen.mainWordList.wordList.toEntry.open(own).viewModel
        await model.load()
        #expect(model.senses == [.init(translations: ["мой пёс"])] + entry.senses)
        await model.clearTranslation()
        #expect(model.failure == nil && model.word.translation.translation?.text == "собака")
        #expect(model.senses == entry.senses)
    }

    @Test("the screen of a word with an own translation shows the senses that a look-up adds")
    @MainActor func screenDuringLookUp() async throws {
        let app = TestApp()
        defer { app.graph.detach() }
        let (own, _) = try await translated(in: app.graph.words)
        let model = app.graph.mainScreen.mainWordList.wordList.toEntry.open(own).viewModel
        await model.load()
        let entry = try DictionaryEntry.make("dog", ["пёс"], at: time.now)
        try await app.graph.words.record(.found(entry), of: own.id, at: time.now)
        try await eventually { model.senses == [.init(translations: ["мой пёс"])] + entry.senses }
    }
}
