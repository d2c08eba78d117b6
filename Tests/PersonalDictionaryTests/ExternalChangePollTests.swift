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
