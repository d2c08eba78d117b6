public import CoreModule
public import Foundation

/// Keeps tasks in memory, for as long as it is referenced: for tests, previews and trying things out.
public actor InMemoryTodoRepository: TodoRepository {
    private var memory = InMemoryTodoRecordStore()
    private let replica: String

    /// Makes an empty repository.
    public init() {
        replica = UUID().uuidString.lowercased()
    }

    /// Makes an empty repository that is known by a name.
    package init(replica: String) {
        self.replica = replica
    }

    /// What a synchronization works on.
    public nonisolated var syncStore: TodoSyncStore? { TodoSyncStore(self) }

    /// All tasks in the order of creation.
    public func todos() throws(TodoError) -> [Todo] {
        memory.todos.sorted { ($0.createdAt, $0.id) < ($1.createdAt, $1.id) }
    }

    /// The one task whose identifier begins so. O(n).
    public func todo(idPrefix: String) throws(TodoError) -> Todo {
        if let todo = memory.record(TodoID(idPrefix))?.todo { return todo }
        let matches = idPrefix.isEmpty ? [] : memory.todos.filter { $0.id.rawValue.hasPrefix(idPrefix) }
        guard let todo = matches.first else { throw .notFound(idPrefix) }
        guard matches.count == 1 else {
            throw .ambiguousID(idPrefix, matches: Array(matches.map(\.id).sorted().prefix(10)))
        }
        return todo
    }

    /// Adds a task.
    public func add(_ todo: Todo) throws(TodoError) {
        try perform { try $0.add(todo) }
    }

    /// Changes a task.
    @discardableResult
    public func edit(_ id: TodoID, _ edit: TodoEdit, at date: Date) throws(TodoError) -> Todo {
        try perform { try $0.edit(id, edit, at: date) }
    }

    /// Removes tasks, all or none.
    public func remove(_ ids: [TodoID], at date: Date) throws(TodoError) {
        try perform { try $0.remove(ids, at: date) }
    }

    /// Brings back tasks that were removed.
    public func undoRemoval(of todos: [Todo], at removedAt: Date) throws(TodoError) -> [Todo] {
        try perform { ledger in try todos.compactMap { try ledger.undoRemoval(of: $0, at: removedAt) } }
    }

    /// All conflicts, the oldest first.
    public func conflicts() throws(TodoError) -> [TodoConflict] { memory.conflicts }

    /// Brings back what lost.
    @discardableResult
    public func restore(_ conflict: Identifier<TodoConflict>, at date: Date) throws(TodoError) -> TodoChange {
        try perform { try $0.restore(conflict, at: date) }
    }

    /// All or nothing, as a transaction.
    private func perform<Value>(_ body: (inout InMemoryTodoRecordStore) throws -> Value) throws(TodoError) -> Value {
        var changed = memory
        do {
            let value = try body(&changed)
            memory = changed
            return value
        } catch {
            throw TodoError(wrapping: error, path: nil)
        }
    }
}

extension InMemoryTodoRepository: TodoSyncing {
    package func lastAddress() throws(TodoError) -> String? { memory.collection?.address }

    package func beginSync(with address: String, at date: Date) throws(TodoError) -> TodoSyncStart {
        try perform { try $0.beginSync(with: address, at: date, replica: replica) }
    }

    package func pull(_ pull: TodoPull, at date: Date, device: String) throws(TodoError) -> TodoPullResult {
        try perform { try $0.pull(pull, at: date, device: device) }
    }

    package func deliveries(
        limit: Int, except skipped: Set<TodoID>, device: String, path: @escaping @Sendable (TodoID) -> CalDAVPath
    ) throws(TodoError) -> [TodoDelivery] {
        try perform { try $0.deliveries(limit: limit, except: skipped, device: device, path: path) }
    }

    package func delivered(_ delivery: TodoDelivery, etag: ETag?) throws(TodoError) -> TodoChange? {
        try perform { try $0.delivered(delivery, etag: etag) }
    }

    package func dirtyCount() throws(TodoError) -> Int { memory.dirtyRecords(limit: .max, except: []).count }

    package func perform(
        _ job: TodoImportJob, at date: Date, isTrial: Bool
    ) throws(TodoError) -> TodoImportResult {
        let before = memory
        let todos = try todos()
        let result = try perform { try $0.perform(job, among: todos, at: date) }
        if isTrial { memory = before }
        return result
    }

    package func allRecords() throws(TodoError) -> [TodoRecord] {
        try todos().compactMap { memory.record($0.id) }
    }
}
