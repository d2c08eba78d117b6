import CoreModule
import Foundation
import PersonalDictionary
import SuperappTesting
import TestSupport
import Testing

@Suite("Live look-up", .bounded)
@MainActor
struct LiveLookUpTests {
    private let time = ManualTime()
    private let store = DictionaryStore.inMemory()
    private let tree = FeatureTree()
    private let service: ScriptedTranslationService

    init() {
        let clock = time.clock
        service = ScriptedTranslationService { text, direction throws(TranslationError) in
            guard text.value != "unknown" else { throw .notFound }
            return try DictionaryEntry(
                headword: text.value, direction: direction, senses: [.init(translations: ["<\(text)>"])],
                provider: .dict, date: clock.now())
        }
    }

    private func makeScreen(
        cache: (any TranslationCache)? = nil, remote: [any WordSuggesting] = []
    ) throws -> (app: AppGraph, model: NewWordViewModel) {
        let glossary = try Glossary(
            Data("partOfSpeech\ten\tru\nnoun\tdog\tсобака\nnoun\tdoghouse\tконура\nnoun\tcat|kitty\tкошка".utf8))
        let dependencies = AppDependencies(
            store: DictionaryStore(
                words: store.words, todos: store.todos, cache: cache ?? store.cache),
            translation: TranslationServices(
                service, suggestionsOnDevice: [GlossaryTranslationService(glossary, clock: time.clock)],
                remoteSuggestions: remote, clock: time.clock, sleeper: time.sleeper),
            direction: .englishToRussian,
            environment: AppEnvironment(
                clock: time.clock, sleeper: time.sleeper, identifiers: .sequence(prefix: "w")))
        let app = AppBuilder(dependencies: dependencies, parent: tree.root).build()
        return (app, app.mainScreen.mainNavigator.toNewWord.router.open().viewModel)
    }

    @Test("saved words, the glossary and cached answers are suggested at once; services only when typing stops")
    func typing() async throws {
        try await store.vocabulary.add(.make("1", "Dogma", createdAt: time.now))
        let entry = try DictionaryEntry.make("dogged", ["упорный"], at: time.now)
        try await store.cache.keep(.found(entry), of: .dict, to: WordText("dogged"), .englishToRussian, at: time.now)
        let (app, model) = try makeScreen()
        model.text = "dog"
        await waitUntil { !model.suggestions.isEmpty }
        #expect(model.suggestions.map(\.text) == ["Dogma", "dog", "doghouse", "dogged"])
        #expect(model.suggestions.map(\.translation) == [nil, "собака", "конура", "упорный"])
        #expect(model.suggestions.first?.source == .saved(WordID("1")))
        #expect(model.isSuggesting)
        #expect(service.texts.isEmpty)
        #expect(await time.nextSleep() == time.now.addingTimeInterval(0.6))
        try await time.advanceToNextSleep()
        await waitUntil { !model.isSuggesting }
        #expect(service.texts == ["dog"])
        #expect(model.suggestions.map(\.text) == ["Dogma", "dog", "doghouse", "dogged", "dog"])
        #expect(model.suggestions.last == Suggestion(text: "dog", translation: "<dog>", source: .provider(.dict)))
        model.choose(model.suggestions[1])
        #expect(model.text == "dog")
        model.text = ""
        #expect(model.suggestions.isEmpty && !model.isSuggesting)
        app.detach()
    }

    @Test("a superseded text is not looked up, and its results are never shown")
    func overtaken() async throws {
        let (app, model) = try makeScreen()
        for text in ["c", "ca", "cat"] {
            model.text = text
            await waitUntil { !model.suggestions.isEmpty }
            _ = await time.nextSleep()
        }
        #expect(model.suggestions.map(\.text) == ["cat"])
        model.text = "kit"
        await waitUntil { model.suggestions.first?.text == "kitty" }
        while model.isSuggesting {
            time.advance(by: 1)
            await waitUntil(timeout: .milliseconds(20)) { !model.isSuggesting }
        }
        #expect(service.texts == ["kit"])
        app.detach()
    }

