import CoreModule
import Foundation
import TodoList

/// A repository whose reads and writes fail when a test says so.
final class FailingTodoRepository: TodoRepository {
    private let base = TodoStore.inMemory()
    private let state = Locked<TodoError?>(nil)

    var failure: TodoError? {
        get { state.withLock { $0 } }
        set { state.withLock { $0 = newValue } }
    }

    private func check() throws(TodoError) { if let failure { throw failure } }

    func todos() async throws(TodoError) -> [Todo] {
        try check()
        return try await base.todos()
    }

    func todo(idPrefix: String) async throws(TodoError) -> Todo {
        try check()
        return try await base.todo(idPrefix: idPrefix)
    }

    func add(_ todo: Todo) async throws(TodoError) {
        try check()
        try await base.add(todo)
    }

    func edit(_ id: TodoID, _ edit: TodoEdit, at date: Date) async throws(TodoError) -> Todo {
        try check()
        return try await base.edit(id, edit, at: date)
    }

    func remove(_ ids: [TodoID], at date: Date) async throws(TodoError) -> [Todo] {
        try check()
        return try await base.remove(ids, at: date)
    }

    func undoRemoval(of todos: [Todo], at removedAt: Date) async throws(TodoError) -> [Todo] {
        try check()
        return try await base.undoRemoval(of: todos, at: removedAt)
    }

    func conflicts() async throws(TodoError) -> [TodoConflict] {
        try check()
        return try await base.conflicts()
    }

    func restore(_ conflict: Identifier<TodoConflict>, at date: Date) async throws(TodoError) -> TodoChange {
        try check()
        return try await base.restore(conflict, at: date)
    }

    var changes: any ModelStreamReader<TodoChange> { base.changes }

    var store: TodoStore? { nil }
}
