public import CoreModule
public import Foundation

/// Keeps tasks in a SQLite file: what it acknowledged survives a loss of power, and several processes may share the file.
public final class SQLiteTodoRepository: TodoRepository {
    private let database: SQLiteDatabase
    /// The name that the store is known by, if it has none yet.
    private let replica: String

    /// Makes a repository of a database that was opened with ``TodoSchema/todos``.
    public convenience init(_ database: SQLiteDatabase) {
        self.init(database, replica: UUID().uuidString.lowercased())
    }

    package init(_ database: SQLiteDatabase, replica: String) {
        self.database = database
        self.replica = replica
    }

    /// What a synchronization works on.
    public var syncStore: TodoSyncStore? { TodoSyncStore(self) }

    /// All tasks in the order of creation.
    public func todos() async throws(TodoError) -> [Todo] {
        try await read { try $0.todos() }
    }

    /// The one task whose identifier begins so.
    public func todo(idPrefix: String) async throws(TodoError) -> Todo {
        try await read { ledger in
            guard !idPrefix.isEmpty else { throw TodoError.notFound(idPrefix) }
            // By substr, not LIKE: the prefix may hold wildcards. The first condition lets the index find the place.
            let todos = try ledger.connection.query(
                """
                SELECT \(SQLiteTodoRecordStore.columns) FROM todo
                WHERE id BETWEEN ?1 AND ?1 || char(1114111) AND substr(id, 1, length(?1)) = ?1 ORDER BY id LIMIT 11
                """, [.text(idPrefix)], SQLiteTodoRecordStore.todo)
            guard let first = todos.first else { throw TodoError.notFound(idPrefix) }
            guard todos.count == 1 || first.id.rawValue == idPrefix else {
                throw TodoError.ambiguousID(idPrefix, matches: todos.prefix(10).map(\.id))
            }
            return first
        }
    }

    /// Adds a task.
    public func add(_ todo: Todo) async throws(TodoError) {
        try await write { try $0.add(todo) }
    }

    /// Changes a task.
    @discardableResult
    public func edit(_ id: TodoID, _ edit: TodoEdit, at date: Date) async throws(TodoError) -> Todo {
        try await write { try $0.edit(id, edit, at: date) }
    }

    /// Removes tasks, all or none.
    public func remove(_ ids: [TodoID], at date: Date) async throws(TodoError) {
        try await write { try $0.remove(ids, at: date) }
    }

    /// Brings back tasks that were removed.
    public func undoRemoval(of todos: [Todo], at removedAt: Date) async throws(TodoError) -> [Todo] {
        try await write { ledger in try todos.compactMap { try ledger.undoRemoval(of: $0, at: removedAt) } }
    }

    /// All conflicts, the oldest first.
    public func conflicts() async throws(TodoError) -> [TodoConflict] {
        try await read { try $0.conflicts() }
    }

    /// Brings back what lost.
    @discardableResult
    public func restore(_ conflict: Identifier<TodoConflict>, at date: Date) async throws(TodoError) -> TodoChange {
        try await write { try $0.restore(conflict, at: date) }
    }

    private func read<Value: Sendable>(
        _ body: @escaping @Sendable (SQLiteTodoRecordStore) throws -> Value
    ) async throws(TodoError) -> Value {
        do { return try await database.read { try body(SQLiteTodoRecordStore(connection: $0)) } } catch {
            throw TodoError(wrapping: error, path: database.path)
        }
    }

    private func write<Value: Sendable>(
        _ body: @escaping @Sendable (inout SQLiteTodoRecordStore) throws -> Value
    ) async throws(TodoError) -> Value {
        do {
            return try await database.write { connection in
                var ledger = SQLiteTodoRecordStore(connection: connection)
                return try body(&ledger)
            }
        } catch {
            throw TodoError(wrapping: error, path: database.path)
        }
    }
}

extension SQLiteTodoRepository: TodoSyncing {
    package func lastAddress() async throws(TodoError) -> String? {
        try await read { try $0.collection?.address }
    }

    package func beginSync(with address: String, at date: Date) async throws(TodoError) -> TodoSyncStart {
        try await write { [replica] in try $0.beginSync(with: address, at: date, replica: replica) }
    }

    package func pull(_ pull: TodoPull, at date: Date, device: String) async throws(TodoError) -> TodoPullResult {
        try await write { try $0.pull(pull, at: date, device: device) }
    }

    package func deliveries(
        limit: Int, except skipped: Set<TodoID>, device: String, path: @escaping @Sendable (TodoID) -> CalDAVPath
    ) async throws(TodoError) -> [TodoDelivery] {
        try await write { try $0.deliveries(limit: limit, except: skipped, device: device, path: path) }
    }

    package func delivered(_ delivery: TodoDelivery, etag: ETag?) async throws(TodoError) -> TodoChange? {
        try await write { try $0.delivered(delivery, etag: etag) }
    }

    package func dirtyCount() async throws(TodoError) -> Int {
        try await read { try $0.dirtyCount() }
    }

    package func perform(
        _ job: TodoImportJob, at date: Date, isTrial: Bool
    ) async throws(TodoError) -> TodoImportResult {
        do {
            return try await database.write { connection in
                var ledger = SQLiteTodoRecordStore(connection: connection)
                let result = try ledger.perform(job, among: try ledger.todos(), at: date)
                if isTrial { throw Trial(result: result) }
                return result
            }
        } catch let trial as Trial {
            return trial.result
        } catch {
            throw TodoError(wrapping: error, path: database.path)
        }
    }

    package func allRecords() async throws(TodoError) -> [TodoRecord] {
        try await read { ledger in try ledger.todos().compactMap { try ledger.record($0.id) } }
    }

    /// What a transaction that is rolled back would have done.
    private struct Trial: Error {
        let result: TodoImportResult
    }
}
