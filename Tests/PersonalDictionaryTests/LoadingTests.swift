import CoreModule
import Foundation
import PersonalDictionary
import SuperappTesting
import TestSupport
import Testing
import TodoList

@MainActor
@Suite("Loading and saving on the screens", .bounded)
struct LoadingTests {
    private let words = GatedWordRepository()

    /// Runs a load whose task is cancelled before it begins to read.
    private func cancelled(_ load: @escaping @MainActor () async -> Void) async {
        await Task {
            withUnsafeCurrentTask { $0?.cancel() }
            await load()
        }.value
    }

    @Test("a cancelled load is no failure, and what is shown stays, on every screen that loads")
    func cancellation() async throws {
        try await withTemporaryFolder { folder in
            let store = try await DictionaryStore.open(folder.appending(path: "a.sqlite"))
            let app = TestApp(words: store.words, todos: store.todos)
            let dog = try #require(await app.add("dog").first)
            let main = app.graph.mainScreen.mainWordList.viewModel
            let favorites = app.navigator.toFavorites.router.open().favoriteWordList.viewModel
            let entry = app.graph.mainScreen.mainWordList.wordList.toEntry.open(dog).viewModel
            let todoList = app.navigator.toTodoList.router.open().mainScreen
            let (todos, counter) = (todoList.list.viewModel, todoList.counter.viewModel)
            let conflicts = todoList.toConflicts.router.open().viewModel
            _ = await todos.add("milk")
            let loads: [@MainActor () async -> Void] = [
                { await main.load() }, { await favorites.load() }, { await entry.load() }, { await todos.load() },
                { await counter.load() }, { await conflicts.load() },
            ]
            for load in loads { await load() }
            for load in loads { await cancelled(load) }
            #expect(main.phase == .loaded && main.words.map(\.text.value) == ["dog"])
            #expect(favorites.phase == .loaded && entry.phase == .noEntry && conflicts.phase == .loaded)
            #expect(todos.phase == .loaded && todos.todos.count == 1 && counter.failure == nil && counter.total == 1)
            await store.close()
        }
    }

    @Test("a reload of an entry that the end of its screen cancels is no failure")
    func endOfScreen() async throws {
        let app = TestApp(words: words)
        let dog = try #require(await app.add("dog").first)
        let screen = app.graph.mainScreen.mainWordList.wordList.toEntry.open(dog)
        await screen.viewModel.load()
        words.isHeld = true
        _ = try await app.graph.words.merge([ImportedWord(.make("2", "cat", createdAt: app.time.now))]) { WordID("3") }
        try await eventually { words.heldReads > 0 }
        words.failsReads = true
        screen.detach()
        words.isHeld = false
        try await eventually { words.failedReads > 0 }
        let answered = Task { @MainActor in screen.viewModel.phase }
        #expect(await answered.value == .noEntry)
    }

    @Test("a change of many words while a list loads for the first time is not missed")
    func firstLoad() async throws {
        let app = TestApp(words: words)
        let main = app.graph.mainScreen.mainWordList.viewModel
        words.isHeld = true
        let loading = Task {
            await main.load()
            return main.words.map(\.text.value)
        }
        try await eventually { words.heldReads == 1 }
        let firstRead = words.replaceGate()
        _ = try await app.graph.words.merge([ImportedWord(.make("1", "dog", createdAt: app.time.now))]) { WordID("2") }
        try await eventually { words.heldReads == 2 }
        firstRead?.open()
        try await eventually { words.releasedReads == 1 }
        words.isHeld = false
        #expect(await loading.value == ["dog"])
        #expect(main.phase == .loaded)
    }

