public import CoreModule
public import Foundation

/// Tells a stream of every change that another repository has acknowledged, in the order in which it was made.
public final class PublishingTodoRepository: TodoRepository {
    private let base: any TodoRepository
    private let changes: any ModelStreamWriter<TodoChange>
    /// One change at a time, from the call to the telling: else two changes of a task could be told the wrong way round.
    private let gate = AsyncMutex()

    /// Makes a repository that tells the stream of what it changes in another.
    public init(_ base: any TodoRepository, changes: any ModelStreamWriter<TodoChange>) {
        self.base = base
        self.changes = changes
    }

    /// The other repository's, whose changes are told too.
    public var syncStore: TodoSyncStore? {
        base.syncStore.map { TodoSyncStore(PublishingSync(base: $0.base, changes: changes, gate: gate)) }
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
        var added = todo
        do {
            // How it stands to a server is for the repository to say.
            added = try await base.todo(idPrefix: todo.id.rawValue)
        } catch {
            // It is added all the same, and nobody can know it as it is now.
            added.sync = todo.sync.edited
        }
        changes.send(.added(added))
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
    public func remove(_ ids: [TodoID], at date: Date) async throws(TodoError) {
        await gate.enter()
        defer { gate.leave() }
        try await base.remove(ids, at: date)
        var told: Set<TodoID> = []
        for id in ids where told.insert(id).inserted { changes.send(.removed(id)) }
    }

    /// Brings back tasks that were removed.
    public func undoRemoval(of todos: [Todo], at removedAt: Date) async throws(TodoError) -> [Todo] {
        await gate.enter()
        defer { gate.leave() }
        let restored = try await base.undoRemoval(of: todos, at: removedAt)
        for todo in restored { changes.send(.added(todo)) }
        return restored
    }

    /// All conflicts, the oldest first.
    public func conflicts() async throws(TodoError) -> [TodoConflict] { try await base.conflicts() }

    /// Brings back what lost.
    @discardableResult
    public func restore(_ conflict: Identifier<TodoConflict>, at date: Date) async throws(TodoError) -> TodoChange {
        await gate.enter()
        defer { gate.leave() }
        let change = try await base.restore(conflict, at: date)
        changes.send(change)
        return change
    }
}

/// A synchronization whose changes are told, in the order in which they and all others were made.
private struct PublishingSync: TodoSyncing {
    let base: any TodoSyncing
    let changes: any ModelStreamWriter<TodoChange>
    let gate: AsyncMutex

    func lastAddress() async throws(TodoError) -> String? { try await base.lastAddress() }

    func beginSync(with address: String, at date: Date) async throws(TodoError) -> TodoSyncStart {
        try await base.beginSync(with: address, at: date)
    }

    func pull(_ pull: TodoPull, at date: Date, device: String) async throws(TodoError) -> TodoPullResult {
        await gate.enter()
        defer { gate.leave() }
        let result = try await base.pull(pull, at: date, device: device)
        for change in result.changes { changes.send(change) }
        return result
    }

    func deliveries(
        limit: Int, except skipped: Set<TodoID>, device: String, path: @escaping @Sendable (TodoID) -> CalDAVPath
    ) async throws(TodoError) -> [TodoDelivery] {
        try await base.deliveries(limit: limit, except: skipped, device: device, path: path)
    }

    func delivered(_ delivery: TodoDelivery, etag: ETag?) async throws(TodoError) -> TodoChange? {
        await gate.enter()
        defer { gate.leave() }
        let change = try await base.delivered(delivery, etag: etag)
        if let change { changes.send(change) }
        return change
    }

    func dirtyCount() async throws(TodoError) -> Int { try await base.dirtyCount() }

    func perform(
        _ job: TodoImportJob, at date: Date, isTrial: Bool
    ) async throws(TodoError) -> TodoImportResult {
        await gate.enter()
        defer { gate.leave() }
        let result = try await base.perform(job, at: date, isTrial: isTrial)
        if !isTrial { for change in result.changes { changes.send(change) } }
        return result
    }

    func allRecords() async throws(TodoError) -> [TodoRecord] { try await base.allRecords() }
}
