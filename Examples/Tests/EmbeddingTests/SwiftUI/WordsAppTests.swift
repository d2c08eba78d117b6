import CoreModule
import Foundation
import PersonalDictionary
import Testing
import TodoList

@MainActor
@Suite("The app for SwiftUI, without its views", .timeLimit(.minutes(15)))
struct WordsAppTests {
    private func makeApp(_ store: DictionaryStore = .inMemory()) async throws -> CustomAppGraph<HomeGraph> {
        homeApp(try await AppDependencies.open(AppConfiguration(storage: .store(store))))
    }

    @Test("words are found in place while there is a text in the search field")
    func search() async throws {
        let app = try await makeApp()
        let home = app.mainScreen
        await home.words.viewModel.load()
        let screen = home.toNewWord.router.open().viewModel
        for text in ["dog", "cat"] {
            screen.text = text
            await screen.save()
        }
        let found = home.search.searchWordList.wordList.viewModel
        home.searchField.viewModel.text = "do"
        #expect(await waitUntil { found.words.map(\.text.value) == ["dog"] })
        home.searchField.viewModel.text = ""
        #expect(await waitUntil { found.words.isEmpty })
        #expect(home.words.viewModel.words.count == 2)
        app.detach()
    }

    @Test("a link opens its screen in the tab that knows it, and the open screens of both tabs are restored")
    func links() async throws {
        let store = DictionaryStore.inMemory()
        let app = try await makeApp(store)
        let home = app.mainScreen
        for link in ["superapp://favorites", "superapp://new-task"] {
            await home.open(try #require(URL(string: link)))
        }
        #expect(home.actions.failure == nil && home.tabs.selected == .tasks)
        #expect(home.tabs[.words].savedPath == [.favorites] && home.tabs[.tasks].savedPath.count == 1)
        await home.saveScreens()
        let saved = home.tabs.savedTabs
        app.detach()
        let next = try await makeApp(store)
        await next.mainScreen.restoreScreens()
        #expect(next.mainScreen.tabs.savedTabs == saved && next.mainScreen.actions.failure == nil)
        next.detach()
    }

    @Test("the tasks are a tab, whose screens open above its list")
    func tasks() async throws {
        let app = try await makeApp()
        let home = app.mainScreen
        let list = home.tasks.mainScreen.list.viewModel
        await list.load()
        let task = try #require(await list.add("milk"))
        home.tasks.mainScreen.open(task)
        #expect(home.tabs[.tasks].top is TodoEditorGraph && home.tabs[.words].screens.isEmpty)
        app.detach()
    }
}