    @Test("a page that is asked for during a reload comes after it, and a reload keeps the page that is being loaded")
    func pages() async throws {
        let app = TestApp(words: words)
        let main = app.graph.mainScreen.mainWordList.viewModel
        func change(_ number: Int) async throws {
            let word = try Word.make("n\(number)", "new \(number)", createdAt: app.time.now + Double(1000 + number))
            _ = try await app.graph.words.merge([ImportedWord(word)]) { WordID("x\(number)") }
        }
        try await app.graph.words.add(
            (0..<200).map { try .make("\($0)", "word \($0)", createdAt: app.time.now + Double($0)) })
        await main.load()
        words.isHeld = true
        try await change(1)
        try await eventually { words.heldReads == 1 }
        let hasAsked = Locked(false)
        let first = Task {
            hasAsked.withLock { $0 = true }
            await main.loadMore()
        }
        let cancelled = Task { await main.loadMore() }
        try await eventually { hasAsked.withLock { $0 } }
        cancelled.cancel()
        await cancelled.value
        words.isHeld = false
        await first.value
        #expect(main.words.count == 100 && main.words.first?.text.value == "new 1" && main.phase == .loaded)

        words.isHeld = true
        let before = words.heldReads
        let second = Task { await main.loadMore() }
        try await eventually { words.heldReads == before + 1 }
        try await change(2)
        try await eventually { words.heldReads == before + 2 }
        words.isHeld = false
        await second.value
        #expect(main.words.count == 150 && main.words.first?.text.value == "new 2")

        await main.load(first: .max)
        words.isHeld = true
        await main.loadMore()
        #expect(main.words.count == 202 && !main.hasMore)
    }

    @Test("what is typed while a word is being saved stays")
    func typing() async throws {
        let app = TestApp(words: words)
        let model = app.navigator.toNewWord.router.open().viewModel
        model.text = "dog"
        words.holdsWrites = true
        words.isHeld = true
        let saving = Task { await model.save() }
        try await eventually { words.heldWrites == 1 }
        #expect(model.isSaving && !model.canSave)
        model.text = "cat"
        words.isHeld = false
        #expect(await saving.value?.text.value == "dog")
        #expect(model.text == "cat" && model.canSave)
    }

    @Test("what a text may mean that finds nothing is not shown under the words of the next text")
    func lateNearest() async throws {
        let app = TestApp(words: words)
        await app.add("house")
        let screen = app.navigator.toSearch.router.open()
        defer { app.graph.detach() }
        let (model, main) = (screen.searchWordList.viewModel, app.graph.mainScreen.mainWordList.viewModel)
        // From here on only the search reads.
        await main.load()
        try await eventually { main.words.count == 1 && !model.isSearching }
        words.isHeld = true
        app.navigator.searchTextInput.viewModel.text = "hosue"
        try await eventually { words.heldReads == 1 }
        words.replaceGate()?.open()
        try await eventually { model.isFindingNearest && words.heldReads == 2 }
        let nearest = words.replaceGate()
        app.navigator.searchTextInput.viewModel.text = "house"
        try await eventually { words.heldReads == 3 }
        words.isHeld = false
        try await eventually { model.words.map(\.text.value) == ["house"] }
        nearest?.open()
        try await eventually { words.releasedReads == 3 && !model.isFindingNearest }
        // What a task shows without an await, it has shown by then.
        await Task { @MainActor in }.value
        #expect(model.nearest.isEmpty && model.nearestMessage == nil)
    }

    @Test("a search that was cancelled shows nothing more, neither words nor a failure", arguments: [false, true])
    func cancelledSearch(fails: Bool) async throws {
        let app = TestApp(words: words)
        await app.add("house")
        let screen = app.navigator.toSearch.router.open()
        defer { app.graph.detach() }
        let (model, main) = (screen.searchWordList.viewModel, app.graph.mainScreen.mainWordList.viewModel)
        // From here on only the search reads.
        await main.load()
        try await eventually { main.words.count == 1 && !model.isSearching }
        words.isHeld = true
        words.failsReads = fails
        app.navigator.searchTextInput.viewModel.text = "house"
        try await eventually { words.heldReads >= 1 }
        // The read answers, although its task is cancelled.
        app.navigator.searchTextInput.viewModel.text = " "
        words.isHeld = false
        try await eventually { words.releasedReads >= 1 && screen.searchWordList.scope.taskCount == 0 }
        #expect(model.phase == .blank && model.words.isEmpty && model.emptyMessage == model.message)
    }

