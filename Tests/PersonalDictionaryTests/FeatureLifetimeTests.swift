import CoreModule
import PersonalDictionary
import SuperappTesting
import TestSupport
import Testing
import TodoList

@MainActor
@Suite("Lifetimes of the screens", .bounded)
struct FeatureLifetimeTests {
    /// Opens a screen and uses it.
    enum Visit: CaseIterable, Sendable {
        case newWord, favorites, search, dictionaryEntry, review, bin, devices, todoList, todoEditor, todoConflicts

        @MainActor
        func pay(_ app: TestApp) async throws {
            switch self {
            case .newWord:
                let screen = app.navigator.toNewWord.router.open()
                screen.viewModel.text = "fox"
                await screen.viewModel.save()
                await screen.langPicker.viewModel.swap()
            case .favorites:
                await app.navigator.toFavorites.router.open().favoriteWordList.viewModel.load()
            case .search:
                let screen = app.navigator.toSearch.router.open()
                app.navigator.searchTextInput.viewModel.text = "d"
                await waitUntil { screen.searchWordList.viewModel.words.count == 1 }
                screen.modePicker.viewModel.mode = .word
            case .dictionaryEntry:
                let word = try await app.store.vocabulary.words(.newest(1))[0]
                let screen = app.graph.mainScreen.mainWordList.wordList.toEntry.open(word)
                await screen.viewModel.load()
                await screen.viewModel.setFavorite(true)
            case .review:
                let word = try await app.store.vocabulary.words(.newest(1))[0]
                try await app.graph.words.setUserTranslations(["x"], of: word.id, at: app.time.clock.now())
                let screen = app.navigator.toReview.router.open()
                await screen.viewModel.load()
                screen.viewModel.reveal()
                await screen.viewModel.rate(.good)
                await screen.toStatistics.router.open().viewModel.load()
                await app.navigator.dueReviews.viewModel.load()
            case .bin:
                let word = try await app.store.vocabulary.words(.newest(1))[0]
                await app.rows.remove([word.id])
                let screen = app.navigator.toBin.router.open()
                await screen.viewModel.load()
                await screen.viewModel.restore([word.id])
                await screen.viewModel.empty()
            case .devices:
                let screen = app.navigator.toDevices.router.open()
                await screen.viewModel.load()
                await screen.viewModel.synchronize()
            case .todoList:
                let screen = app.navigator.toTodoList.router.open().mainScreen
                await screen.list.viewModel.load()
                await screen.list.viewModel.add("task")
                await screen.counter.viewModel.load()
                screen.showButton.viewModel.toggle()
            case .todoEditor:
                let list = app.navigator.toTodoList.router.open().mainScreen
                let screen = list.toEditor.router.open(nil)
                screen.viewModel.text = "task"
                await screen.viewModel.save(closes: false)
                await list.networkIndicator.viewModel.load()
            case .todoConflicts:
                let list = app.navigator.toTodoList.router.open().mainScreen
                let screen = list.toConflicts.router.open()
                await screen.viewModel.load()
                await screen.viewModel.restore(Identifier("1"))
                await list.toConflicts.viewModel.load()
            }
        }
    }

    @Test("a screen that was used and dismissed leaves nothing behind", arguments: Visit.allCases)
    func screens(visit: Visit) async throws {
        let app = TestApp()
        await app.add("dog")
        app.graph.startTranslating()
        let before = app.tree.snapshot()
        try await visit.pay(app)
        #expect(!app.graph.navigation.screens.isEmpty)
        #expect(app.tree.snapshot() != before)
        app.graph.navigation.popAll()
        #expect(app.tree.snapshot() == before)
        // A task that was running when the screen was dismissed may hold it for a moment.
        try await app.tree.expectNoLeaks(keeping: before, within: .seconds(60))
    }

    @Test("a list that is dismissed while it loads again cancels the load, and loads nothing more")
    func reloading() async throws {
        let words = HangingWordRepository()
        let app = TestApp(words: words)
        let before = app.tree.snapshot()
        await app.navigator.toFavorites.router.open().favoriteWordList.viewModel.load()
        words.hangs = true
        let dog = ImportedWord(try .make("1", "dog", createdAt: app.time.now), entry: nil)
        _ = try await app.graph.words.merge([dog]) { WordID("2") }
        try await eventually { words.hangingReads == 1 }
        app.graph.navigation.pop()
        try await app.tree.expectNoLeaks(keeping: before, within: .seconds(60))
        #expect(words.hangingReads == 1)
    }

