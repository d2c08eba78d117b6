import CoreModule
import Foundation
import PersonalDictionary
import SuperappTesting
import TestSupport
import Testing

@Suite("What else a text may mean", .bounded)
@MainActor
struct OtherMeaningsTests {
    private let time = ManualTime()
    private let store = DictionaryStore.inMemory()
    /// Stands for a service over the network.
    private let service = ScriptedTranslationService { _, _ throws(TranslationError) in throw .notFound }

    private func makeApp(_ lists: [any WordSuggesting] = []) throws -> (app: AppGraph, model: NewWordViewModel) {
        let glossary = GlossaryTranslationService(
            try Glossary(
                Data(
                    """
                    partOfSpeech\ten\tru\tde
                    noun\tdog\tсобака\tHund
                    noun\thouse\tдом\tHaus
                    noun\thorse\tлошадь\tPferd
                    noun\tbread\tхлеб\tBrot
                    verb\tbe\tбыть\tsein
                    noun\tbee\tпчела\tBiene
                    """.utf8)), clock: time.clock)
        let dependencies = AppDependencies(
            store: store,
            translation: TranslationServices(
                service, onDevice: LoggingLookUp(glossary, name: "glossary", logger: .disabled),
                suggestionsOnDevice: [glossary], remoteSuggestions: lists, clock: time.clock, sleeper: time.sleeper),
            direction: .englishToRussian,
            environment: AppEnvironment(
                clock: time.clock, sleeper: time.sleeper, identifiers: .sequence(prefix: "w")))
        let app = AppBuilder(dependencies: dependencies, parent: FeatureTree().root).build()
        return (app, app.mainScreen.mainNavigator.toNewWord.router.open().viewModel)
    }

    private func texts(_ entries: [DictionaryEntry]) -> [String] {
        entries.map { "\($0.direction) \($0.matched?.form ?? $0.headword) \($0.translation.text)" }
    }

    @Test("the words that half a word begins stay before those that are like it")
    func halfWord() async throws {
        let (app, model) = try makeApp()
        model.text = "bre"
        await waitUntil { !model.suggestions.isEmpty }
        #expect(model.suggestions.map(\.text) == ["bread"])
        try await time.advanceToNextSleep()
        await waitUntil { !model.isSuggesting }
        #expect(model.suggestions.first?.text == "bread" && model.suggestions.count == 3, "\(model.suggestions)")
        app.detach()
    }

    @Test("words that are like half a word stay behind those that begin with it, also if a list of these comes late")
    func lateList() async throws {
        let latch = Latch()
        let list = ScriptedSuggestions { _ throws(TranslationError) in
            await latch.wait()
            return [Suggestion(text: "breakdown", translation: nil, source: .provider(.dict))]
        }
        let (app, model) = try makeApp([list])
        model.text = "bre"
        await waitUntil { !model.suggestions.isEmpty }
        try await time.advanceToNextSleep()
        await waitUntil(timeout: .milliseconds(300)) { model.suggestions.count > 1 }
        latch.open()
        await waitUntil { !model.isSuggesting }
        #expect(model.suggestions.map(\.text).prefix(2) == ["bread", "breakdown"])
        #expect(Set(model.suggestions.map(\.text).dropFirst(2)) == ["be", "bee"])
        app.detach()
    }

    @Test("a compound that no service knows has its parts, as parts")
    func compound() async throws {
        let (app, model) = try makeApp()
        app.startTranslating()
        #expect(model.setLanguages(from: "de", to: "ru"))
        model.text = "Hundehaus"
        try #require(await model.save() != nil)
        #expect(await waitUntil { model.saved?.translation == .notFound && !model.otherMeanings.isEmpty })
        #expect(texts(model.otherMeanings) == ["de→ru Haus дом", "de→ru Hund собака"])
        #expect(model.otherMeaningsTitle == Message("its parts are:"))
        let looked = try #require(await model.lookUp("Hundehaus"))
        #expect(texts(looked) == texts(model.otherMeanings))
        #expect(looked.allSatisfy { $0.matched?.isPart == true && $0.matched?.isSimilar == false })
        app.detach()
    }