    @Test("searches that are cancelled one after the other build the search index together")
    func searchIndex() async throws {
        try await withTemporaryFolder { folder in
            let store = try await DictionaryStore.open(folder.appending(path: "a.sqlite"))
            let vocabulary = Vocabulary(store.words)
            let date = Date(millisecondsSince1970: 1_780_000_000_000)
            func word(_ number: Int) throws -> Word {
                try .make("\(number)", "word \(number)", createdAt: date + Double(number))
            }
            _ = try await vocabulary.add((0..<5000).map(word))
            let isBuilt = Locked(false)
            for attempt in 0..<50 where !isBuilt.withLock({ $0 }) {
                let search = Task {
                    try await store.words.read { words throws(DictionaryError) in
                        withUnsafeCurrentTask { $0?.cancel() }
                        _ = try words.search(WordQuery("word"))
                        isBuilt.withLock { $0 = true }
                    }
                }
                #expect(await search.result.isFailure)
                guard attempt < 2 else { continue }
                // Words before and behind the place that is reached are changed.
                _ = try await vocabulary.remove([WordID("\(attempt)"), WordID("\(4998 + attempt)")])
                try await vocabulary.add(.make("new \(attempt)", "neu \(attempt)", createdAt: date - 1))
            }
            #expect(isBuilt.withLock { $0 })
            #expect(try await vocabulary.search(WordQuery("word", limit: .max)).count == 4996)
            #expect(try await vocabulary.search(WordQuery("neu")).count == 2)
            await store.close()
        }
    }
}

extension Result {
    fileprivate var isFailure: Bool { if case .failure = self { true } else { false } }
}

/// Words in memory whose reads wait with their result while they are held, and whose writes wait before they begin.
final class GatedWordRepository: WordRepository {
    private struct State {
        var gate: Latch?
        var holdsWrites = false
        var heldReads = 0
        var releasedReads = 0
        var heldWrites = 0
        var failsReads = false
        var failedReads = 0
    }

    private let base = InMemoryWordRepository()
    private let state = Locked(State())

    var isHeld: Bool {
        get { state.withLock { $0.gate != nil } }
        set { replaceGate(newValue ? Latch() : nil)?.open() }
    }

    /// Holds what comes from now on with another gate.
    /// - Returns: the gate of what is held already.
    @discardableResult
    func replaceGate(_ gate: Latch? = Latch()) -> Latch? {
        state.withLock { state in
            defer { state.gate = gate }
            return state.gate
        }
    }

    var heldReads: Int { state.withLock(\.heldReads) }
    var releasedReads: Int { state.withLock(\.releasedReads) }
    var heldWrites: Int { state.withLock(\.heldWrites) }
    /// Whether writes wait as well.
    var holdsWrites: Bool {
        get { state.withLock(\.holdsWrites) }
        set { state.withLock { $0.holdsWrites = newValue } }
    }
    /// Whether held reads fail in the end.
    var failsReads: Bool {
        get { state.withLock(\.failsReads) }
        set { state.withLock { $0.failsReads = newValue } }
    }
    var failedReads: Int { state.withLock(\.failedReads) }

    func read<Value: Sendable>(
        _ body: @escaping @Sendable (any WordSnapshot) throws(DictionaryError) -> Value
    ) async throws(DictionaryError) -> Value {
        let value = try await base.read(body)
        let gate = state.withLock { state in
            if state.gate != nil { state.heldReads += 1 }
            return state.gate
        }
        guard let gate else { return value }
        await gate.wait()
        let fails = state.withLock { state in
            state.releasedReads += 1
            if state.failsReads { state.failedReads += 1 }
            return state.failsReads
        }
        if fails { throw FaultyWordRepository.error }
        return value
    }

    func write<Value: Sendable>(
        _ body: @escaping @Sendable (any WordTransaction) throws(DictionaryError) -> Value
    ) async throws(DictionaryError) -> Value {
        let gate = state.withLock { state in
            guard state.holdsWrites, let gate = state.gate else { return Latch?.none }
            state.heldWrites += 1
            return gate
        }
        await gate?.wait()
        return try await base.write(body)
    }

    func externalChanges() async throws(DictionaryError) -> [WordChange] { try await base.externalChanges() }
}
