import CoreModule
import Foundation
import PersonalDictionary
import SuperappTesting
import TestSupport
import Testing
import TodoList

@MainActor
@Suite("A main screen of one's own", .bounded)
struct OwnMainScreenTests {
    private let app = TestApp()

    @Test("an app has the features that its own main screen has, and a screen of its own in place of the library's")
    func ownMainScreen() async throws {
        let tree = FeatureTree()
        let todos = TaskList.inMemory()
        let words = InMemoryWordRepository()
        let dependencies = AppDependencies(
            store: DictionaryStore(words: words, todos: todos), translation: .none(clock: app.time.clock),
            direction: .englishToRussian,
            environment: AppEnvironment(clock: app.time.clock, sleeper: app.time.sleeper, linkScheme: "study"))
        var own: CustomAppGraph<OwnMainGraph>? = CustomAppBuilder(dependencies: dependencies, parent: tree.root) {
            OwnMainBuilder(dependencies: $0, parent: $1)
        }.build()
        let link = try #require(URL(string: "study://favorites"))
        #expect(try await own?.open(link) == .opened)
        #expect(own?.navigation.top is OwnFavoritesGraph)
        let state = try #require(own?.navigationState)
        #expect(state.screens == [.favorites])
        try await own?.restore(state)
        #expect(own?.navigationState == state)
        #expect(
            tree.drawing() == """
                App (B G)
                ├── PushNotification (B G R D)
                └── [OwnMain] (B G)
                    ├── NavToNewWord (B G R)
                    └── NavToOwnFavorites (B G R)
                        └─→ [OwnFavorites] (B G D)
                """)
        let task = try #require(URL(string: "study://todo"))
        #expect(try await own?.open(task) == .unknownLink)
        // The reminder's link, whose scheme is the library's.
        #expect(try await own?.open(try #require(URL(string: ReminderNotification.newWordLink))) == .opened)
        #expect(own?.navigation.top is NewWordGraph)
        own = nil
        #expect(tree.snapshot().isEmpty)
        try await eventually { tree.leaks().isEmpty }
    }

    @Test("rows of the library's lists, links and saved paths lead to an app's own entry, whichever was built first")
    func ownEntry() async throws {
        let dependencies = AppDependencies(
            store: DictionaryStore(words: InMemoryWordRepository(), todos: TaskList.inMemory()),
            translation: .none(clock: app.time.clock), direction: .englishToRussian,
            environment: AppEnvironment(clock: app.time.clock, sleeper: app.time.sleeper))
        let own = CustomAppBuilder(dependencies: dependencies, parent: FeatureTree().root) {
            OwnEntryMainBuilder(dependencies: $0, parent: $1)
        }.build()
        let now = app.time.clock.now()
        let word = Word(
            id: WordID("1"), text: try WordText("dog"), direction: .englishToRussian, createdAt: now, updatedAt: now)
        try await own.words.add(word)
        let favorites = own.mainScreen.toFavorites.router.open()
        let search = own.mainScreen.toSearch.router.open()
        let lists = [
            own.mainScreen.wordList.wordList, favorites.favoriteWordList.wordList, search.searchWordList.wordList,
        ]
        for list in lists {
            #expect(list.open(word) is OwnEntryGraph)
            #expect(own.navigation.top is OwnEntryGraph)
            own.navigation.pop()
        }
        #expect(try await own.open(try #require(URL(string: "superapp://word/1"))) == .opened)
        #expect(own.navigation.top is OwnEntryGraph)
        let state = own.navigationState
        #expect(state.screens == [.favorites, .search, .dictionaryEntry(word.id)])
        try await own.restore(state)
        #expect(own.navigation.top is OwnEntryGraph && own.navigationState == state)
        // Without an entry of its own, an app has the library's.
        #expect(app.graph.mainScreen.mainWordList.wordList.open(word) is DictionaryEntryGraph)
    }

    @Test("the library's main screen can be above one of the app's own, and is opened for links to its screens")
    func libraryMainScreen() async throws {
        let dependencies = AppDependencies(
            store: DictionaryStore(words: InMemoryWordRepository(), todos: TaskList.inMemory()),
            translation: .none(clock: app.time.clock), direction: .englishToRussian,
            environment: AppEnvironment(clock: app.time.clock, sleeper: app.time.sleeper))
        let own = CustomAppBuilder(dependencies: dependencies, parent: FeatureTree().root) {
            HostBuilder(dependencies: $0, parent: $1)
        }.build()
        let links: [(link: String, screens: [SavedScreen])] = [
            ("favorites", [.favorites]), ("todo", [.todoList]), ("new-task", [.todoList, .todoEditor(nil)]),
            ("search?text=do", [.search]),
        ]
        for (link, screens) in links {
            own.navigation.popAll()
            #expect(try await own.open(try #require(URL(string: "superapp://\(link)"))) == .opened)
            #expect(own.navigationState.screens == [.mainScreen] + screens)
        }
        try await eventually { own.navigationState.searchText == "do" }
        let main = own.mainScreen.toMainScreen.router.open()
        #expect(own.navigation.screens.count == 1 && own.navigation.top === main)
        own.navigation.popAll()
        #expect(try await own.open(try #require(URL(string: "superapp://todo/gone"))) == .notFound)
        #expect(own.navigation.screens.isEmpty, "the screens that were opened on the way are dismissed")
    }

    @Test("opening the library's main screen again does not take the server from a list that it synchronizes since")
    func mainScreenAgain() async throws {
        let server = TodoServerConnection(
            interval: .seconds(900), device: "here", clock: app.time.clock, sleeper: app.time.sleeper)
        server.use { (_, _) in TodoSynchronizer.Target(collection: EmptyCollection {}, address: "a") }
        let dependencies = AppDependencies(
            store: DictionaryStore(words: InMemoryWordRepository(), todos: TaskList.inMemory()),
            translation: .none(clock: app.time.clock), direction: .englishToRussian, todoServer: server,
            environment: AppEnvironment(clock: app.time.clock, sleeper: app.time.sleeper))
        let own = CustomAppBuilder(dependencies: dependencies, parent: FeatureTree().root) {
            HostBuilder(dependencies: $0, parent: $1)
        }.build()
        server.connect(.inMemory())
        let before = server.generation
        for _ in 0..<3 {
            own.mainScreen.toMainScreen.router.open()
            own.navigation.popAll()
        }
        #expect(server.generation == before)
    }

    @Test(
        "tasks have one synchronizer, however many ways lead to them, and it runs once, before they are shown; without a screen for a new word it has no link"
    )
    func twoWaysToTasks() async throws {
        let (made, runs) = (Locked(0), Locked(0))
        let server = TodoServerConnection(
            interval: .seconds(900), device: "here", clock: app.time.clock, sleeper: app.time.sleeper)
        server.use { (_, _) in
            made.withLock { $0 += 1 }
            return TodoSynchronizer.Target(
                collection: EmptyCollection { runs.withLock { $0 += 1 } }, address: "a")
        }
        let dependencies = AppDependencies(
            store: DictionaryStore(words: InMemoryWordRepository(), todos: TaskList.inMemory()),
            translation: .none(clock: app.time.clock), direction: .englishToRussian,
            todoServer: server,
            environment: AppEnvironment(clock: app.time.clock, sleeper: app.time.sleeper))
        let own = CustomAppBuilder(dependencies: dependencies, parent: FeatureTree().root) {
            TwoWaysBuilder(dependencies: $0, parent: $1)
        }.build()
        try await eventually(limit: .seconds(60)) { runs.withLock(\.self) == 1 }
        let list = own.mainScreen.first.router.open()
        #expect(own.mainScreen.second.router.open() === list)
        #expect(made.withLock { $0 } == 1 && runs.withLock { $0 } == 1)
        #expect(try await own.open(try #require(URL(string: ReminderNotification.newWordLink))) == .unknownLink)
        let newWord = own.pushNotification.open()
        #expect(own.pushNotification.open() === newWord && own.navigation.screens.count == 2)
    }
}

