import CoreModule
import PersonalDictionary
import SuperappTesting
import TestSupport
import Testing
import TodoList

@MainActor
@Suite("Asking the store for changes of other processes", .timeLimit(.minutes(5)))
struct ExternalChangePollTests {
    @Test("tasks are asked for only once a feature of the app leads to them")
    func tasks() async throws {
        let (words, todos) = (PolledWords(), PolledTodoRecords())
        let dependencies = AppDependencies(
            store: DictionaryStore(words: words, todos: TaskList(todos)), translation: .none(clock: .system),
            direction: .englishToRussian)
        let app = CustomAppBuilder(dependencies: dependencies, parent: FeatureTree().root) {
            WordsOnlyBuilder(dependencies: $0, parent: $1)
        }.build()
        app.externalChanges.start(every: .milliseconds(1))
        try await eventually { words.polls.withLock(\.self) > 20 }
        #expect(todos.polls.withLock(\.self) == 0)
        let toTodoList = app.mainScreen.parts.toTodoList(in: app.mainScreen.scope)
        try await eventually { todos.polls.withLock(\.self) > 2 }
        toTodoList.detach()
        app.detach()
    }

    @Test("languages, reminder and settings of reviews that another program changes reach open screens")
    func settings() async throws {
        let settings = PolledSettings()
        let (app, other) = (try await openApp(settings), try await openApp(settings))
        let screen = app.mainScreen.mainNavigator.toNewWord.router.open()
        var reminders = app.pushNotification.reminder.settingsChanges.events().makeAsyncIterator()
        var reviews = app.reviewChanges.events().makeAsyncIterator()
        app.externalChanges.start(every: .milliseconds(1))
        try await eventually { settings.polls.withLock(\.self) > 0 }
        let picker = other.mainScreen.mainNavigator.toNewWord.router.open().langPicker.viewModel
        for (source, target) in [("ru", "en"), ("de", "it")] {
            await picker.choose(from: source, to: target)
            let shown = "\(source)→\(target)"
            try await eventually {
                "\(screen.viewModel.direction) \(screen.langPicker.viewModel.direction)" == "\(shown) \(shown)"
            }
        }
        try await other.pushNotification.reminder.change { $0.isEnabled = false }
        #expect(await reminders.next()?.isEnabled == false)
        try await other.reviews.changeSettings { $0.newWordsPerDay = 3 }
        #expect(await reviews.next() != nil)
        for app in [app, other] { app.detach() }
    }

    private func openApp(_ settings: any SettingsStore) async throws -> AppGraph {
        let store = DictionaryStore(words: InMemoryWordRepository(), settings: settings)
        let dependencies = AppDependencies(
            store: store, translation: .none(clock: .system), direction: .englishToRussian)
        return AppBuilder(dependencies: dependencies, parent: FeatureTree().root).build()
    }
}

private struct WordsOnlyBuilder: Builder {
    static let feature = Feature.screen("WordsOnly")
    let dependencies: AppParts
    let parent: FeatureScope

    func makeGraph(in scope: FeatureScope) -> WordsOnlyGraph {
        WordsOnlyGraph(scope: scope, parts: dependencies, list: dependencies.mainWordList(in: scope))
    }
}

private final class WordsOnlyGraph: Graph {
    let scope: FeatureScope
    let parts: AppParts
    let list: NewestWordsGraph

    init(scope: FeatureScope, parts: AppParts, list: NewestWordsGraph) {
        self.scope = scope
        self.parts = parts
        self.list = list
    }
}

private final class PolledWords: WordRepository {
    let polls = Locked(0)
    private let base = InMemoryWordRepository()

    func read<Value: Sendable>(
        _ body: @escaping @Sendable (any WordSnapshot) throws(DictionaryError) -> Value
    ) async throws(DictionaryError) -> Value { try await base.read(body) }

    func write<Value: Sendable>(
        _ body: @escaping @Sendable (any WordTransaction) throws(DictionaryError) -> Value
    ) async throws(DictionaryError) -> Value { try await base.write(body) }

    func externalChanges() async throws(DictionaryError) -> [WordChange] {
        polls.withLock { $0 += 1 }
        return []
    }
}

private final class PolledTodoRecords: TodoRecordRepository {
    let polls = Locked(0)
    private let base = InMemoryTodoRecordRepository()

    func read<Value: Sendable>(
        _ body: @escaping @Sendable (any TodoRecordSnapshot) throws(TodoError) -> Value
    ) async throws(TodoError) -> Value { try base.read(body) }

    func write<Value: Sendable>(
        _ body: @escaping @Sendable (any TodoRecordTransaction) throws(TodoError) -> Value
    ) async throws(TodoError) -> Value { try base.write(body) }

    func hasExternalChanges() async throws(TodoError) -> Bool {
        polls.withLock { $0 += 1 }
        return false
    }
}

private final class PolledSettings: SettingsStore {
    let polls = Locked(0)
    private let base = InMemorySettingsStore()

    func change<Result: Sendable>(
        _ key: String, _ edit: @escaping @Sendable (inout String?) throws(StoreError) -> Result
    ) async throws(StoreError) -> Result { try await base.change(key, edit) }

    func watchedTexts(_ keys: [String]) async throws(StoreError) -> [String: String] {
        defer { polls.withLock { $0 += 1 } }
        return try await base.watchedTexts(keys)
    }
}
