public import CoreModule
import Foundation

/// Runs transactions on stored records.
protocol TodoTransactions: Sendable {
    /// The path of the file, for error messages. Nil if there is no file.
    var path: String? { get }
    /// Runs a transaction that only reads.
    func read<Value: Sendable>(_ body: @escaping @Sendable (any TodoRecordStore) throws -> Value) async throws -> Value
    /// Runs a transaction. If the body throws, nothing changes.
    func write<Value: Sendable>(
        _ body: @escaping @Sendable (inout any TodoRecordStore) throws -> Value
    ) async throws -> Value
}

extension TodoStore {
    /// Stores tasks in a database that was opened with ``TodoSchema/todos``. An acknowledged change survives a power loss. Several
    /// processes may share the file.
    public convenience init(_ database: SQLiteDatabase, logger: EventLogger = .disabled) {
        self.init(database, replica: UUID().uuidString.lowercased(), logger: logger)
    }

    package convenience init(_ database: SQLiteDatabase, replica: String, logger: EventLogger = .disabled) {
        self.init(SQLiteTodoTransactions(database: database), replica: replica, logger: logger)
    }

    /// Stores tasks in memory: for tests, previews and experiments.
    public static func inMemory(logger: EventLogger = .disabled) -> TodoStore {
        inMemory(replica: UUID().uuidString.lowercased(), logger: logger)
    }

    package static func inMemory(replica: String, logger: EventLogger = .disabled) -> TodoStore {
        TodoStore(InMemoryTodoTransactions(), replica: replica, logger: logger)
    }
}

private struct SQLiteTodoTransactions: TodoTransactions {
    let database: SQLiteDatabase

    var path: String? { database.path }

    func read<Value: Sendable>(
        _ body: @escaping @Sendable (any TodoRecordStore) throws -> Value
    ) async throws -> Value {
        try await database.read { try body(SQLiteTodoRecordStore(connection: $0)) }
    }

    func write<Value: Sendable>(
        _ body: @escaping @Sendable (inout any TodoRecordStore) throws -> Value
    ) async throws -> Value {
        try await database.write { connection in
            var records: any TodoRecordStore = SQLiteTodoRecordStore(connection: connection)
            return try body(&records)
        }
    }
}

private actor InMemoryTodoTransactions: TodoTransactions {
    nonisolated let path: String? = nil
    private var records = InMemoryTodoRecordStore()

    func read<Value: Sendable>(_ body: @Sendable (any TodoRecordStore) throws -> Value) throws -> Value {
        try body(records)
    }

    func write<Value: Sendable>(_ body: @Sendable (inout any TodoRecordStore) throws -> Value) throws -> Value {
        try records.transaction(body)
    }
}
