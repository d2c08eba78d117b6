import CoreModule
import Foundation
import PersonalDictionary
import SuperappTesting
import TestSupport
import Testing
import TodoList

/// Properties that a two-way control binds to, and what else a front end would write itself.
@MainActor
@Suite("Two-way controls", .bounded)
struct TwoWayControlTests {
    @Test("a language that is set is shown at once, saved, and swapped with the other one if they are equal")
    func languages() async throws {
        let app = TestApp()
        let picker = app.navigator.toNewWord.router.open().langPicker.viewModel
        picker.source = .german
        #expect(picker.source == .german && picker.target == .russian)
        picker.target = .german
        #expect(picker.source == .russian && picker.target == .german)
        #expect(await waitUntil { picker.direction == (try? TranslationDirection(from: .russian, to: .german)) })
        try await eventually {
            try await app.graph.settings.value(.direction) == TranslationDirection(from: .russian, to: .german)
        }
    }

    @Test("a language that cannot be saved is shown as before, with the failure, until the user has read it")
    func languageNotSaved() async throws {
        let settings = FaultySettingsStore()
        let app = TestApp(settings: settings)
        let picker = app.navigator.toNewWord.router.open().langPicker.viewModel
        settings.error = StoreError(.busy, path: nil, message: Message("another process is using the store"))
        picker.source = .german
        #expect(picker.source == .german)
        #expect(await waitUntil { picker.failure != nil && picker.source == .english })
        #expect(picker.actions.hasFailure)
        picker.actions.hasFailure = false
        #expect(picker.failure == nil && !picker.actions.hasFailure)
    }

    @Test(
        "the star of an entry is set like any other property; the last of several settings is saved, a failure is taken back"
    )
    func star() async throws {
        let words = FaultyWordRepository(InMemoryWordRepository())
        let app = TestApp(words: words)
        let word = await app.add("dog")[0]
        let screen = app.graph.mainScreen.mainWordList.wordList.toEntry.open(word).viewModel
        screen.isFavorite = true
        #expect(screen.isFavorite)
        screen.isFavorite = false
        screen.isFavorite = true
        #expect(await waitUntil { screen.word.isFavorite })
        #expect(try await app.graph.words.word(word.id).isFavorite)
        words.isFailing = true
        screen.isFavorite = false
        #expect(!screen.isFavorite)
        #expect(await waitUntil { screen.isFavorite && screen.failure != nil })
    }

    @Test("a list says why it has no rows, and loads more when its last row appears")
    func rows() async throws {
        let words = FaultyWordRepository(InMemoryWordRepository())
        let app = TestApp(words: words)
        await app.rows.load()
        #expect(app.rows.message == app.rows.emptyMessage)
        words.isFailing = true
        await app.rows.load()
        #expect(app.rows.message == FaultyWordRepository.error.explanation)
        words.isFailing = false
        for number in 0..<120 {
            try await app.graph.words.add(ImportedWord.sample("word \(number)").word)
        }
        await app.rows.load()
        #expect(app.rows.message == nil && app.rows.hasMore)
        let count = app.rows.words.count
        await app.rows.appeared(try #require(app.rows.words.first).id)
        #expect(app.rows.words.count == count)
        await app.rows.appeared(try #require(app.rows.words.last).id)
        #expect(app.rows.words.count > count)
    }

    @Test("done tasks are shown by setting the property, as by the button")
    func doneTasks() async throws {
        let app = TestApp()
        let list = app.navigator.toTodoList.router.open().mainScreen
        await list.list.viewModel.load()
        let task = try #require(await list.list.viewModel.add("milk"))
        await list.list.viewModel.setCompleted(true, task.id)
        let button = list.showButton.viewModel
        #expect(await waitUntil { button.canToggle })
        let isShown = button.isShowingCompleted
        button.isShowingCompleted = isShown
        #expect(button.isShowingCompleted == isShown)
        button.isShowingCompleted = !isShown
        #expect(button.isShowingCompleted != isShown)
    }

    @Test("each screen that the app can open is named by its kind; any other is the app's own")
    func screens() async throws {
        let app = TestApp()
        let word = await app.add("dog")[0]
        let todoList = app.navigator.toTodoList.router.open()
        let review = app.navigator.toReview.router.open()
        let opened: [any Graph] = [
            app.graph.mainScreen, app.navigator.toFavorites.router.open(), app.navigator.toNewWord.router.open(),
            app.navigator.toSearch.router.open(), app.graph.mainScreen.mainWordList.wordList.toEntry.open(word),
            review, review.toStatistics.router.open(), app.navigator.toBin.router.open(), todoList,
            todoList.mainScreen.toEditor.router.open(nil),
            todoList.mainScreen.toConflicts.router.open(), todoList.mainScreen.toBin.router.open(),
            app.graph,
        ]
        let names = opened.map { "\(AppScreen($0))".prefix { $0 != "(" } }
        #expect(
            names == [
                "mainScreen", "favorites", "newWord", "search", "dictionaryEntry", "review",
                "reviewStatistics", "bin", "todoList", "todoEditor", "todoConflicts", "todoBin", "own",
            ])
    }
}
