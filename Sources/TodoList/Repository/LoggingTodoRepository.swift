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
    public func remove(_ ids: [TodoID], at date: Date) async throws(TodoError) {
        try await log.run("remove tasks", ids.map(\.rawValue).joined(separator: " ")) { () throws(TodoError) in
            try await base.remove(ids, at: date)
        }
    }

    /// Brings back tasks that were removed.
    public func undoRemoval(of todos: [Todo], at removedAt: Date) async throws(TodoError) -> [Todo] {
        try await log.run(
            "undo removal", todos.map(\.id.rawValue).joined(separator: " "), result: { "\($0.count) back" }
        ) { () throws(TodoError) in try await base.undoRemoval(of: todos, at: removedAt) }
    }

    /// All conflicts, the oldest first.
    public func conflicts() async throws(TodoError) -> [TodoConflict] {
        try await log.run("read conflicts", result: { "\($0.count)" }) { () throws(TodoError) in
            try await base.conflicts()
        }
    }

    /// Brings back what lost.
    @discardableResult
    public func restore(_ conflict: Identifier<TodoConflict>, at date: Date) async throws(TodoError) -> TodoChange {
        try await log.run("restore conflict", "\(conflict)", result: \.logText) { () throws(TodoError) in
            try await base.restore(conflict, at: date)
        }
    }

    /// The other repository's, of which is told too.
    public var syncStore: TodoSyncStore? { base.syncStore.map { TodoSyncStore(LoggingSync(base: $0.base, log: log)) } }
}

/// Tells of what a synchronization does to a repository.
private struct LoggingSync: TodoSyncing {
    let base: any TodoSyncing
    let log: OperationLog

    func lastAddress() async throws(TodoError) -> String? { try await base.lastAddress() }

    func beginSync(with address: String, at date: Date) async throws(TodoError) -> TodoSyncStart {
        try await log.run("begin synchronization", result: { "\($0.known.count) known" }) { () throws(TodoError) in
            try await base.beginSync(with: address, at: date)
        }
    }

    func pull(_ pull: TodoPull, at date: Date, device: String) async throws(TodoError) -> TodoPullResult {
        try await log.run("take over tasks", "\(pull.objects.count)", result: { "\($0.changes.count) changed" }) {
            () throws(TodoError) in try await base.pull(pull, at: date, device: device)
        }
    }

    func deliveries(
        limit: Int, except skipped: Set<TodoID>, device: String, path: @escaping @Sendable (TodoID) -> CalDAVPath
    ) async throws(TodoError) -> [TodoDelivery] {
        try await log.run("prepare tasks", result: { "\($0.count)" }) { () throws(TodoError) in
            try await base.deliveries(limit: limit, except: skipped, device: device, path: path)
        }
    }

    func delivered(_ delivery: TodoDelivery, etag: ETag?) async throws(TodoError) -> TodoChange? {
        try await log.run("note delivery", "\(delivery.id)") { () throws(TodoError) in
            try await base.delivered(delivery, etag: etag)
        }
    }

    func dirtyCount() async throws(TodoError) -> Int {
        try await log.run("count edits", result: { "\($0)" }) { () throws(TodoError) in try await base.dirtyCount() }
    }

    func perform(
        _ job: TodoImportJob, at date: Date, isTrial: Bool
    ) async throws(TodoError) -> TodoImportResult {
        try await log.run(isTrial ? "try import" : "import tasks", result: { "\($0.changes.count) changed" }) {
            () throws(TodoError) in try await base.perform(job, at: date, isTrial: isTrial)
        }
    }

    func allRecords() async throws(TodoError) -> [TodoRecord] {
        try await log.run("read records", result: { "\($0.count)" }) { () throws(TodoError) in
            try await base.allRecords()
        }
    }
}

extension Todo {
    /// What is logged of it at debug level: `0192… Buy milk (open)`.
    var logText: String { "\(id) \(text.value) (\(state))" }

    /// Whether it is done, in one word.
    var state: String { isCompleted ? "done" : "open" }
}
