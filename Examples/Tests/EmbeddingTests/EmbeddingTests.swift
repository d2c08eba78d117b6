import CoreModule
import Foundation
import Observation
import PersonalDictionary
import Testing
import TodoList

@MainActor
@Suite("Embedding", .timeLimit(.minutes(15)))
struct EmbeddingTests {
    private let clock = WallClock { Date(timeIntervalSince1970: 1_795_255_200) }

    private func makeApp(_ configuration: AppConfiguration) async throws -> (AppDependencies, AppGraph) {
        let dependencies = try await AppDependencies.open(configuration)
        return (dependencies, AppBuilder(dependencies: dependencies, parent: FeatureTree().root).build())
    }

    private func english() -> AppConfiguration {
        AppConfiguration(
            storage: .memory,
            environment: AppEnvironment(
                clock: clock, localizer: .personalDictionary(locale: Locale(identifier: "en"))))
    }

    private func withFile<Value>(_ body: (URL) async throws -> Value) async throws -> Value {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        let result: Result<Value, any Error>
        do { result = .success(try await body(folder.appending(path: "app.sqlite"))) } catch {
            result = .failure(error)
        }
        try FileManager.default.removeItem(at: folder)
        return try result.get()
    }

    @Test("the first program keeps the words of earlier runs, with their translations")
    func firstProgram() async throws {
        try await withFile { file in
            let first = try await words(adding: "dog", to: file)
            #expect(first == ["dog – собака"])
            #expect(try await words(adding: "cat", to: file) == ["cat – кошка", "dog – собака"])
            await #expect(throws: DictionaryError.self) { _ = try await words(adding: "dog", to: file) }
            #expect(try await words(adding: nil, to: file).count == 2)
        }
    }

    @Test("an app over a file speaks the language it was given")
    func open() async throws {
        try await withFile { file in
            let tree = FeatureTree()
            let app = try await openApp(file, tree: tree)
            #expect(app.localizer(app.mainScreen.mainWordList.viewModel.emptyMessage) == "Слов пока нет")
            #expect(FileManager.default.fileExists(atPath: file.path))
        }
    }

    @Test("a row is starred, removed and brought back")
    func rows() async throws {
        let (dependencies, app) = try await makeApp(english())
        let id = WordID("1")
        try await app.words.add(
            Word(
                id: id, text: try WordText("dog"), direction: .englishToRussian, createdAt: clock.now(),
                updatedAt: clock.now()))
        #expect(await starRemoveAndUndo(try await app.words.word(id), in: app) == nil)
        #expect(try await app.words.word(id).isFavorite)
        await dependencies.close()
    }

    @Test("a setting of one's own is kept in the app's file")
    func settings() async throws {
        try await withFile { file in
            for goal in [5, 10] {
                let (dependencies, app) = try await makeApp(AppConfiguration(storage: .file(file)))
                #expect(try await raiseDailyGoal(app.settings) == goal)
                await dependencies.close()
            }
        }
    }

    @Test("a leak is reported without a call")
    func leaks() async throws {
        let (leaks, told) = AsyncStream.makeStream(of: FeatureLeak.self)
        // Only the test moves the time: an object that is being released now is no leak.
        let (time, passes) = AsyncStream.makeStream(of: Void.self)
        let sleeper = Sleeper { _ in for await _ in time { break } }
        let tree = FeatureTree(leakDetector: LeakDetector(after: .zero, sleeper: sleeper) { told.yield($0) })
        let dependencies = try await AppDependencies.open(english())
        let app = AppBuilder(dependencies: dependencies, parent: tree.root).build()
        let kept = app.mainScreen.mainNavigator.toNewWord.router.open().viewModel
        app.navigation.pop()
        passes.finish()
        var iterator = leaks.makeAsyncIterator()
        let names = [await iterator.next()?.object]
        #expect(names == ["viewModel"])
        withExtendedLifetime(kept) {}
    }

    @Test("a terminal draws changes, and a line does the same as a tap")
    func terminal() async throws {
        let (_, app) = try await makeApp(english())
        app.startTranslating()
        let screen = Lines()
        let terminal = TerminalFrontEnd(app) { screen.lines.append($0) }
        await terminal.run("list")
        #expect(await waitUntil { screen.lines.last == "No words yet" })
        await terminal.run("new dog")
        #expect(await waitUntil { screen.lines.last == "dog = собака" })
        await terminal.run("back")
        #expect(await waitUntil { screen.lines.last == "dog" })
        await terminal.run("search cat")
        #expect(await waitUntil { screen.lines.last == "Nothing found" })
        #expect(app.navigation.screens.count == 1)
    }

