public import CoreModule
public import Foundation

extension TodoStore: TodoRepository {
    /// The store itself.
    public var store: TodoStore? { self }

    /// Publishes every change after it was stored, in order.
    public var changes: any ModelStreamReader<TodoChange> { loggedStream }

    /// Returns all tasks, oldest first.
    public func todos() async throws(TodoError) -> [Todo] {
        try await read("read tasks", result: { "\($0.count)" }) { try $0.todos() }
    }

    /// Returns all tasks, oldest first, if the records can be read at once. Nil also if that fails: the load that follows says why.
    public func todosNow() -> [Todo]? {
        do throws(TodoError) {
            return try records.readNow { records throws(TodoError) in try records.todos() }
        } catch {
            return nil
        }
    }

    /// Returns the one task whose identifier has a prefix.
    public func todo(idPrefix: String) async throws(TodoError) -> Todo {
        try await read("read task", idPrefix, result: \.logText) { try $0.todo(idPrefix: idPrefix) }
    }

    /// Adds a task.
    public func add(_ todo: Todo) async throws(TodoError) {
        _ = try await write("add task", todo.logText, changes: { [.added($0)] }) { try $0.add(todo) }
    }

    /// Changes a task and returns the result.
    @discardableResult
    public func edit(_ id: TodoID, _ edit: TodoEdit, at date: Date) async throws(TodoError) -> Todo {
        try await write("edit task", "\(id)", result: \.logText, changes: { [.updated($0)] }) {
            try $0.edit(id, edit, at: date)
        }
    }

    /// Removes tasks, all or none, and returns them.
    @discardableResult
    public func remove(_ ids: [TodoID], at date: Date) async throws(TodoError) -> [Todo] {
        try await write(
            "remove tasks", ids.map(\.rawValue).joined(separator: " "), changes: { $0.map { .removed($0.id) } }
        ) { try $0.remove(ids, at: date) }
    }

    /// Brings back removed tasks, all or none.
    public func undoRemoval(of todos: [Todo], at removedAt: Date) async throws(TodoError) -> [Todo] {
        try await write(
            "undo removal", todos.map(\.id.rawValue).joined(separator: " "), result: { "\($0.count) back" },
            changes: { $0.map { .added($0) } }
        ) { records in try todos.compactMap { try records.undoRemoval(of: $0, at: removedAt) } }
    }

    /// Counts the tasks and the conflicts, without reading them.
    public func counts() async throws(TodoError) -> TodoCounts {
        try await read("count tasks", result: { "\($0.total)" }) { try $0.counts() }
    }

    /// Returns all conflicts, oldest first.
    public func conflicts() async throws(TodoError) -> [TodoConflict] {
        try await read("read conflicts", result: { "\($0.count)" }) { try $0.conflicts() }
    }

    /// Restores the lost value by an ordinary edit, and deletes the conflict.
    @discardableResult
    public func restore(_ conflict: Identifier<TodoConflict>, at date: Date) async throws(TodoError) -> TodoChange {
        try await write("restore conflict", "\(conflict)", result: \.logText, changes: { [$0] }) {
            try $0.restore(conflict, at: date)
        }
    }
}

extension Todo {
    /// The task in a log at debug level: `0192… Buy milk (open)`.
    var logText: String { "\(id) \(text.value) (\(state))" }

    /// Whether it is done, in one word.
    var state: String { isCompleted ? "done" : "open" }
}

extension TodoChange {
    /// The change in a log at debug level.
    var logText: String {
        switch self {
        case .added(let todo): "added \(todo.logText)"
        case .updated(let todo): "updated \(todo.logText)"
        case .removed(let id): "removed \(id)"
        case .reloaded: "reloaded"
        }
    }
}
