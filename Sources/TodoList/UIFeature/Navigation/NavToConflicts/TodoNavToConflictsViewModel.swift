public import CoreModule
public import Observation

/// The number of conflicts.
@MainActor
@Observable
public final class TodoNavToConflictsViewModel {
    private let loader: Loader<Int, TodoError>

    init(todos: TaskList) {
        loader = Loader(0) { () throws(TodoError) in try await todos.counts().conflicts }
    }

    /// The number of conflicts.
    public var count: Int { loader.value }
    /// Why they could not be counted. Nil once they were.
    public var failure: TodoError? { loader.phase.failure }
    /// The number as a sentence.
    public var message: Message { count == 0 ? Message("No conflicts") : Message("\(count: count) conflicts") }

    /// Counts the conflicts.
    public func load() async { await loader.load() }
}