    @Test("the failure of a service is reported, and what was found stays")
    func failure() async throws {
        service.change { _, _ throws(TranslationError) in throw .rateLimited(until: nil) }
        let (app, model) = try makeScreen()
        model.text = "dog"
        await waitUntil { !model.suggestions.isEmpty }
        try await time.advanceToNextSleep()
        await waitUntil { !model.isSuggesting }
        // A limit without a date holds for a minute at first.
        #expect(model.suggestionFailure == .translation(.rateLimited(until: time.now + 60)))
        #expect(model.suggestions.map(\.text) == ["dog", "doghouse"])
        #expect(!model.isSuggesting)
        app.detach()
    }

    @Test("an unknown word gives no suggestion and no failure; a text that is too long is not looked up")
    func unknown() async throws {
        let (app, model) = try makeScreen()
        model.text = "unknown"
        try await time.advanceToNextSleep()
        await waitUntil { !model.isSuggesting }
        #expect(model.suggestions.isEmpty && model.suggestionFailure == nil)
        model.text = String(repeating: "x", count: 501)
        #expect(!model.isSuggesting)
        #expect(service.texts == ["unknown"])
        app.detach()
    }

    @Test("suggestions of one source are offered if another fails, and the failure is reported beside them")
    func oneSourceFails() async throws {
        let (app, model) = try makeScreen(cache: FailingTranslationCache())
        model.text = "dog"
        await waitUntil { model.suggestionFailure != nil }
        #expect(model.suggestions.map(\.text) == ["dog", "doghouse"])
        #expect(model.suggestionFailure == FaultyWordRepository.error)
        app.detach()
    }

    @Test("a screen that was dismissed asks for nothing, even if its model is still held")
    func putAway() async throws {
        let (app, model) = try makeScreen()
        model.text = "dog"
        await waitUntil { !model.suggestions.isEmpty }
        let due = try #require(await time.nextSleep())
        app.detach()
        await waitUntil(timeout: .seconds(1)) { !model.isSuggesting }
        time.advance(by: due.timeIntervalSince(time.now) + 1)
        await waitUntil(timeout: .milliseconds(200)) { !service.texts.isEmpty }
        #expect(service.texts.isEmpty)
        model.text = "cat"
        #expect(!model.isSuggesting)
    }

    // MARK: Words that services list

    private nonisolated func listed(_ text: String, _ translation: String? = nil) -> Suggestion {
        Suggestion(text: text, translation: translation, source: .provider(.dict))
    }

