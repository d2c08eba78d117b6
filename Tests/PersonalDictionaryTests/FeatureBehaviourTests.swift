import CoreModule
import Foundation
import PersonalDictionary
import SuperappTesting
import TestSupport
import Testing
import TodoList

@MainActor
@Suite("The screens", .bounded)
struct FeatureBehaviourTests {
    private let app = TestApp()

    @Test("the tree is the one in the README")
    func tree() async throws {
        let word = await app.add("dog")[0]
        app.navigator.toFavorites.router.open()
        let todoList = app.navigator.toTodoList.router.open().mainScreen
        todoList.toEditor.router.open(nil)
        todoList.toConflicts.router.open()
        todoList.toBin.router.open()
        app.navigator.toNewWord.router.open()
        app.navigator.toSearch.router.open()
        app.navigator.toReview.router.open().toStatistics.router.open()
        app.navigator.toBin.router.open()
        app.navigator.toDevices.router.open()
        app.graph.mainScreen.mainWordList.wordList.toEntry.open(word)
        let readme = try String(
            contentsOf: URL(filePath: #filePath).appending(path: "../../../README.md").standardized, encoding: .utf8)
        let documented = readme.split(separator: "<!-- tree -->\n```\n").last?.split(separator: "\n```").first
        #expect(app.tree.drawing() == documented.map(String.init))
    }

    @Test("a new word is saved at once, and its translation appears on its screen")
    func newWord() async throws {
        app.graph.startTranslating()
        let screen = app.navigator.toNewWord.router.open()
        let model = screen.viewModel
        #expect(!model.canSave)
        model.text = "  dog "
        #expect(model.canSave)
        let word = try #require(await model.save())
        #expect(word.text.value == "dog" && word.translation == .pending && word.direction == .englishToRussian)
        #expect(model.text.isEmpty)
        #expect(await waitUntil { model.saved?.translation.translation?.text == "<dog>" })
        #expect(try await app.store.vocabulary.word(word.id) == model.saved)
    }

    @Test("a new word that cannot be saved says why and stays in the field; nothing is saved")
    func newWordRefused() async throws {
        let existing = await app.add("dog")[0]
        let screen = app.navigator.toNewWord.router.open()
        let model = screen.viewModel
        for (text, error) in [
            (" ", DictionaryError.emptyText), ("\u{FEFF}", .emptyText),
            (String(repeating: "x", count: 501), .textTooLong(length: 501)),
            (" dog ", .duplicate(of: existing.id)), ("d\u{AD}o\u{200B}g", .duplicate(of: existing.id)),
        ] {
            model.text = text
            #expect(await model.save() == nil)
            #expect(model.failure == error)
            #expect(model.text == text)
            #expect(model.saved == nil)
        }
        #expect(!model.setLanguages(from: "xx", to: nil))
        #expect(model.failure?.code == "unknownLanguage")
        #expect(!model.setLanguages(from: "de", to: "DE"))
        #expect(model.failure == .sameLanguage(.german))
        #expect(try await app.store.vocabulary.wordCount() == 1)
        #expect(model.setLanguages(from: "it", to: nil))
        model.text = "dog"
        #expect(try await model.save()?.direction == TranslationDirection.between("it", "ru"))
        #expect(model.failure == nil)
        #expect(try await app.store.typedSettings.value(.direction) == nil)
    }

    @Test("a choice of languages is saved and appears on the next screen that shows it")
    func langPicker() async throws {
        let screen = app.navigator.toNewWord.router.open()
        let picker = screen.langPicker.viewModel
        #expect(picker.languages == LanguageCatalog.everyday.languages)
        #expect(await picker.choose(from: "de", to: "it"))
        #expect(screen.viewModel.direction == (try .between("de", "it")))
        #expect(await picker.swap())
        #expect(await picker.choose(.russian, as: .source))
        #expect(await picker.choose(.russian, as: .target))
        #expect(picker.direction == (try .between("de", "ru")))
        #expect(try await app.store.typedSettings.value(.direction) == picker.direction)
        #expect(await picker.choose(from: "de", to: "de") == false)
        #expect(picker.failure == .sameLanguage(.german))
        app.graph.navigation.pop()
        #expect(app.navigator.toNewWord.router.open().viewModel.direction == picker.direction)
    }

    @Test("a choice of languages that cannot be saved does not take effect")
    func langPickerFailure() async {
        let settings = FaultySettingsStore(InMemorySettingsStore())
        settings.error = StoreError(.full, path: nil, message: Message("full"))
        let app = TestApp(settings: settings)
        let picker = app.navigator.toNewWord.router.open().langPicker.viewModel
        #expect(await picker.swap() == false)
        #expect(picker.failure?.code == "storeFull")
        #expect(picker.direction == .englishToRussian)
    }

    @Test("a change on one screen appears on all other open screens without loading again")
    func liveScreens() async throws {
        app.graph.startTranslating()
        let main = app.graph.mainScreen.mainWordList.viewModel
        let favorites = app.navigator.toFavorites.router.open().favoriteWordList
        let search = app.navigator.toSearch.router.open().searchWordList.viewModel
        await main.load()
        await favorites.viewModel.load()
        #expect(main.isEmpty && favorites.viewModel.isEmpty && search.isEmpty)
        app.navigator.searchTextInput.viewModel.text = "DO"

        let word = await app.add("cat", "dog")[1]
        let entry = app.graph.mainScreen.mainWordList.wordList.toEntry.open(word).viewModel
        #expect(await waitUntil { main.words.map { $0.translation.translation?.text } == ["<dog>", "<cat>"] })
        #expect(await waitUntil { search.words.map(\.text.value) == ["dog"] })

        await app.rows.setFavorite(true, of: word.id)
        #expect(await waitUntil { favorites.viewModel.words.map(\.text.value) == ["dog"] })
        #expect(await waitUntil { entry.word.isFavorite && search.words.allSatisfy(\.isFavorite) })

        await entry.setTranslation("мой пёс")
        #expect(await waitUntil { favorites.viewModel.words.first?.translation.translation?.provider == .user })
        #expect(entry.senses.map(\.translations) == [["мой пёс"], ["<dog>"]])

        await favorites.wordList.viewModel.setFavorite(false, of: word.id)
        #expect(await waitUntil { favorites.viewModel.isEmpty && !entry.word.isFavorite })

        await app.rows.remove([word.id])
        #expect(await waitUntil { main.words.map(\.text.value) == ["cat"] && search.isEmpty && entry.isRemoved })
    }

    @Test("changes through the app's words appear on the screens, and waiting words can be looked up once")
    func embedder() async throws {
        let list = app.graph.mainScreen.mainWordList.viewModel
        await list.load()
        let word = try Word.make("1", "dog", createdAt: app.time.now)
        try await app.graph.words.add(word)
        #expect(await waitUntil { list.words == [word] })
        #expect(try await app.graph.translation.translateWaiting().map(\.id) == [word.id])
        #expect(await waitUntil { list.words.first?.translation.translation?.text == "<dog>" })
        #expect(try await app.graph.translation.translateWaiting().isEmpty)
    }

    @Test("the list of all words is loaded page by page")
    func paging() async throws {
        let main = app.graph.mainScreen.mainWordList.viewModel
        #expect(main.phase == .loading)
        for number in 0..<120 {
            app.time.advance(by: 1)
            try await app.store.vocabulary.add(
                .make(String(format: "w%03d", number), "word \(number)", createdAt: app.time.now))
        }
        await main.load()
        #expect(main.words.count == WordListViewModel.pageSize && main.hasMore)
        await main.loadMore()
        await main.loadMore()
        #expect(main.words.map(\.text.value) == (0..<120).reversed().map { "word \($0)" })
        #expect(!main.hasMore)
        await main.loadMore()
        #expect(main.words.count == 120)
        await main.load(first: 7)
        #expect(main.words.count == 7 && main.hasMore)
    }

    @Test("after a change of many words, a list shows as many words as before")
    func reloading() async throws {
        let main = app.graph.mainScreen.mainWordList.viewModel
        func add(_ text: String, at seconds: Double) async throws {
            let date = app.time.now + seconds
            try await app.graph.words.add(
                (0..<120).map { try .make("\(text)\($0)", "\(text) \($0)", createdAt: date + Double($0)) })
        }
        try await add("old", at: 0)
        await main.load()
        await main.loadMore()
        #expect(main.words.count == 2 * WordListViewModel.pageSize)
        try await add("new", at: 1000)
        #expect(await waitUntil { main.words.first?.text.value == "new 119" })
        #expect(main.words.count == 2 * WordListViewModel.pageSize)
    }

    @Test("a search follows the text and the mode, and shows the result of the last query")
    func search() async {
        await app.add("dog", "Dogma", "cat")
        let screen = app.navigator.toSearch.router.open()
        let model = screen.searchWordList.viewModel
        let input = app.navigator.searchTextInput.viewModel
        for text in ["c", "ca", "dogm", "d", "do"] { input.text = text }
        #expect(await waitUntil { model.text == "do" && !model.isSearching })
        #expect(model.words.map(\.text.value) == ["Dogma", "dog"])
        screen.modePicker.viewModel.mode = .translation
        #expect(await waitUntil { model.mode == .translation && model.isEmpty && !model.isSearching })
        #expect(screen.modePicker.viewModel.modes == [.word, .translation, .both])
        screen.modePicker.viewModel.mode = .both
        model.limit = 1
        #expect(await waitUntil { model.mode == .both && model.words.count == 1 && !model.isSearching })
        app.graph.navigation.pop()
        let second = app.navigator.toSearch.router.open()
        input.text = "do"
        #expect(await waitUntil { second.searchWordList.viewModel.words.count == 2 })
    }

    @Test("the entry of a word has its senses and their sources; a retry adds what was missing")
    func entry() async throws {
        let word = await app.add("dog")[0]
        let toEntry = app.graph.mainScreen.mainWordList.wordList.toEntry
        let model = toEntry.open(word).viewModel
        await model.load()
        #expect(model.phase == .noEntry && model.entry == nil && model.senses.isEmpty)
        await model.retry()
        #expect(model.entry?.senses.first?.translations == ["<dog>"])
        #expect(model.word.translation.translation?.provider == .glossary)
        await model.setFavorite(true)
        #expect(model.word.isFavorite)
        await model.setTranslation(" ")
        #expect(model.failure == .emptyText)
        #expect(model.entry != nil)
        await model.remove()
        #expect(model.isRemoved && model.failure == nil)
        await model.remove()
        #expect(model.failure == .notFound(word.id.rawValue))
    }

    @Test("an open entry shows the senses that came with many other changes")
    func entryAmongManyChanges() async throws {
        let word = await app.add("dog")[0]
        let model = app.graph.mainScreen.mainWordList.wordList.toEntry.open(word).viewModel
        await model.load()
        #expect(model.senses.isEmpty)
        let entry = try DictionaryEntry(
            headword: "dog", direction: word.direction, senses: [.init(translations: ["собака"])], provider: .glossary,
            date: word.createdAt)
        try await app.store.words.write { words throws(DictionaryError) in try words.setEntry(entry, of: word.id) }
        let others = try (0..<300).map { try Word.make("m\($0)", "word \($0)", createdAt: word.createdAt) }
        try await app.graph.words.add(others)
        #expect(await waitUntil { model.senses.map(\.translations) == [["собака"]] })
    }

    @Test("a removal can be undone from any screen, with favourite, translation and entry")
    func undo() async throws {
        let word = await app.add("dog")[0]
        await app.add("cat")
        await app.rows.load()
        await app.rows.setFavorite(true, of: word.id)
        await app.rows.retry([word.id])
        let before = try await app.store.vocabulary.word(word.id)
        let entry = try #require(try await app.store.vocabulary.entry(of: word.id))
        let screen = app.graph.mainScreen.mainWordList.wordList.toEntry.open(before)
        let favorites = app.navigator.toFavorites.router.open().favoriteWordList
        await favorites.viewModel.load()
        await screen.viewModel.remove()
        #expect(screen.viewModel.isRemoved)
        #expect(await waitUntil { app.rows.words.count == 1 && favorites.viewModel.words.isEmpty })
        #expect(app.rows.lastRemoved == [before])
        #expect(await app.rows.undoRemoval() == [before])
        #expect(await waitUntil { app.rows.words.map(\.text.value) == ["cat", "dog"] && !screen.viewModel.isRemoved })
        #expect(await waitUntil { favorites.viewModel.words == [before] })
        #expect(try await app.store.vocabulary.word(word.id) == before)
        #expect(try await app.store.vocabulary.entry(of: word.id) == entry)
        #expect(app.rows.lastRemoved.isEmpty)
        #expect(await app.rows.undoRemoval() == [])
        #expect(try await app.store.vocabulary.wordCount() == 2)
    }

    @Test(
        "undoing names the word that was added again in the meantime, and loses neither; a failed removal cannot be undone"
    )
    func undoOfWhatIsBack() async throws {
        let word = await app.add("dog")[0]
        await app.rows.load()
        #expect(await app.rows.remove([word.id, WordID("nosuch")]) == false)
        #expect(app.rows.lastRemoved.isEmpty)
        #expect(await app.rows.remove([word.id]))
        let again = await app.add("dog")[0]
        #expect(await app.rows.undoRemoval() == nil && app.rows.failure == .duplicate(of: again.id))
        #expect(try await app.store.vocabulary.words(.newest(9)).map(\.id) == [again.id])
        #expect(app.rows.lastRemoved == [word])
        try await app.graph.words.remove([again.id])
        #expect(await app.rows.undoRemoval() == [word])
    }

    @Test("every screen has a title, which follows what it shows")
    func titles() async throws {
        let word = await app.add("dog")[0]
        let localizer = Localizer.personalDictionary(locale: Locale(identifier: "ru"))
        let todo = app.navigator.toTodoList.router.open()
        let search = app.navigator.toSearch.router.open()
        let screens: [any ScreenGraph] = [
            app.graph.mainScreen, app.navigator.toFavorites.router.open(), app.navigator.toNewWord.router.open(),
            search, app.graph.mainScreen.mainWordList.wordList.toEntry.open(word), todo, todo.mainScreen,
            todo.mainScreen.toEditor.router.open(nil),
        ]
        #expect(
            screens.map { "\($0.title)" }
                == ["All words", "Favourite words", "New word", "Search", "dog", "To-do", "To-do", "New task"])
        #expect(localizer(screens[1].title) == "Избранные слова")
        app.navigator.searchTextInput.viewModel.text = "do"
        #expect(await waitUntil { "\(search.title)" == "Search “do”" })
        let task = try #require(await todo.mainScreen.list.viewModel.add("Buy milk"))
        #expect(await waitUntil { "\(todo.title)" == "To-do (0 of 1 done)" })
        #expect("\(todo.mainScreen.toEditor.router.open(task).title)" == "Task")
    }

    @Test("pending words are counted in the store, with the earliest time of the next look-up")
    func pendingStatus() async throws {
        let words = await app.add("dog", "cat")
        var status = try await app.graph.translation.pendingStatus()
        #expect(status.waiting == 2 && status.notBefore == nil)
        let later = app.time.now.addingTimeInterval(60)
        for word in words {
            try await app.store.vocabulary.record(.failed(until: later), of: word.id, at: app.time.now)
        }
        status = try await app.graph.translation.pendingStatus()
        #expect(status.waiting == 2 && status.notBefore == later)
    }

    @Test("a row whose action fails says why")
    func rowFailures() async {
        let word = await app.add("dog")[0]
        #expect(await app.rows.word(named: "00") == word)
        #expect(await app.rows.word(named: "x") == nil)
        #expect(app.rows.failure == .notFound("x"))
        #expect(await app.rows.retry([word.id])?.first?.translation.translation?.text == "<dog>")
        #expect(app.rows.failure == nil)
        #expect(await app.rows.setFavorite(true, of: WordID("x")) == nil)
        #expect(await app.rows.retry([WordID("x")]) == nil)
        #expect(await app.rows.remove([WordID("x")]) == false)
        #expect(app.rows.failure == .notFound("x"))
        #expect(await app.rows.retryAll()?.isEmpty == true)
    }

    @Test("the failure of every view model can be dismissed in the same way")
    func dismissing() async {
        func expectDismissal(_ model: some ActionViewModel, sourceLocation: SourceLocation = #_sourceLocation) {
            #expect(model.failure != nil, sourceLocation: sourceLocation)
            model.dismissFailure()
            #expect(model.failure == nil, sourceLocation: sourceLocation)
        }
        let word = await app.add("dog")[0]
        #expect(await app.rows.word(named: "x") == nil)
        expectDismissal(app.rows)
        let entry = app.graph.mainScreen.mainWordList.wordList.toEntry.open(word).viewModel
        await entry.setTranslation(" ")
        expectDismissal(entry)
        let screen = app.navigator.toNewWord.router.open()
        #expect(await screen.viewModel.save() == nil)
        #expect(screen.viewModel.message != nil)
        expectDismissal(screen.viewModel)
        #expect(screen.viewModel.message == nil)
        #expect(await !screen.langPicker.viewModel.choose(from: "de", to: "de"))
        expectDismissal(screen.langPicker.viewModel)
    }

    @Test("a failing store shows a failure and keeps the list; loading works when the store does")
    func failingStore() async throws {
        let failing = FaultyWordRepository(InMemoryWordRepository())
        let app = TestApp(words: failing)
        await app.add("dog")
        let main = app.graph.mainScreen.mainWordList.viewModel
        await main.load()
        let search = app.navigator.toSearch.router.open().searchWordList.viewModel
        failing.isFailing = true
        await main.load()
        #expect(main.phase == .failed(FaultyWordRepository.error))
        #expect(main.words.map(\.text.value) == ["dog"])
        app.navigator.searchTextInput.viewModel.text = "d"
        #expect(await waitUntil { search.phase == .failed(FaultyWordRepository.error) })
        let favorites = app.navigator.toFavorites.router.open().favoriteWordList.viewModel
        await favorites.load()
        #expect(favorites.phase == .failed(FaultyWordRepository.error) && !favorites.isEmpty)
        #expect(await app.add("cat").isEmpty)
        let entry = app.graph.mainScreen.mainWordList.wordList.toEntry.open(main.words[0]).viewModel
        await entry.load()
        #expect(entry.phase == .failed(FaultyWordRepository.error))
        failing.isFailing = false
        await main.load()
        await favorites.load()
        search.search()
        #expect(main.phase == .loaded && favorites.phase == .loaded)
        #expect(await waitUntil { search.words.map(\.text.value) == ["dog"] })
    }
}