private struct EmptyCollection: TodoCollection {
    let onListing: @Sendable () -> Void
    func changes(since token: String?) async throws(WebDAVError) -> CalDAVChanges {
        onListing()
        return CalDAVChanges(changed: [], isFullListing: true, token: nil)
    }
    func objects(at paths: [WebDAVPath]) async throws(WebDAVError) -> [CalDAVObject] { [] }
    func put(_ data: [UInt8], at path: WebDAVPath, condition: CalDAVCondition) async throws(WebDAVError) -> ETag? {
        throw .forbidden(precondition: nil)
    }
    func delete(_ path: WebDAVPath, matching etag: ETag) async throws(WebDAVError) {}
    func path(named name: String) -> WebDAVPath {
        guard let path = WebDAVPath("/\(name).ics") else { preconditionFailure("\(name) is no name of a resource.") }
        return path
    }
}

private struct HostBuilder: Builder {
    static let feature = Feature.screen("Host")
    let dependencies: AppParts
    let parent: FeatureScope

    func makeGraph(in scope: FeatureScope) -> HostGraph {
        HostGraph(scope: scope, toMainScreen: dependencies.toMainScreen(in: scope))
    }
}

private final class HostGraph: Graph {
    let scope: FeatureScope
    let toMainScreen: RouteGraph<Void, MainScreenGraph>

