import CoreModule
import Foundation
import PersonalDictionary
import Testing

@MainActor
@Suite("The statistics, a feature of an embedder", .timeLimit(.minutes(15)))
struct StatisticsTests {
    private let tree = FeatureTree()

    /// The app with some words: dog (translated, favourite) and fox into Russian, Hund into Italian.
    private func makeApp(words: [Word]? = nil) async throws -> StudyAppGraph {
        let store = DictionaryStore.inMemory()
        try await Vocabulary(store.words).add(words ?? Self.sample())
        let dependencies = AppDependencies(
            store: store, providers: TranslationConfiguration([.service(GlossaryTranslationService(clock: .system))]),
            direction: .englishToRussian,
            environment: AppEnvironment(
                identifiers: .sequence(prefix: "new"), localizer: .personalDictionary(locale: Locale(identifier: "ru")))
        )
        return StudyAppBuilder(dependencies: dependencies, parent: tree.root).build()
    }

    private static func sample() throws -> [Word] {
        let date = Date(millisecondsSince1970: 1_795_255_200_000)
        let translation = Translation(text: "собака", provider: .glossary, date: date)
        let toItalian = try TranslationDirection(from: .german, to: .italian)
        return [
            try word("1", "dog", .englishToRussian, .translated(translation), isFavorite: true),
            try word("2", "fox", .englishToRussian),
            try word("3", "Hund", toItalian),
        ]
    }

    private static func word(
        _ id: String, _ text: String, _ direction: TranslationDirection, _ translation: TranslationState = .pending,
        isFavorite: Bool = false
    ) throws -> Word {
        let date = Date(millisecondsSince1970: 1_795_255_200_000)
        return Word(
            id: WordID(id), text: try WordText(text), direction: direction, translation: translation,
            isFavorite: isFavorite, createdAt: date, updatedAt: date)
    }

    // MARK: Behaviour

    @Test("words are counted by direction, the one with the most first")
    func content() async throws {
        let app = try await makeApp()
        let screen = app.toStatistics.router.open()
        #expect(screen.viewModel.state == .loading)
        await screen.viewModel.load()
        guard case .content(let rows) = screen.viewModel.state else { throw Unexpected() }
        #expect(rows.map(\.words) == [2, 1])
        #expect(rows.map(\.translated) == [1, 0])
        #expect(rows.map(\.favorites) == [1, 0])
        #expect(rows.map(\.direction.source) == [.english, .german])
    }

    @Test("an empty dictionary is shown as empty")
    func empty() async throws {
        let app = try await makeApp(words: [])
        let screen = app.toStatistics.router.open()
        await screen.viewModel.load()
        #expect(screen.viewModel.state == .empty)
        #expect(screen.localizer(screen.viewModel.message) == "Пока нет слов")
    }

    @Test("all words are counted, even if there is more than one page")
    func pages() async throws {
        let words = try (0..<2500).map { try Self.word("\($0)", "word \($0)", .englishToRussian) }
        let app = try await makeApp(words: words)
        let screen = app.toStatistics.router.open()
        await screen.viewModel.load()
        guard case .content(let rows) = screen.viewModel.state else { throw Unexpected() }
        #expect(rows.map(\.words) == [2500])
    }

