import CoreModule
import Foundation
import PersonalDictionary
import SuperappTesting
import TestSupport
import Testing

@Suite("What the device knows of a word", .bounded)
struct OnDeviceTests {
    private let rig = TranslationQueueRig()
    private var time: ManualTime { rig.time }
    private let repository = CountingWordRepository(InMemoryWordRepository())
    /// Knows the texts that begin with a letter.
    private let glossary = ScriptedTranslationService { text, direction throws(TranslationError) in
        guard text.value.hasPrefix("k") else { throw .notFound }
        return try LookUpFakes.entry(text, direction, ["<\(text)>"], .glossary, ManualTime.start)
    }

    private var words: Vocabulary {
        Vocabulary(
            repository,
            onDevice: TranslationServices(glossary, gates: [], onDevice: glossary).entryOnDevice)
    }

    private func text(_ id: String) async throws -> String? {
        try await words.word(WordID(id)).translation.translation?.text
    }

    @Test("a new word is stored with it, in one transaction, and published once; others are stored as they are")
    func added() async throws {
        let changes = WordStream()
        let events = changes.events()
        let services = TranslationServices(glossary, gates: [], onDevice: glossary)
        let words = Vocabulary(repository, changes: changes, onDevice: services.entryOnDevice)
        let known = try await words.add(.make("1", "known", createdAt: time.now)).word
        #expect(known.translation.translation?.text == "<known>")
        #expect(repository.takeCounts()["write"] == 1)
        try await words.add(.make("2", "other", createdAt: time.now))
        try await words.add([.make("3", "king", createdAt: time.now), .make("4", "x", createdAt: time.now)])
        #expect(repository.takeCounts() == ["write": 2, "insert": 3, "look-up": 1, "entry": 1])
        changes.finish()
        #expect(
            await events.all().map { if case .added(let word) = $0 { word.translation.translation?.text } else { "" } }
                == ["<known>", nil, "<king>", nil])
        #expect(try await words.word(WordID("1")) == known)
        #expect(try await words.entry(of: WordID("1"))?.headword == "known")
        // A word that has a translation is not looked up.
        let own = Translation(text: "mine", provider: .user, date: time.now)
        try await words.add(.make("5", "key", createdAt: time.now, translation: .translated(own)))
        #expect(try await text("5") == "mine")
        #expect(glossary.texts == ["known", "other", "king", "x"])
    }

    @Test("another text or direction is stored with it, in one transaction; an own translation stays before it")
    func edited() async throws {
        try await words.add(.make("1", "other", createdAt: time.now))
        _ = repository.takeCounts()
        #expect(
            try await words.edit(WordID("1"), text: WordText("kind"), at: time.now).translation.translation?.text
                == "<kind>")
        #expect(repository.takeCounts()["write"] == 1)
        let german = try TranslationDirection.between("en", "de")
        _ = try await words.edit(WordID("1"), direction: german, at: time.now)
        #expect(try await words.entry(of: WordID("1"))?.direction == german)
        // A note asks nobody.
        _ = try await words.edit(WordID("1"), at: time.now) { $0.note = try WordNote("n") }
        #expect(glossary.texts == ["other", "kind", "kind"])
        try await words.setUserTranslations(["mine"], of: WordID("1"), at: time.now)
        _ = try await words.edit(WordID("1"), text: WordText("kite"), at: time.now)
        #expect(try await text("1") == "mine")
        #expect(try await words.entry(of: WordID("1"))?.headword == "kite")
        _ = try await words.edit(WordID("1"), text: WordText("other"), at: time.now)
        #expect(try await words.entry(of: WordID("1")) == nil)
        #expect(try await words.clearUserTranslation(of: WordID("1"), at: time.now).translation == .pending)
    }

    @Test("a word whose own translation is cleared, and one whose removal is undone, has it again at once")
    func restored() async throws {
        let plain = Vocabulary(repository)
        // Saved when the device did not know it.
        try await plain.add(.make("1", "kind", createdAt: time.now))
        try await plain.setUserTranslations(["mine"], of: WordID("1"), at: time.now)
        let cleared = try await words.clearUserTranslation(of: WordID("1"), at: time.now)
        #expect(cleared.translation.translation?.text == "<kind>")
        #expect(try await words.entry(of: WordID("1"))?.headword == "kind")
        try await plain.add(.make("2", "king", createdAt: time.now))
        let removed = try await plain.remove([WordID("2")])
        _ = repository.takeCounts()
        _ = try await words.merge(removed) { WordID("3") }
        #expect(repository.takeCounts()["write"] == 1)
        #expect(try await text("2") == "<king>")
        #expect(try await words.entry(of: WordID("2"))?.headword == "king")
    }

    @Test("what the device knows of a text is not stored for another one, to which the word is changed meanwhile")
    func changedMeanwhile() async throws {
        let plain = Vocabulary(repository)
        let services = TranslationServices(glossary, gates: [], onDevice: glossary)
        let racing = Vocabulary(repository) { [now = time.now] text, direction in
            _ = await #expect(throws: Never.self) {
                try await plain.edit(WordID("1"), text: WordText("other"), at: now)
            }
            return await services.entryOnDevice(text, direction)
        }
        try await plain.add(.make("1", "kind", createdAt: time.now))
        let german = try TranslationDirection.between("en", "de")
        let edited = try await racing.edit(WordID("1"), direction: german, at: time.now)
        #expect(edited.text.value == "other" && edited.direction == german && edited.translation == .pending)
        #expect(try await plain.entry(of: WordID("1")) == nil)
        _ = try await plain.edit(WordID("1"), text: WordText("king"), at: time.now)
        try await plain.setUserTranslations(["mine"], of: WordID("1"), at: time.now)
        #expect(try await racing.clearUserTranslation(of: WordID("1"), at: time.now).translation == .pending)
        #expect(try await plain.entry(of: WordID("1")) == nil)
    }

    @Test("the screen for a new word has it when it has saved the word, without a queue")
    @MainActor
    func screen() async throws {
        let dependencies = AppDependencies(
            store: .inMemory(),
            translation: TranslationServices(
                ScriptedTranslationService { _, _ throws(TranslationError) in throw .notFound }, onDevice: glossary,
                clock: time.clock, sleeper: time.sleeper), direction: .englishToRussian,
            environment: AppEnvironment(clock: time.clock, sleeper: time.sleeper))
        let app = AppBuilder(dependencies: dependencies, parent: FeatureTree().root).build()
        let model = app.mainScreen.mainNavigator.toNewWord.router.open().viewModel
        model.text = "known"
        let word = try #require(await model.save())
        #expect(word.translation.translation?.text == "<known>" && model.saved == word)
        #expect(try await app.words.word(word.id) == word)
        app.detach()
    }

    @Test(
        "the device answers at once only if it is asked before all others; a direction that is not wanted is its own alone"
    )
    func order() async throws {
        let time = ManualTime()
        let own = LookUpProvider.service(ScriptedTranslationService(["dog": "own"]))
        let dog = try WordText("dog")
        let reverse = try TranslationDirection(from: .german, to: .russian)
        for (providers, first) in [([own, .glossary], nil), ([.glossary, own], "собака")]
            as [([LookUpProvider], String?)]
        {
            let services = TranslationConfiguration(providers).services(
                store: .inMemory(), clock: time.clock, sleeper: time.sleeper, logger: .disabled)
            let answer = await services.entryOnDevice(dog, .englishToRussian)
            #expect(answer?.translation.text == first)
            let entries = try await services.entries(of: dog, in: [.englishToRussian])
            #expect(entries.map(\.translation.text) == [first ?? "own"])
            let others = try await services.entries(of: WordText("Hund"), in: [reverse], asking: [])
            #expect(others.map(\.translation.text) == ["собака"])
        }
    }
}