    @Test("a saved word that no service knows is offered in the directions that have it, else similar words are")
    func saved() async throws {
        let (app, model) = try makeApp()
        app.startTranslating()
        for (text, others) in [
            ("собака", ["ru→en собака dog", "ru→de собака Hund"]), ("Hund", ["de→ru Hund собака", "de→en Hund dog"]),
            ("hosue", ["en→ru house дом", "en→ru horse лошадь"]), ("qwertz", []),
        ] {
            model.text = text
            try #require(await model.save() != nil)
            #expect(await waitUntil { model.saved?.translation == .notFound })
            #expect(Set(texts(model.otherMeanings)) == Set(others), "\(text)")
            #expect(texts(model.otherMeanings).first == others.first, "\(text)")
        }
        // A word that is known has none, nor one that is removed.
        model.text = "собака!"
        try #require(await model.save() != nil)
        #expect(await waitUntil { !model.otherMeanings.isEmpty })
        try await app.words.remove([try #require(model.saved).id])
        #expect(await waitUntil { model.saved == nil && model.otherMeanings.isEmpty })
        model.text = "dog"
        try #require(await model.save() != nil)
        #expect(await waitUntil { model.saved?.translation.translation?.text == "собака" })
        #expect(model.otherMeanings.isEmpty)
        // Only the saved words were asked of the service, in their own direction.
        #expect(Set(service.texts) == ["собака", "Hund", "hosue", "qwertz", "собака!"])
        app.detach()
    }

    @Test("what is found late of a word does not bring it back when another one was saved since")
    func late() async throws {
        let (isAsked, mayAnswer) = (Latch(), Latch())
        let device = ScriptedTranslationService { text, direction throws(TranslationError) in
            if text.value == "slow", direction != .englishToRussian {
                isAsked.open()
                await mayAnswer.wait()
            }
            throw .notFound
        }
        let dependencies = AppDependencies(
            store: store,
            translation: TranslationServices(service, onDevice: device, clock: time.clock, sleeper: time.sleeper),
            direction: .englishToRussian,
            environment: AppEnvironment(clock: time.clock, sleeper: time.sleeper, identifiers: .sequence(prefix: "w")))
        let app = AppBuilder(dependencies: dependencies, parent: FeatureTree().root).build()
        let model = app.mainScreen.mainNavigator.toNewWord.router.open().viewModel
        app.startTranslating()
        model.text = "slow"
        try #require(await model.save() != nil)
        await isAsked.wait()
        model.text = "next"
        try #require(await model.save() != nil)
        mayAnswer.open()
        #expect(await waitUntil { model.saved?.translation == .notFound })
        #expect(model.saved?.text.value == "next")
        app.detach()
    }

    @Test("if the look-up of a saved word fails, what the device knows of it is offered")
    func failed() async throws {
        service.change { _, _ throws(TranslationError) in throw .unauthorized }
        let (app, model) = try makeApp()
        app.startTranslating()
        for (text, other) in [("Hund", "de→ru Hund собака"), ("hosue", "en→ru house дом")] {
            model.text = text
            try #require(await model.save() != nil)
            #expect(await waitUntil { model.saved?.translation == .failed(until: nil) })
            #expect(texts(model.otherMeanings).first == other)
        }
        app.detach()
    }

    @Test("while typing, a word of another direction is suggested as such, and taken with its direction")
    func suggested() async throws {
        let (app, model) = try makeApp()
        model.text = "Hund"
        try await time.advanceToNextSleep()
        #expect(await waitUntil { !model.isSuggesting && !model.suggestions.isEmpty })
        #expect(model.suggestions.map(\.text) == ["Hund", "Hund"])
        let first = try #require(model.suggestions.first)
        let german = try TranslationDirection.between("de", "ru")
        #expect(first.translation == "собака" && first.direction == german)
        model.choose(first)
        #expect(model.text == "Hund" && model.direction == german)
        model.setLanguages(from: "en", to: "ru")
        model.text = "hosue"
        try await time.advanceToNextSleep()
        #expect(await waitUntil { model.suggestions.map(\.text) == ["house", "horse"] })
        #expect(model.suggestions.allSatisfy { $0.direction == nil })
        model.choose(model.suggestions[0])
        #expect(model.text == "house")
        app.detach()
    }

    @Test(
        "a text is looked up without being saved: services are asked in the first direction, or in those that are named"
    )
    func lookUp() async throws {
        let (app, model) = try makeApp()
        #expect(texts(try #require(await model.lookUp("собаки"))) == ["ru→en собака dog", "ru→de собака Hund"])
        #expect(texts(try #require(await model.lookUp("собаки", to: "de"))) == ["ru→de собака Hund"])
        // What answers at once is asked first.
        #expect(service.texts.isEmpty)
        #expect(await model.lookUp("змея") == [])
        #expect(service.texts == ["змея"])
        #expect(await model.lookUp("собаки", from: "it") == [])
        #expect(service.texts == ["змея", "собаки", "собаки", "собаки"])
        #expect(await model.lookUp("Hund", from: "de", to: "de") == nil)
        #expect(model.failure == .sameLanguage(.german))
        service.change { _, _ throws(TranslationError) in throw .network("no") }
        #expect(await model.lookUp("zzzzzz") == nil)
        #expect(model.failure?.code == "network" && model.lookUpFailure == nil)
        // Similar words need no service; that it failed is said as well.
        #expect(texts(try #require(await model.lookUp("hosue"))) == ["en→ru house дом", "en→ru horse лошадь"])
        #expect(model.failure == nil && model.lookUpFailure?.code == "network")
        #expect(texts(try #require(await model.lookUp("house"))).first == "en→ru house дом")
        #expect(model.lookUpFailure == nil)
        #expect(try await app.words.wordCount() == 0)
        app.detach()
    }
}
