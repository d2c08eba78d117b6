import CoreModule
import Foundation
import PersonalDictionary
import SuperappTesting
import TestSupport
import Testing
import TodoList

@MainActor
@Suite("Previews", .bounded)
struct PreviewTests {
    @Test("the lists, an entry and the tasks of a preview are there without waiting")
    func firstFrame() throws {
        let app = AppGraph.preview()
        let main = app.mainScreen.mainWordList
        #expect(main.viewModel.phase == .loaded && !main.viewModel.isEmpty && !main.viewModel.hasMore)
        #expect(main.viewModel.words == [ImportedWord].sample.map(\.word))
        let favorites = app.mainScreen.mainNavigator.toFavorites.router.open()
        #expect(favorites.favoriteWordList.viewModel.words == main.viewModel.words.filter(\.isFavorite))
        let dog = try #require(main.viewModel.words.first { $0.text.value == "dog" })
        let entry = main.wordList.toEntry.open(dog).viewModel
        #expect(entry.senses.flatMap(\.translations) == ["собака", "пёс"])
        let new = try #require(main.viewModel.words.first { $0.translation == .pending })
        #expect(main.wordList.toEntry.open(new).viewModel.senses.isEmpty)
        let tasks = app.mainScreen.mainNavigator.toTodoList.router.open()
        #expect(tasks.mainScreen.list.viewModel.phase == .loaded)
        #expect(tasks.mainScreen.list.viewModel.todos.count == 3)
        #expect(tasks.mainScreen.counter.viewModel.total == 4 && tasks.mainScreen.counter.viewModel.done == 1)
    }

    @Test("the first frame has a page of many words, and the next pages are loaded")
    func pages() async throws {
        let texts = (0..<WordListViewModel.pageSize + 1).map { "word \($0)" }
        let list = AppGraph.preview(words: texts.map { .sample($0) })
        let rows = list.mainScreen.mainWordList.viewModel
        #expect(rows.words.count == WordListViewModel.pageSize && rows.hasMore)
        await rows.loadMore()
        #expect(Set(rows.words.map(\.text.value)) == Set(texts))
    }

    @Test("a preview is a working app: its lists follow changes, and a new word is looked up")
    func working() async throws {
        let time = ManualTime()
        let app = AppGraph.preview(
            .preview(words: [], todos: [], environment: AppEnvironment(clock: time.clock, sleeper: time.sleeper)))
        let list = app.mainScreen.mainWordList.viewModel
        #expect(list.isEmpty)
        let screen = app.mainScreen.mainNavigator.toNewWord.router.open().viewModel
        screen.text = "dog"
        #expect(await screen.save() != nil)
        app.startTranslating()
        #expect(await waitUntil { list.words.first?.translation.translation?.text == "собака" })
        await list.load()
        #expect(list.words.map(\.text.value) == ["dog"])
        // A screen that is opened later begins with what is there by then.
        await list.setFavorite(true, of: list.words[0].id)
        let favorites = app.mainScreen.mainNavigator.toFavorites.router.open()
        #expect(favorites.favoriteWordList.viewModel.words.map(\.text.value) == ["dog"])
    }

    @Test("another store is read in time: its screens begin with loading")
    func otherStores() async {
        let app = AppGraph.preview(
            .preview().with {
                $0.store = DictionaryStore(words: InMemoryWordRepository(.sample), todos: TaskList.inMemory())
            })
        let list = app.mainScreen.mainWordList.viewModel
        #expect(list.phase == .loading && list.words.isEmpty)
        await list.load()
        #expect(list.words == [ImportedWord].sample.map(\.word))
    }

    @Test("words in memory leave out a duplicate of an earlier one")
    func duplicates() async throws {
        let german = try TranslationDirection.between("en", "de")
        let words = InMemoryWordRepository([
            .sample("dog", ["собака"]), .sample("dog", ["пёс"]), .sample("cat"), .sample("cat", ["кот"]),
            ImportedWord(try .make("1", "dog", "en", "de", createdAt: ManualTime.start)),
        ])
        let stored = try await Vocabulary(words).words(.newest(9))
        #expect(stored.count == 3 && stored.contains { $0.direction == german })
        #expect(try await Vocabulary(words).entry(of: WordID("sample-en-ru-dog"))?.translation.text == "собака")
    }

    @Test(
        "identifiers of words and tasks of a preview differ by the direction, and could be generated ones: they have no white space"
    )
    func identifiers() throws {
        let german = try TranslationDirection.between("en", "de")
        let list = AppGraph.preview(words: [.sample("ice cream"), .sample("ice cream", [], german)])
        let ids = list.mainScreen.mainWordList.viewModel.words.map(\.id.rawValue)
        #expect(Set(ids) == ["sample-en-ru-ice_cream", "sample-en-de-ice_cream"])
        #expect(Todo.sample("buy milk").id == TodoID("sample-buy_milk"))
        let generator = IdentifierGenerator { "" }
        #expect(([ImportedWord].sample.map(\.word.id.rawValue) + ids).allSatisfy(generator.canMake))
    }

    @Test("a to-do list alone is previewed without waiting")
    func todoList() {
        let list = TodoListGraph.preview(.preview([.sample("one"), .sample("two", isCompleted: true)]))
        #expect(list.mainScreen.list.viewModel.todos.map(\.text.value) == ["one"])
        #expect(list.mainScreen.counter.viewModel.total == 2)
    }
}