    @Test("changes on other screens are counted")
    func live() async throws {
        let app = try await makeApp(words: [])
        let model = app.toStatistics.router.open().viewModel
        await model.load()
        let newWord = app.app.mainScreen.mainNavigator.toNewWord.router.open()
        newWord.viewModel.text = "dog"
        let word = try #require(await newWord.viewModel.save())
        #expect(await waitUntil { model.state == .content([.init(direction: .englishToRussian, words: 1)]) })
        app.app.startTranslating()
        #expect(
            await waitUntil { model.state == .content([.init(direction: .englishToRussian, words: 1, translated: 1)]) })
        try await app.app.words.remove([word.id])
        #expect(await waitUntil { model.state == .empty })
    }

    @Test("a change during the load is counted once")
    func changesWhileReading() async throws {
        let words = FailingWords()
        let model = StatisticsViewModel(words: Vocabulary(words))
        let sample = try Self.sample()
        try await Vocabulary(words.base).add(sample)
        await words.hold()
        let load = Task { await model.load() }
        try await words.waitUntilHeld()
        await model.apply(.removed(sample[0].id))
        await model.apply(.added(sample[1]))
        await words.release()
        await load.value
        guard case .content(let rows) = model.state else { throw Unexpected() }
        #expect(rows.map(\.words).reduce(0, +) == 2)
    }

    @Test("a store failure is shown, and a later load works")
    func failure() async throws {
        let words = FailingWords()
        try await Vocabulary(words.base).add(Self.sample())
        let model = StatisticsViewModel(words: Vocabulary(words))
        await words.fail(with: .notFound("the store"))
        await model.load()
        #expect(model.state == .failed(.notFound("the store")))
        await words.fail(with: nil)
        await model.load()
        guard case .content = model.state else { throw Unexpected() }
    }

    @Test("the texts are in English and Russian, and the library's texts are still translated")
    func languages() async throws {
        let russian = try await makeApp().toStatistics.router.open()
        await russian.viewModel.load()
        #expect(russian.localizer(russian.viewModel.message) == "В словаре 3 слова")
        #expect(russian.localizer(russian.title) == "Статистика")
        guard case .content(let rows) = russian.viewModel.state else { throw Unexpected() }
        #expect(russian.localizer(rows[0].message) == "слов: 2, переведено: 1, избранных: 1")
        #expect(russian.localizer(DictionaryError.emptyText.explanation) != "\(DictionaryError.emptyText.explanation)")
        let english = Localizer.personalDictionary(locale: Locale(identifier: "en")).adding(.statistics)
        #expect(english(russian.viewModel.message) == "3 words in your dictionary")
        #expect(english(rows[0].message) == "words 2, translated 1, favourites 1")
    }

    // MARK: Lifetime

    @Test("the screen is in the tree while it is open")
    func picture() async throws {
        let app = try await makeApp()
        #expect(!tree.drawing().contains("Statistics"))
        app.toStatistics.router.open()
        #expect(
            tree.drawing().split(separator: "\n").suffix(2) == [
                "└── NavToStatistics (B G R)",
                "    └─→ [Statistics] (B G MVVM)",
            ])
    }

    @Test("a screen that was used and closed leaves nothing behind")
    func lifetime() async throws {
        let app = try await makeApp()
        _ = app.toStatistics
        let before = tree.snapshot()
        await app.toStatistics.router.open().viewModel.load()
        #expect(tree.snapshot() != before)
        app.app.navigation.pop()
        try await tree.expectNoLeaks(keeping: before)
    }

    @Test("an app that is released with the screen open leaves nothing behind")
    func wholeApp() async throws {
        var app: StudyAppGraph? = try await makeApp()
        await app?.toStatistics.router.open().viewModel.load()
        app = nil
        try await tree.expectNoLeaks()
    }

    @Test("a view model that outlives its screen is reported")
    func leak() async throws {
        let app = try await makeApp()
        let kept = app.toStatistics.router.open().viewModel
        app.app.navigation.pop()
        let path = "StudyApp / NavToStatistics / Statistics"
        #expect(tree.leaks().map(\.description).contains("viewModel of \(path) outlived its feature"))
        withExtendedLifetime(kept) {}
    }

    // MARK: Size

    @Test("the feature takes one folder, and one line in its parent")
    func oneLine() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "StudyApp")
        let parent = try String(contentsOf: folder.appending(path: "StudyApp.swift"), encoding: .utf8)
        #expect(parent.split(separator: "\n").filter { $0.contains("Statistics") }.count == 1)
    }
}

private struct Unexpected: Error {}
