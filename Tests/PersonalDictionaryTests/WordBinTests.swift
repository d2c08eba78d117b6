import CoreModule
import Foundation
import PersonalDictionary
import SuperappTesting
import TestSupport
import Testing

@Suite("The bin of words", .bounded)
struct WordBinTests {
    private let time = ManualTime()
    private let english = Localizer.personalDictionary(locale: Locale(identifier: "en"))

    private func withBin(
        _ kind: WordRepositoryKind, _ body: (Vocabulary, any WordRepository) async throws -> Void
    ) async throws {
        let repository = try await kind.makeInMemory()
        try await body(Vocabulary(repository, clock: time.clock), repository)
    }

    @Test(
        "a word that was typed without a connection has the time of that, is added once, and does not come back after its removal",
        arguments: WordRepositoryKind.allCases)
    func typedEarlier(kind: WordRepositoryKind) async throws {
        try await withBin(kind) { words, _ in
            let direction = TranslationDirection.englishToRussian
            for (id, typed, isLate) in [("1", time.now - 60, false), ("2", time.now + 60, true)] {
                let text = try WordText("word \(id)")
                let word = try await words.addUnlessRemoved(
                    WordID(id), text: text, direction: direction, typedAt: typed)
                #expect(word?.createdAt == (isLate ? time.now : typed) && word?.updatedAt == word?.createdAt)
                await #expect(throws: DictionaryError.self) {
                    try await words.addUnlessRemoved(WordID(id), text: text, direction: direction, typedAt: nil)
                }
                try await words.remove([WordID(id)])
                #expect(
                    try await words.addUnlessRemoved(WordID(id), text: text, direction: direction, typedAt: nil) == nil)
            }
            #expect(try await words.words(.newest(9)).isEmpty)
        }
    }

    @Test(
        "a removed word comes back with everything it had, also after the program has ended",
        arguments: WordRepositoryKind.allCases)
    func restoring(kind: WordRepositoryKind) async throws {
        try await withBin(kind) { words, repository in
            let dog = try Word.make("1", "dog", createdAt: time.now, isFavorite: true)
            let fox = try Word.make("2", "fox", createdAt: time.now)
            try await words.add([dog, fox])
            try await words.record(.found(.make("dog", ["собака"], at: time.now)), of: dog.id, at: time.now)
            try await words.setUserTranslations(["пёс", "псина"], of: dog.id, at: time.now)
            try await words.edit(dog.id, at: time.now) { ($0.note, $0.tags) = (try WordNote("n"), try WordTags(["a"])) }
            try await words.record(.notFound(askedOf: [.pons]), of: fox.id, at: time.now)
            let (before, entry) = (try await words.words(.newest(9)), try await words.entry(of: dog.id))
            try await words.remove([dog.id])
            time.advance(by: 1)
            try await words.remove([fox.id])
            // Another process, later.
            let later = Vocabulary(repository, clock: time.clock)
            let bin = try await later.removedWords()
            // Of one date, the larger identifier is listed first.
            #expect(bin.map(\.word) == before)
            let ages: [TimeInterval] = bin.map { time.now.timeIntervalSince($0.removedAt) }
            #expect(ages == [0, 1])
            let days: [TimeInterval] = bin.map { $0.end.timeIntervalSince($0.removedAt) / 86_400 }
            #expect(days == [30, 30])
            await #expect(throws: DictionaryError.notFound("3")) { try await later.restore([dog.id, WordID("3")]) }
            #expect(try await later.wordCount() == 0)
            #expect(try await later.restore([dog.id, fox.id, dog.id]).map(\.id) == [dog.id, fox.id])
            #expect(try await later.words(.newest(9)) == before)
            #expect(try await later.entry(of: dog.id) == entry)
            #expect(try await later.providersAsked(for: fox.id) == [.pons])
            #expect(try await later.removedWords().isEmpty)
        }
    }

    @Test("a text that was added again is named, and neither word is lost", arguments: WordRepositoryKind.allCases)
    func duplicates(kind: WordRepositoryKind) async throws {
        try await withBin(kind) { words, _ in
            try await words.add([.make("1", "dog", createdAt: time.now), .make("2", "cat", createdAt: time.now)])
            try await words.remove([WordID("1"), WordID("2")])
            try await words.add(.make("3", "dog", createdAt: time.now))
            await #expect(throws: DictionaryError.duplicate(of: WordID("3"))) {
                try await words.restore([WordID("2"), WordID("1")])
            }
            #expect(try await words.removedWords().map(\.id.rawValue) == ["1", "2"])
            #expect(try await words.words(.newest(9)).map(\.id.rawValue) == ["3"])
        }
    }

    @Test(
        "words go after 30 days: hidden at once, deleted at a removal and when the store is opened",
        arguments: WordRepositoryKind.allCases)
    func end(kind: WordRepositoryKind) async throws {
        try await withBin(kind) { words, repository in
            func kept() async throws -> [String] {
                try await repository.read { words throws(DictionaryError) in
                    try words.removedWords(before: .distantFuture).map(\.id.rawValue)
                }
            }
            for id in ["1", "2", "3"] { try await words.add(.make(id, "word \(id)", createdAt: time.now)) }
            try await words.remove([WordID("1")])
            time.advance(by: 29 * 86_400)
            try await words.remove([WordID("2")])
            time.advance(by: 86_400)
            #expect(try await words.removedWords().map(\.id.rawValue) == ["2", "1"])
            time.advance(by: 0.001)
            #expect(try await words.removedWords().map(\.id.rawValue) == ["2"])
            await #expect(throws: DictionaryError.notFound("1")) { try await words.restore([WordID("1")]) }
            #expect(try await kept() == ["2", "1"])
            try await words.remove([WordID("3")])
            #expect(try await kept() == ["3", "2"])
            time.advance(by: 29 * 86_400)
            var environment = AppEnvironment()
            environment.clock = time.clock
            var configuration = AppConfiguration(storage: .store(DictionaryStore(words: repository)))
            configuration.environment = environment
            _ = try await AppDependencies.open(configuration)
            #expect(try await kept() == ["3"])
            #expect(try await words.emptyBin() == 1)
            #expect(try await words.emptyBin() == 0)
        }
    }

    @Test("a removed word is named by its identifier, the beginning of that, or its text")
    func names() async throws {
        let words = Vocabulary(InMemoryWordRepository(), clock: time.clock)
        for (id, text) in [("ab1", "dog"), ("ab2", "cat"), ("b", "Cat"), ("c", "dog")] {
            try await words.add(.make(id, text, createdAt: time.now))
            try await words.remove([WordID(id)])
        }
        for (name, id) in [("ab1", "ab1"), ("ab2", "ab2"), ("cat", "ab2"), ("Cat", "b"), ("c", "c")] {
            #expect(try await words.removedWord(named: name).id.rawValue == id, "\(name)")
        }
        for name in ["dog", "ab"] {
            let error = await #expect(throws: DictionaryError.self) { try await words.removedWord(named: name) }
            guard case .ambiguousID(name, let matches)? = error, matches.count == 2 else {
                Issue.record("\(name): \(String(describing: error))")
                continue
            }
        }
        for name in ["x", "", "a b"] {
            await #expect(throws: DictionaryError.notFound(name)) { try await words.removedWord(named: name) }
        }
    }

    @Test("a store that keeps no bin still undoes the removals of the session")
    @MainActor
    func withoutBin() async throws {
        let app = TestApp(words: LossyWordRepository(nil))
        let word = await app.add("dog")[0]
        #expect(await app.rows.remove([word.id]))
        #expect(try await app.graph.words.removedWords().isEmpty)
        #expect(await app.rows.undoRemoval()?.map(\.id) == [word.id])
    }

    @Test(
        "the screen shows what was removed, also while it is open, restores it and empties the bin; what is back or gone is not undone"
    )
    @MainActor
    func screen() async throws {
        let app = TestApp()
        let words = await app.add("dog", "cat", "fox", "owl")
        guard case .opened = try await app.graph.open(try #require(URL(string: "superapp://bin"))) else {
            Issue.record("the link does not lead to the bin")
            return
        }
        let model = app.navigator.toBin.router.open().viewModel
        await model.load()
        #expect(model.isEmpty && english(model.emptyMessage) == "The bin is empty.")
        for word in words {
            await app.rows.remove([word.id])
            app.time.advance(by: 86_400)
        }
        #expect(await waitUntil { model.items.map(\.word.text.value) == ["owl", "fox", "cat", "dog"] })
        #expect(english(model.message(of: model.items[3])) == "removed on Nov 21, 2026, deleted on Dec 21, 2026")
        #expect(await model.restore([words[3].id, words[1].id])?.map(\.id) == [words[3].id, words[1].id])
        #expect(model.items.map(\.id) == [words[2].id, words[0].id])
        #expect(await model.restore([words[3].id]) == nil && model.failure == .notFound(words[3].id.rawValue))
        #expect(await app.rows.undoRemoval()?.map(\.id) == [words[2].id])
        let emptied = await model.empty()
        #expect(emptied?.count == 1 && emptied.map { english($0.message) } == "deleted for good: 1")
        #expect(await app.rows.undoRemoval() == [])
        let again = await model.empty()
        #expect(again.map { english($0.message) } == "The bin is empty.")
    }
}
