import CoreModule
import Foundation
import PersonalDictionary
import SuperappTesting
import TestSupport
import Testing
import TodoList

@MainActor
@Suite("A store of one's own, and dependencies that are changed", .bounded)
struct OwnStoreTests {
    private let time = ManualTime()

    private var environment: AppEnvironment { AppEnvironment(clock: time.clock, sleeper: time.sleeper) }

    @Test("an app on a store of one's own has the whole translator chain, and what is remembered is in that store")
    func chain() async throws {
        let closed = Locked(0)
        let memory = DictionaryStore.inMemory()
        let store = DictionaryStore(
            words: memory.words, todos: memory.todos, settings: memory.settings, cache: memory.cache,
            requests: memory.requests, close: { closed.withLock { $0 += 1 } })
        try await memory.typedSettings.save(.between("de", "ru"), for: .direction)
        let service = ScriptedTranslationService(["Hund": "собака"])
        let dependencies = try await AppDependencies.open(
            AppConfiguration(
                storage: .store(store), translation: TranslationConfiguration([.remote(service, name: "mine")]),
                environment: environment))
        #expect(dependencies.direction == (try .between("de", "ru")))
        let app = AppBuilder(dependencies: dependencies, parent: FeatureTree().root).build()
        let word = try Word.make("1", "Hund", "de", "ru", createdAt: time.now)
        try await app.words.add(word)
        #expect(try await app.translation.translateWaiting().map(\.id) == [word.id])
        #expect(try await Vocabulary(memory.words).word(word.id).translation.translation?.text == "собака")
        let kept = try await memory.cache.answer(
            of: TranslationProvider(rawValue: "mine"), to: word.text, word.direction)
        #expect(kept?.answer != nil)
        await dependencies.close()
        #expect(closed.withLock(\.self) == 1)
    }