    init(scope: FeatureScope, toMainScreen: RouteGraph<Void, MainScreenGraph>) {
        self.scope = scope
        self.toMainScreen = toMainScreen
    }
}

private struct TwoWaysBuilder: Builder {
    static let feature = Feature.screen("TwoWays")
    let dependencies: AppParts
    let parent: FeatureScope

    func makeGraph(in scope: FeatureScope) -> TwoWaysGraph {
        TwoWaysGraph(scope, dependencies.toTodoList(in: scope), dependencies.toTodoList(in: scope))
    }
}

private final class TwoWaysGraph: Graph {
    let scope: FeatureScope
    let first: NavToTodoListGraph
    let second: NavToTodoListGraph

    init(_ scope: FeatureScope, _ first: NavToTodoListGraph, _ second: NavToTodoListGraph) {
        self.scope = scope
        self.first = first
        self.second = second
    }
}

private struct OwnMainBuilder: Builder {
    static let feature = Feature.screen("OwnMain")
    let dependencies: AppParts
    let parent: FeatureScope

    func makeGraph(in scope: FeatureScope) -> OwnMainGraph {
        let parts = dependencies
        let toFavorites = RouteBuilder(
            navigator: parts.navigation, as: .favorites, parent: scope
        ) { parent in
            OwnFavoritesBuilder(dependencies: parts, parent: parent)
        }
        return OwnMainGraph(
            scope: scope, toNewWord: parts.toNewWord(in: scope), toFavorites: toFavorites.build())
    }
}

private final class OwnMainGraph: Graph {
    let scope: FeatureScope
    let toNewWord: RouteGraph<Void, NewWordGraph>
    let toFavorites: RouteGraph<Void, OwnFavoritesGraph>

    init(
        scope: FeatureScope, toNewWord: RouteGraph<Void, NewWordGraph>, toFavorites: RouteGraph<Void, OwnFavoritesGraph>
    ) {
        self.scope = scope
        self.toNewWord = toNewWord
        self.toFavorites = toFavorites
    }
}

/// Holds the app's parts, which must not keep the app alive.
private struct OwnFavoritesBuilder: Builder {
    static let feature = Feature.screen("OwnFavorites")
    let dependencies: AppParts
    let parent: FeatureScope
    func makeGraph(in scope: FeatureScope) -> OwnFavoritesGraph { OwnFavoritesGraph(scope, dependencies) }
}

private final class OwnFavoritesGraph: Graph {
    let scope: FeatureScope
    let parts: AppParts
    let count = 0

    init(_ scope: FeatureScope, _ parts: AppParts) {
        self.scope = scope
        self.parts = parts
    }
}

/// Builds its own entry before one list and after another.
private struct OwnEntryMainBuilder: Builder {
    static let feature = Feature.screen("OwnEntryMain")
    let dependencies: AppParts
    let parent: FeatureScope

    func makeGraph(in scope: FeatureScope) -> OwnEntryMainGraph {
        let parts = dependencies
        let wordList = parts.mainWordList(in: scope)
        let toEntry = RouteBuilder(
            navigator: parts.navigation, as: .dictionaryEntry(in: parts.words) { $0.word.id }, parent: scope
        ) { (word: Word, parent) in
            OwnEntryBuilder(dependencies: word, parent: parent)
        }
        return OwnEntryMainGraph(
            scope, wordList, toEntry.build(), parts.toFavorites(in: scope), parts.toSearch(in: scope))
    }
}

private final class OwnEntryMainGraph: Graph {
    let scope: FeatureScope
    let wordList: NewestWordsGraph
    let toEntry: RouteGraph<Word, OwnEntryGraph>
    let toFavorites: RouteGraph<Void, FavoritesGraph>
    let toSearch: RouteGraph<Void, SearchGraph>

    init(
        _ scope: FeatureScope, _ wordList: NewestWordsGraph, _ toEntry: RouteGraph<Word, OwnEntryGraph>,
        _ toFavorites: RouteGraph<Void, FavoritesGraph>, _ toSearch: RouteGraph<Void, SearchGraph>
    ) {
        self.scope = scope
        self.wordList = wordList
        self.toEntry = toEntry
        self.toFavorites = toFavorites
        self.toSearch = toSearch
    }
}

private struct OwnEntryBuilder: Builder {
    static let feature = Feature.screen("OwnEntry")
    let dependencies: Word
    let parent: FeatureScope
    func makeGraph(in scope: FeatureScope) -> OwnEntryGraph { OwnEntryGraph(scope, dependencies) }
}

private final class OwnEntryGraph: Graph {
    let scope: FeatureScope
    let word: Word

    init(_ scope: FeatureScope, _ word: Word) {
        self.scope = scope
        self.word = word
    }
}
