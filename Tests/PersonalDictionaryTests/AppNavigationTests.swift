import CoreModule
import Foundation
import PersonalDictionary
import SuperappTesting
import TestSupport
import Testing
import TodoList

@MainActor
@Suite("Links and screens of the app", .bounded)
struct AppNavigationTests {
    private let app = TestApp()

    private func open(_ link: String) async throws -> LinkOutcome {
        try await app.graph.open(try #require(URL(string: link)))
    }

    @Test("every screen has a link, and the link opens it")
    func links() async throws {
        let word = await app.add("dog")[0]
        let list = app.navigator.toTodoList.router.open().mainScreen.list.viewModel
        let task = try #require(await list.add("task"))
        app.graph.navigation.popAll()
        let links: [(String, [SavedScreen])] = [
            ("favorites", [.favorites]), ("new-word", [.newWord]), ("search", [.search]),
            ("word/\(word.id)", [.dictionaryEntry(word.id)]), ("todo", [.todoList]),
            ("todo/\(task.id)", [.todoList, .todoEditor(task.id)]), ("new-task", [.todoList, .todoEditor(nil)]),
            ("conflicts", [.todoList, .todoConflicts]),
        ]
        for (link, screens) in links {
            #expect(try await open("superapp://\(link)") == .opened, "\(link)")
            #expect(app.graph.navigationState.screens == screens)
            let screen = try #require(app.graph.navigationState.screens.last)
            #expect(app.graph.navigation.link(to: screen)?.absoluteString == "superapp://\(link)")
            app.graph.navigation.popAll()
        }
    }

    @Test("a link opens the search with its text")
    func searchLink() async throws {
        await app.add("dog", "собака")
        #expect(try await open("superapp://search?text=%D1%81%D0%BE%D0%B1") == .opened)
        let search = try #require(app.graph.navigation.top as? SearchGraph).searchWordList.viewModel
        #expect(await waitUntil { search.words.map(\.text.value) == ["собака"] })
        #expect(try await open("superapp://search?text=dog") == .opened)
        #expect(await waitUntil { search.words.map(\.text.value) == ["dog"] })
        #expect(app.graph.navigation.screens.count == 1)
    }

    @Test("a link to a word or task that is gone, or to nothing, opens nothing")
    func unknownLinks() async throws {
        await app.add("dog")
        for link in ["word/gone", "todo/gone"] { #expect(try await open("superapp://\(link)") == .notFound) }
        for link in ["superapp://elsewhere", "superapp://word", "superapp://word/", "https://new-word"] {
            #expect(try await open(link) == .unknownLink)
        }
        #expect(app.graph.navigation.screens.isEmpty)
        let words = FaultyWordRepository(InMemoryWordRepository())
        words.isFailing = true
        let link = try #require(URL(string: "superapp://word/1"))
        let broken = TestApp(words: words)
        await #expect(throws: FaultyWordRepository.error) { try await broken.graph.open(link) }
    }

    @Test("leaving the search clears its text, and a text that is set then stays")
    func leavingSearch() async throws {
        let input = app.navigator.searchTextInput.viewModel
        app.navigator.toSearch.router.open()
        input.text = "dog"
        app.graph.navigation.pop()
        #expect(await waitUntil { input.text.isEmpty })
        app.navigator.toSearch.router.open()
        input.text = "dog"
        app.graph.navigation.pop()
        input.text = "cat"
        let search = app.navigator.toSearch.router.open().searchWordList.viewModel
        #expect(await waitUntil { search.text == "cat" })
        #expect(input.text == "cat")
    }

    @Test("a state that is restored over an open search has its own text")
    func restoringOverSearch() async throws {
        app.navigator.toSearch.router.open()
        app.navigator.searchTextInput.viewModel.text = "dog"
        try await app.graph.restore(NavigationState(screens: [.search], searchText: "cat"))
        let search = try #require(app.graph.navigation.top as? SearchGraph).searchWordList.viewModel
        #expect(await waitUntil { search.text == "cat" })
        #expect(app.graph.navigationState.searchText == "cat")
    }

    @Test(
        "search, new word, favourites, tasks and conflicts are open once; a reminder returns to an open new-word screen"
    )
    func once() {
        let search = app.navigator.toSearch.router.open()
        #expect(app.navigator.toSearch.router.open() === search)
        let favorites = app.navigator.toFavorites.router.open()
        #expect(app.navigator.toFavorites.router.open() === favorites)
        let todoList = app.navigator.toTodoList.router.open()
        let conflicts = todoList.mainScreen.toConflicts.router.open()
        #expect(todoList.mainScreen.toConflicts.router.open() === conflicts)
        #expect(app.navigator.toTodoList.router.open() === todoList && conflicts.scope.isDetached)
        let newWord = app.navigator.toNewWord.router.open()
        newWord.viewModel.text = "half a wo"
        #expect(app.graph.pushNotification.open() === newWord)
        #expect(app.graph.navigation.screens.count == 4)
    }

    @Test("a double tap on a word or a task opens one screen, from any list, also if the row is older than the word")
    func doubleTap() async throws {
        let word = await app.add("dog")[0]
        let list = app.graph.mainScreen.mainWordList.wordList
        let entry = list.toEntry.open(word)
        await entry.viewModel.setFavorite(true)
        #expect(entry.viewModel.word != word)
        #expect(list.toEntry.open(entry.viewModel.word) === entry)
        #expect(list.toEntry.open(word) === entry && app.graph.navigation.screens.count == 1)
        #expect(app.navigator.toFavorites.router.open().favoriteWordList.wordList.toEntry.open(word) === entry)
        let todoList = app.navigator.toTodoList.router.open().mainScreen
        let task = try #require(await todoList.list.viewModel.add("task"))
        let editor = todoList.toEditor.router.open(task)
        #expect(todoList.toEditor.router.open(task) === editor)
        let new = todoList.toEditor.router.open(nil)
        #expect(todoList.toEditor.router.open(nil) === new && new !== editor)
        #expect(app.graph.navigation.screens.count == 4)
    }

    @Test("the app tells its front end which languages it offers")
    func languages() async throws {
        let offered: [Language] = [.german, .italian]
        let dependencies = try await AppDependencies.open(
            AppConfiguration(storage: .memory, languages: LanguageCatalog(offered)))
        let own = AppBuilder(dependencies: dependencies, parent: FeatureTree().root).build()
        #expect(own.languages.languages == offered)
        await dependencies.close()
    }
}