    @Test("a store of one's own that cannot be read stays open, and the error is thrown")
    func unreadable() async {
        let closed = Locked(0)
        let settings = FaultySettingsStore()
        settings.error = StoreError(.unreadable, path: nil, message: Message("gone"))
        let store = DictionaryStore(
            words: InMemoryWordRepository(), todos: TaskList.inMemory(), settings: settings,
            close: { closed.withLock { $0 += 1 } })
        let error = await #expect(throws: DictionaryError.self) {
            try await AppDependencies.open(AppConfiguration(storage: .store(store)))
        }
        #expect(error?.code == settings.error?.code.rawValue)
        #expect(closed.withLock(\.self) == 0)
    }

    @Test("one dependency is changed, and the others stay")
    func with() async throws {
        let service = ScriptedTranslationService(["dog": "пёс"])
        let preview = AppDependencies.preview(words: [.sample("dog")], environment: environment)
        let app = AppGraph.preview(
            preview.with { $0.translation = TranslationServices(service, clock: time.clock, sleeper: time.sleeper) })
        #expect(app.mainScreen.mainWordList.viewModel.words.map(\.text.value) == ["dog"])
        #expect(try await app.translation.translateWaiting().count == 1)
        #expect(app.mainScreen.mainWordList.viewModel.words.isEmpty == false)
        #expect(try await app.words.word(WordID("sample-en-ru-dog")).translation.translation?.text == "пёс")
        #expect(service.texts == ["dog"])
    }

    @Test("the reminder follows the time zone of the environment that the app has in the end")
    func reminder() async throws {
        let tokyo = Localizer.personalDictionary(timeZone: try #require(TimeZone(identifier: "Asia/Tokyo")))
        let dependencies = AppDependencies.preview(environment: environment).with { $0.environment.localizer = tokyo }
        let app = AppGraph.preview(dependencies)
        let dates = try await app.pushNotification.reminder.upcoming(1)
        #expect(dates.map { $0.formatted(.iso8601) } == ["2026-11-21T10:30:00Z"])
    }

    @Test("another clock is also that of the sleeper and the identifiers that were not given")
    func clock() async {
        let early = WallClock { Date(timeIntervalSince1970: 1) }
        let changed = AppEnvironment().with { $0.clock = early }
        let id: WordID = changed.identifiers.next()
        // The first 48 bits of the identifier are the clock's milliseconds.
        #expect(id.rawValue.hasPrefix("00000000-03e8-7"))
        let own = AppEnvironment(identifiers: .sequence(prefix: "own-")).with { $0.clock = early }
        let first: WordID = own.identifiers.next()
        #expect(first.rawValue.hasPrefix("own-"))
    }

    @Test(
        "another clock and another store reach the translation services of the configuration, but replace none of one's own"
    )
    func services() async throws {
        let (text, direction) = (try WordText("Hund"), try TranslationDirection.between("de", "ru"))
        let provider = TranslationProvider(rawValue: "mine")
        let opened = try await AppDependencies.open(
            AppConfiguration(
                storage: .memory,
                translation: TranslationConfiguration([
                    .remote(ScriptedTranslationService(["Hund": "собака"]), name: provider.rawValue)
                ]), environment: environment))
        let (later, other) = (ManualTime(ManualTime.start + 1000), DictionaryStore.inMemory())
        // One at a time.
        let stored = opened.with { $0.store = other }
        #expect(try await stored.makeTranslation().entries(of: text, in: [direction]).count == 1)
        #expect(try await other.cache.answer(of: provider, to: text, direction)?.date == time.now)
        #expect(try await opened.store.cache.answer(of: provider, to: text, direction)?.date == nil)
        let timed = opened.with { $0.environment.clock = later.clock }
        #expect(try await timed.makeTranslation().entries(of: text, in: [direction]).count == 1)
        #expect(try await opened.store.cache.answer(of: provider, to: text, direction)?.date == later.now)
        let own = opened.with {
            $0.translation = TranslationServices(ScriptedTranslationService(["Hund": "пёс"]), clock: later.clock)
            $0.environment.clock = later.clock
            $0.store = other
        }
        let entries = try await own.makeTranslation().entries(of: text, in: [direction])
        #expect(entries.flatMap(\.senses).flatMap(\.translations) == ["пёс"])
    }

    @Test("an error inside a change is thrown, and nothing is changed")
    func throwing() {
        let dependencies = TodoListDependencies.preview([])
        #expect(throws: DictionaryError.emptyText) {
            _ = try dependencies.with { changed throws(DictionaryError) in
                changed.timeZone = .gmt
                throw .emptyText
            }
        }
    }

    @Test("a word in JSON is the word, in every state")
    func coding() throws {
        let translation = Translation(text: "a", alternatives: ["b", "c"], provider: .user, date: time.now)
        let states: [TranslationState] = [
            .pending, .notFound, .failed(until: nil), .failed(until: time.now), .translated(translation),
            .translated(Translation(text: "x", provider: .pons, date: time.now)),
        ]
        for (number, state) in states.enumerated() {
            let word = Word(
                id: WordID("1"), text: try WordText("dog"), direction: .englishToRussian, translation: state,
                isFavorite: number.isMultiple(of: 2), note: try WordNote(number < 3 ? "" : "two\nlines"),
                createdAt: time.now, updatedAt: time.now + 1)
            let json = try JSONEncoder().encode(word)
            #expect(try JSONDecoder().decode(Word.self, from: json) == word)
            #expect(StoredTranslation(state).state == state)
        }
        let short =
            #"{"id":"1","text":"dog","direction":{"source":"en","target":"ru"},"createdAt":1000,"updatedAt":1000}"#
        let read = try JSONDecoder().decode(Word.self, from: Data(short.utf8))
        #expect(read.translation == .pending && !read.isFavorite && read.note == .empty)
        #expect(read.createdAt == Date(timeIntervalSince1970: 1))
    }
}