    @Test("a server adds words, finds them, and reports errors")
    func server() async throws {
        let (dependencies, app) = try await makeApp(english())
        let handler = wordHandler(dependencies, app)
        let url = try #require(URL(string: "http://localhost/words"))
        #expect(await handler.respond("POST", url, Data("dog".utf8)).status == 201)
        let again = await handler.respond("POST", url, Data(" dog ".utf8))
        #expect(again.status == 409)
        #expect(String(decoding: again.body, as: UTF8.self).contains("duplicate"))
        #expect(await handler.respond("POST", url, Data(" ".utf8)).status == 400)
        #expect(await handler.respond("DELETE", url).status == 404)
        // Its translation is looked up in the background.
        let list = app.mainScreen.mainWordList.viewModel
        await list.load()
        #expect(await waitUntil { list.words.first?.translation.translation != nil })
        let search = try #require(URL(string: "http://localhost/words?search=%D1%81%D0%BE%D0%B1"))
        let found = await handler.respond("GET", search)
        let rows = try JSONDecoder().decode([WordHandler.Row].self, from: found.body)
        #expect(found.status == 200 && rows.map(\.translation) == ["собака"])
        #expect(
            try JSONDecoder().decode([WordHandler.Row].self, from: await handler.respond("GET", url).body).count == 1)
    }

    @Test("a custom translator that stands first answers first, and the glossary what it cannot")
    func ownTranslator() async throws {
        let (_, app) = try await makeApp(withOwnTranslator(clock: clock))
        let screen = app.mainScreen.mainNavigator.toNewWord.router.open()
        for text in ["zyxwv", "dog"] {
            screen.viewModel.text = text
            await screen.viewModel.save()
            #expect(screen.viewModel.saved?.translation == .pending)
            #expect(await fetchTranslations(app))
            #expect(await waitUntil { screen.viewModel.saved?.translation.translation?.text == text.uppercased() })
            #expect(await !fetchTranslations(app))
        }
        screen.viewModel.setLanguages(from: "de", to: "ru")
        screen.viewModel.text = "Hund"
        await screen.viewModel.save()
        #expect(await fetchTranslations(app))
        #expect(await waitUntil { screen.viewModel.saved?.translation.translation?.text == "собака" })
        #expect(await !fetchTranslations(app))
    }

    @Test("a custom word store, and a background task without a screen")
    func ownWords() async throws {
        let words = InMemoryWordRepository()
        let (dependencies, app) = try await makeApp(
            withOwnWords(words, clock: clock, locale: Locale(identifier: "ru")))
        let screen = app.mainScreen.mainNavigator.toNewWord.router.open()
        screen.viewModel.text = "dog"
        let word = try #require(await screen.viewModel.save())
        #expect(word.createdAt == clock.now())
        #expect(try await Vocabulary(words).wordCount() == 1)
        #expect(word.translation.translation?.text == "собака")
        let waiting = ImportedWord.sample("fox").word
        _ = try await Vocabulary(words).add(waiting)
        #expect(try await fetchTranslations(dependencies).map(\.id) == [waiting.id])
    }

    @Test("two windows over one file show each other's words and open separate screens")
    func windows() async throws {
        try await withFile { file in
            let tree = FeatureTree()
            let first = try await openWindow(file, tree: tree)
            let second = try await openWindow(file, tree: tree)
            let list = second.mainScreen.mainWordList.viewModel
            await list.load()
            let screen = first.mainScreen.mainNavigator.toNewWord.router.open()
            screen.viewModel.text = "dog"
            await screen.viewModel.save()
            #expect(await waitUntil { list.words.map(\.text.value) == ["dog"] })
            #expect(second.navigation.screens.isEmpty)
            #expect(tree.snapshot().count == 2)
        }
    }

    @Test("the to-do list works alone")
    func todoAlone() async throws {
        try await withFile { file in
            let tree = FeatureTree()
            let todoList = try await openTodoList(file, tree: tree)
            await todoList.mainScreen.list.viewModel.add("Learn ten words")
            todoList.mainScreen.toEditor.router.open(nil)
            #expect(todoList.navigation?.path.count == 1)
            #expect(tree.drawing().hasPrefix("TodoList"))
        }
    }

    @Test("an app with a main screen of its own has the features that it names, and saves and opens its own screens")
    func ownMainScreen() async throws {
        let tree = FeatureTree()
        let app = studyApp(try await AppDependencies.open(english()), tree: tree)
        app.mainScreen.toLesson.router.open(3)
        #expect(app.navigation.path.map(\.style) == [.presented])
        app.mainScreen.toFavorites.router.open()
        let text = tree.drawing()
        #expect(text.contains("[Stars]") && text.contains("[Lesson]"))
        #expect(!text.contains("TodoList") && !text.contains("Favorites") && !text.contains("Search"))
        let state = app.navigationState
        #expect(state.screens == [SavedScreen("lesson", input: "3"), .favorites])
        try await app.restore(state)
        #expect(app.navigation.top is StarsGraph)
        #expect(try await app.open(try #require(URL(string: "superapp://lesson/4"))) == .opened)
        #expect((app.navigation.top as? LessonGraph)?.number == 4)
        #expect(try await app.open(try #require(URL(string: "superapp://todo"))) == .unknownLink)
    }

    @Test(
        "screens of one's own in place of the library's use the direction, the search and the rows that all screens share"
    )
    func ownScreens() async throws {
        let app = pocketApp(try await AppDependencies.open(english()), tree: FeatureTree())
        let newWord = app.mainScreen.toNewWord.router.open()
        #expect(await newWord.langPicker.viewModel.choose(from: "de", to: "en"))
        newWord.viewModel.text = "Hund"
        await newWord.viewModel.save()
        let word = try #require(try await app.words.words(.newest(1)).first)
        #expect(try word.direction == TranslationDirection(from: .german, to: .english))
        #expect(try await app.open(try #require(URL(string: "superapp://search?text=hun"))) == .opened)
        let search = try #require(app.navigation.top as? QuickSearchGraph)
        #expect(await waitUntil(timeout: .seconds(60)) { search.results.value == [word] })
        search.modePicker.viewModel.mode = .translation
        #expect(await waitUntil(timeout: .seconds(60)) { search.results.value.isEmpty })
        let favorites = app.mainScreen.toFavorites.router.open()
        favorites.favoriteWordList.wordList.open(word)
        #expect((app.navigation.top as? CardGraph)?.word == word)
    }

    @Test("tabs save and restore the screens of each, and which is selected")
    func tabs() async throws {
        let app = TabbedApp(try await AppDependencies.open(english()), tree: FeatureTree())
        app.words.mainScreen.toLesson.router.open(3)
        app.tabs.selected = .tasks
        app.tasks.mainScreen.toEditor.router.open(nil)
        let saved = app.tabs.savedTabs
        #expect(saved.screens.mapValues(\.count) == [.words: 1, .tasks: 1])
        try await app.saveScreens()
        for tab in AppTab.allCases { app.tabs[tab].popAll() }
        app.tabs.selected = .words
        try await app.restoreScreens()
        #expect(app.tabs.savedTabs == saved)
        #expect(app.tabs.selected == .tasks && app.tabs[.words].top is LessonGraph)
    }

    @Test("Redraw draws again after each change, until its owner is released")
    func redraw() async {
        let text = ValueBox()
        let screen = Lines()
        var redraw: Redraw? = Redraw { screen.lines.append(text.value) }
        text.value = "b"
        #expect(await waitUntil { screen.lines == ["a", "b"] })
        withExtendedLifetime(redraw) {}
        redraw = nil
        // Begins to observe after the first one, and so draws after it.
        let later = Lines()
        let laterRedraw = Redraw { later.lines.append(text.value) }
        text.value = "c"
        #expect(await waitUntil { later.lines == ["b", "c"] })
        withExtendedLifetime(laterRedraw) {}
        #expect(screen.lines == ["a", "b"])
    }
}

@MainActor
@Observable
private final class Lines {
    var lines: [String] = []
}

@MainActor
@Observable
private final class ValueBox {
    var value = "a"
}