    @Test("an app that is released with every screen open leaves nothing behind")
    func wholeApp() async throws {
        var app: TestApp? = TestApp()
        let tree = try #require(app?.tree)
        app?.graph.startTranslating()
        await app?.add("dog")
        for visit in Visit.allCases { if let app { try await visit.pay(app) } }
        #expect(app?.graph.navigation.screens.count == Visit.allCases.count)
        // The review opened two. Opening the list again returned to it, and so dismissed the editor.
        app = nil
        #expect(tree.snapshot().isEmpty)
        try await tree.expectNoLeaks(within: .seconds(60))
    }

    @Test("every object of every feature that is kept is reported with its name and path")
    func everyPlantedLeak() async throws {
        var app: TestApp? = TestApp()
        let tree = try #require(app?.tree)
        await app?.add("dog")
        for visit in Visit.allCases { if let app { try await visit.pay(app) } }
        let planted = Planted(try #require(app?.graph))
        #expect(planted.paths == Set(tree.snapshot().flatMap(\.withDescendants).map(\.path)))
        app?.graph.detach()
        app = nil
        let leaks = Set(tree.leaks().map { "\($0.object) of \($0.path)" })
        #expect(planted.objects.count > planted.paths.count)
        #expect(leaks.isSuperset(of: planted.objects), "\(planted.objects.subtracting(leaks))")
    }

    @Test("a screen's view model that is kept is reported")
    func plantedLeak() async {
        let app = TestApp()
        let kept = app.navigator.toNewWord.router.open().viewModel
        app.graph.navigation.pop()
        #expect(
            app.tree.leaks().map(\.description).contains(
                "viewModel of App / MainScreen / MainNavigator / NavToNewWord / NewWord outlived its feature"))
        withExtendedLifetime(kept) {}
    }
}

/// Keeps every graph of an app, and so all outputs of the graphs.
@MainActor
private struct Planted {
    private(set) var paths: Set<FeaturePath> = []
    /// `viewModel of App / MainScreen`.
    private(set) var objects: Set<String> = []
    private var kept: [any Graph] = []

    init(_ app: AppGraph) {
        keep(app)
        for screen in app.navigation.screens { keep(screen) }
    }

    private mutating func keep(_ graph: any Graph) {
        let path = graph.scope.path
        paths.insert(path)
        kept.append(graph)
        objects.insert("graph of \(path)")
        for child in Mirror(reflecting: graph).children {
            if let part = child.value as? any Graph {
                keep(part)
            } else if let name = child.label, ["viewModel", "router", "toEntry"].contains(name) {
                objects.insert("\(name) of \(path)")
            }
        }
    }
}

extension FeatureNode {
    fileprivate var withDescendants: [FeatureNode] { [self] + children.flatMap(\.withDescendants) }
}

/// Words in memory whose reads can be made to last until they are cancelled.
private final class HangingWordRepository: WordRepository {
    private let base = InMemoryWordRepository()
    private let state = Locked((hangs: false, count: 0))

    var hangs: Bool {
        get { state.withLock { $0.hangs } }
        set { state.withLock { $0.hangs = newValue } }
    }
    /// How many reads have begun to hang.
    var hangingReads: Int { state.withLock { $0.count } }

    func read<Value: Sendable>(
        _ body: @escaping @Sendable (any WordSnapshot) throws(DictionaryError) -> Value
    ) async throws(DictionaryError) -> Value {
        let hangs = state.withLock { state in
            if state.hangs { state.count += 1 }
            return state.hangs
        }
        if hangs { await Promise<Void>().value(whenCancelled: ()) }
        return try await base.read(body)
    }

    func write<Value: Sendable>(
        _ body: @escaping @Sendable (any WordTransaction) throws(DictionaryError) -> Value
    ) async throws(DictionaryError) -> Value {
        try await base.write(body)
    }

    func externalChanges() async throws(DictionaryError) -> [WordChange] { try await base.externalChanges() }
}
