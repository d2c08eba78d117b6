public import CoreModule
public import Foundation

/// Tells a stream of every change that another repository has acknowledged, in the order in which it was made.
public final class PublishingTodoRepository: TodoRepository {
    private let base: any TodoRepository
    private let changes: any ModelStreamWriter<TodoChange>
    /// One change at a time, from the call to the telling: else two changes of a task could be told the wrong way round.
    private let gate = SerialGate()

    /// Makes a repository that tells the stream of what it changes in another.
    public init(_ base: any TodoRepository, changes: any ModelStreamWriter<TodoChange>) {
        self.base = base
        self.changes = changes
    }

    /// All tasks in the order of creation.
    public func todos() async throws(TodoError) -> [Todo] { try await base.todos() }

    /// The one task whose identifier begins so.
    public func todo(idPrefix: String) async throws(TodoError) -> Todo { try await base.todo(idPrefix: idPrefix) }

    /// Adds a task.
    public func add(_ todo: Todo) async throws(TodoError) {
        await gate.enter()
        defer { gate.leave() }
        try await base.add(todo)
        changes.send(.added(todo))
    }

    /// Changes a task.
    @discardableResult
    public func edit(_ id: TodoID, _ edit: TodoEdit, at date: Date) async throws(TodoError) -> Todo {
        await gate.enter()
        defer { gate.leave() }
        let todo = try await base.edit(id, edit, at: date)
        changes.send(.updated(todo))
        return todo
    }

    /// Removes tasks, all or none.
    public func remove(_ ids: [TodoID]) async throws(TodoError) {
        await gate.enter()
        defer { gate.leave() }
        try await base.remove(ids)
        var told: Set<TodoID> = []
        for id in ids where told.insert(id).inserted { changes.send(.removed(id)) }
    }
}
