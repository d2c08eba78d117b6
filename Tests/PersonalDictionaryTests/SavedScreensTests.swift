import CoreModule
import Foundation
import PersonalDictionary
import SuperappTesting
import TestSupport
import Testing
import TodoList

@MainActor
@Suite("The open screens are saved", .bounded)
struct SavedScreensTests {
    private let app = TestApp()

    @Test("the open screens are saved and restored; screens whose subject is gone are skipped")
    func navigationState() async throws {
        let words = await app.add("dog", "cat")
        #expect(app.graph.navigationState == NavigationState())
        app.navigator.toSearch.router.open().modePicker.viewModel.mode = .translation
        app.navigator.searchTextInput.viewModel.text = "d"
        for word in words { app.graph.mainScreen.mainWordList.wordList.toEntry.open(word) }
        let todoList = app.navigator.toTodoList.router.open().mainScreen
        let task = try #require(await todoList.list.viewModel.add("task"))
        todoList.toEditor.router.open(task)
        todoList.toEditor.router.open(nil)
        todoList.toConflicts.router.open()
        app.navigator.toFavorites.router.open()
        app.navigator.toBin.router.open()
        app.navigator.toNewWord.router.open()
        let state = app.graph.navigationState
        #expect(
            state.screens == [
                .search, .dictionaryEntry(words[0].id),
                .dictionaryEntry(words[1].id), .todoList, .todoEditor(task.id), .todoEditor(nil),
                .todoConflicts, .favorites, .bin, .newWord,
            ])
        let saved = try JSONEncoder().encode(state)
        app.graph.navigation.popAll()
        app.navigator.searchTextInput.viewModel.text = ""
        app.graph.searchMode.send(.both)
        try await app.graph.restore(JSONDecoder().decode(NavigationState.self, from: saved))
        #expect(app.graph.navigationState == state)
        #expect(app.navigator.searchTextInput.viewModel.text == "d")
        #expect(app.graph.searchMode.value == .translation)
        try await app.store.vocabulary.remove([words[0].id])
        try await app.store.todos.remove([task.id], at: task.createdAt)
        try await app.graph.restore(state)
        #expect(
            app.graph.navigationState.screens == [
                .search, .dictionaryEntry(words[1].id), .todoList, .todoEditor(nil),
                .todoConflicts, .favorites, .bin, .newWord,
            ])
    }

    @Test(
        "restoring reports no failure for a removed word, and reports a store that cannot be read"
    )
    func restoringFailures() async throws {
        try await app.graph.restore(NavigationState(screens: [.dictionaryEntry(WordID("gone"))]))
        #expect(app.rows.failure == nil)
        let words = FaultyWordRepository(InMemoryWordRepository())
        words.isFailing = true
        await #expect(throws: FaultyWordRepository.error) {
            try await TestApp(words: words).graph.restore(
                NavigationState(screens: [.dictionaryEntry(WordID("1"))]))
        }
        let tasks = FaultyTodoRecordRepository()
        tasks.failsReading = true
        let broken = TestApp(todos: TaskList(tasks))
        // The error of the tasks is one of the app's.
        await #expect(throws: FaultyWordRepository.error) {
            try await broken.graph.restore(NavigationState(screens: [.todoList, .todoEditor(TodoID("1"))]))
        }
        #expect(broken.graph.navigationState.screens == [.todoList])
    }
}
