public import CoreModule
public import Foundation

/// Logs what is read from another repository and written to it, as `OperationLog` does: tasks at debug level only.
public final class LoggingTodoRepository: TodoRepository {
    private let base: any TodoRepository
    private let log: OperationLog

    /// Makes a repository that tells of what is done to another.
    public init(_ base: any TodoRepository, logger: Logger) {
        self.base = base
        log = OperationLog(logger)
    }

    /// All tasks in the order of creation.
    public func todos() async throws(TodoError) -> [Todo] {
        try await log.run("read tasks", result: { "\($0.count)" }) { () throws(TodoError) in try await base.todos() }
    }

    /// The one task whose identifier begins so.
    public func todo(idPrefix: String) async throws(TodoError) -> Todo {
        try await log.run("read task", idPrefix, result: \.logText) { () throws(TodoError) in
            try await base.todo(idPrefix: idPrefix)
        }
    }

    /// Adds a task.
    public func add(_ todo: Todo) async throws(TodoError) {
        try await log.run("add task", todo.logText) { () throws(TodoError) in try await base.add(todo) }
    }

    /// Changes a task.
    @discardableResult
    public func edit(_ id: TodoID, _ edit: TodoEdit, at date: Date) async throws(TodoError) -> Todo {
        try await log.run("edit task", "\(id)", result: \.logText) { () throws(TodoError) in
            try await base.edit(id, edit, at: date)
        }
    }

    /// Removes tasks, all or none.
    public func remove(_ ids: [TodoID]) async throws(TodoError) {
        try await log.run("remove tasks", ids.map(\.rawValue).joined(separator: " ")) { () throws(TodoError) in
            try await base.remove(ids)
        }
    }
}

extension Todo {
    /// What is logged of it at debug level: `0192… Buy milk (open)`.
    var logText: String { "\(id) \(text.value) (\(state))" }

    /// Whether it is done, in one word.
    var state: String { isCompleted ? "done" : "open" }
}