    @Test(
        "words that services list are suggested when typing stops, behind known words and without repeating them")
    func remoteWords() async throws {
        try await store.vocabulary.add(.make("1", "Dogma", createdAt: time.now))
        let first = ScriptedSuggestions { text throws(TranslationError) in
            [listed("DOG"), listed("dogma"), listed("\(text) days"), listed("doghouse", "собачья будка")]
        }
        let second = ScriptedSuggestions { _ throws(TranslationError) in [listed("dog days"), listed("dogfish")] }
        let (app, model) = try makeScreen(remote: [first, second])
        model.text = "dog"
        await waitUntil { !model.suggestions.isEmpty }
        _ = await time.nextSleep()
        #expect(first.texts.isEmpty && second.texts.isEmpty)
        try await time.advanceToNextSleep()
        await waitUntil { !model.isSuggesting }
        let listedWords = model.suggestions.filter { $0.translation != "<dog>" }
        #expect(listedWords.map(\.text) == ["Dogma", "dog", "doghouse", "dog days", "doghouse", "dogfish"])
        #expect(listedWords.map(\.translation) == [nil, "собака", "конура", nil, "собачья будка", nil])
        #expect(
            model.suggestions.prefix(3) == listedWords.prefix(3) && model.suggestions.contains(listed("dog", "<dog>")))
        #expect(first.texts == ["dog"])
        // A word without a translation is taken like any other, and looked up.
        model.choose(listedWords[3])
        #expect(model.text == "dog days" && model.isSuggesting)
        app.detach()
    }

    @Test("a list that fails hides no other suggestions, and the failure is reported beside them")
    func remoteFailure() async throws {
        let failing = ScriptedSuggestions { _ throws(TranslationError) in throw .network(Message("down")) }
        let unable = ScriptedSuggestions { _ throws(TranslationError) in throw .unsupportedDirection(.englishToRussian)
        }
        let able = ScriptedSuggestions { _ throws(TranslationError) in [listed("dogfish")] }
        let (app, model) = try makeScreen(remote: [failing, unable, able])
        model.text = "dog"
        try await time.advanceToNextSleep()
        await waitUntil { !model.isSuggesting }
        #expect(model.suggestions.prefix(2).map(\.text) == ["dog", "doghouse"])
        #expect(Set(model.suggestions.dropFirst(2)) == [listed("dog", "<dog>"), listed("dogfish")])
        #expect(model.suggestionFailure == .translation(.network(Message("down"))))
        model.text = "cat"
        #expect(model.suggestionFailure == nil)
        app.detach()
    }

    @Test("a slow look-up does not delay lists of other services, and a slow list does not delay look-ups")
    func oneIsSlow() async throws {
        let latch = Latch()
        let listsAtOnce = ScriptedSuggestions { _ throws(TranslationError) in [listed("dogfish")] }
        service.change { [answer = service.current] text, direction throws(TranslationError) in
            await latch.wait()
            return try await answer(text, direction)
        }
        let (app, model) = try makeScreen(remote: [listsAtOnce])
        model.text = "dog"
        try await time.advanceToNextSleep()
        await waitUntil { model.suggestions.contains(listed("dogfish")) }
        #expect(model.isSuggesting)
        latch.open()
        await waitUntil { !model.isSuggesting }
        #expect(model.suggestions.map(\.text) == ["dog", "doghouse", "dogfish", "dog"])
        app.detach()
    }

    @Test("what a service knows of an earlier text is not shown for a later one")
    func earlierAnswer() async throws {
        let (app, model) = try makeScreen()
        model.text = "dog"
        try await time.advanceToNextSleep()
        await waitUntil { !model.isSuggesting }
        #expect(model.suggestions.last == listed("dog", "<dog>"))
        model.text = "cat"
        // The delay begins when the suggestions of the device are shown.
        _ = await time.nextSleep()
        #expect(model.suggestions.map(\.text) == ["cat"])
        app.detach()
    }

    @Test("a list for a superseded text is cancelled and never shown")
    func overtakenList() async throws {
        let asked = Latch()
        let cancelled = Latch()
        let list = ScriptedSuggestions { text throws(TranslationError) in
            guard text == "dog" else { return [] }
            asked.open()
            await Latch().wait()
            cancelled.open()
            return [listed("dogfish")]
        }
        let (app, model) = try makeScreen(remote: [list])
        model.text = "dog"
        try await time.advanceToNextSleep()
        await asked.wait()
        model.text = "cat"
        await cancelled.wait()
        await waitUntil { model.suggestions.first?.text == "cat" }
        try await time.advanceToNextSleep()
        await waitUntil { !model.isSuggesting }
        #expect(!model.suggestions.contains { $0.text == "dogfish" })
        #expect(model.suggestionFailure == nil)
        app.detach()
    }

    @Test("what is shown keeps its place while the user types on, and what comes later is behind it")
    func order() async throws {
        for (number, word) in ["bread", "break", "breakfast"].enumerated() {
            time.advance(by: Double(number))
            try await store.vocabulary.add(.make(word, word, createdAt: time.now))
        }
        let list = ScriptedSuggestions { _ throws(TranslationError) in [listed("breadbin"), listed("break", "ломать")] }
        service.change { _, _ throws(TranslationError) in throw .notFound }
        let (app, model) = try makeScreen(remote: [list])
        model.text = "brea"
        await waitUntil { !model.suggestions.isEmpty }
        var shown = model.suggestions
        #expect(Set(shown.map(\.text)) == ["bread", "break", "breakfast"])
        try await time.advanceToNextSleep()
        await waitUntil { !model.isSuggesting }
        #expect(Array(model.suggestions.prefix(3)) == shown)
        #expect(model.suggestions.dropFirst(3) == [listed("breadbin"), listed("break", "ломать")])
        // A word that was added since, and what a service has listed.
        time.advance(by: 1)
        try await store.vocabulary.add(.make("breakable", "breakable", createdAt: time.now))
        shown = model.suggestions.filter { $0.text.hasPrefix("break") }
        model.text = "break"
        await waitUntil { model.suggestions.contains { $0.text == "breakable" } }
        #expect(model.suggestions.dropLast() == shown && model.suggestions.last?.text == "breakable")
        // Another text begins anew.
        model.text = "bread"
        await waitUntil { model.suggestions.first?.text == "bread" }
        #expect(model.suggestions.map(\.text) == ["bread"])
        app.detach()
    }

    @Test("a word that a service has listed keeps its place when its translation comes")
    func translationOfListedWord() async throws {
        let latch = Latch()
        let list = ScriptedSuggestions { _ throws(TranslationError) in [listed("doc"), listed("docile")] }
        service.change { [answer = service.current] text, direction throws(TranslationError) in
            await latch.wait()
            return try await answer(text, direction)
        }
        let (app, model) = try makeScreen(remote: [list])
        model.text = "doc"
        try await time.advanceToNextSleep()
        await waitUntil { model.suggestions.count == 2 }
        latch.open()
        await waitUntil { !model.isSuggesting }
        #expect(model.suggestions == [listed("doc", "<doc>"), listed("docile")])
        app.detach()
    }

    @Test("if there is no room for more suggestions, no list is asked for")
    func noRoom() async throws {
        for number in 0..<9 { try await store.vocabulary.add(.make("\(number)", "dog \(number)", createdAt: time.now)) }
        let list = ScriptedSuggestions { _ throws(TranslationError) in [listed("dogfish")] }
        let (app, model) = try makeScreen(remote: [list])
        model.text = "dog"
        // One place is left for the word itself.
        await waitUntil { model.suggestions.count == 7 }
        try await time.advanceToNextSleep()
        await waitUntil { !model.isSuggesting }
        #expect(list.texts.isEmpty)
        #expect(service.texts == ["dog"])
        #expect(model.suggestions.count == 8 && model.suggestions.last == listed("dog", "<dog>"))
        app.detach()
    }

    // MARK: What is on the device

    @Test("saved words of another direction do not displace those of the current one")
    func savedInDirection() async throws {
        try await store.vocabulary.add(.make("ru", "dogfight", createdAt: time.now))
        time.advance(by: 1)
        for number in 0..<20 {
            try await store.vocabulary.add(.make("\(number)", "dog \(number)", "en", "de", createdAt: time.now))
        }
        let (app, model) = try makeScreen()
        model.text = "dog"
        await waitUntil { !model.suggestions.isEmpty }
        #expect(model.suggestions.map(\.text) == ["dogfight", "dog", "doghouse"])
        app.detach()
    }

    @Test("cached answers are suggested ignoring case and accents")
    func foldedCache() async throws {
        let entry = try DictionaryEntry.make("Dögged", ["упорный"], at: time.now)
        try await store.cache.keep(.found(entry), of: .dict, to: WordText("Dögged"), .englishToRussian, at: time.now)
        let (app, model) = try makeScreen()
        model.text = "DOGG"
        await waitUntil { !model.suggestions.isEmpty }
        #expect(model.suggestions.map(\.text) == ["Dögged"])
        app.detach()
    }
}
