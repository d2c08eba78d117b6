public import CoreModule
public import Observation

/// The number of tasks, and how many of them are done.
@MainActor
@Observable
public final class TodoCounterViewModel {
    private let loader: Loader<TodoCounts, TodoError>

    init(todos: TaskList) {
        loader = Loader(TodoCounts()) { () throws(TodoError) in try await todos.counts() }
        if let todos = todos.todosNow() {
            loader.show(read: TodoCounts(total: todos.count, done: todos.count(where: \.isCompleted)))
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
