public import CoreModule
public import Observation

/// The number of tasks, and how many of them are done.
@MainActor
@Observable
public final class TodoCounterViewModel {
    private let loader: Loader<(done: Int, total: Int), TodoError>

    init(todos: any TodoRepository) {
        loader = Loader((done: 0, total: 0)) { () throws(TodoError) in
            let todos = try await todos.todos()
            return (done: todos.count(where: \.isCompleted), total: todos.count)
        }
    }

    /// The number of done tasks.
    public var done: Int { loader.value.done }
    /// The number of tasks.
    public var total: Int { loader.value.total }
    /// Why the tasks could not be counted. Nil once they were.
    public var failure: TodoError? { loader.phase.failure }
    /// Both numbers as a sentence.
    public var message: Message { Message("\(done) of \(total) done") }

    /// Counts the tasks.
    public func load() async { await loader.load() }
}
