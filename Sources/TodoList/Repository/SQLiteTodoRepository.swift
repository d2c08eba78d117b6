public import CoreModule
import Foundation

/// Stores tasks in a SQLite file. An acknowledged change survives a power loss. Several processes may share the file.
public struct SQLiteTodoRepository: StoredTodoRepository {
    /// The store of the tasks.
    public let stored: TodoStore

    /// Creates a repository in a database that was opened with ``TodoSchema/todos``.
    public init(_ database: SQLiteDatabase, logger: Logger = .disabled) {
        self.init(database, replica: UUID().uuidString.lowercased(), logger: logger)
    }

    package init(_ database: SQLiteDatabase, replica: String, logger: Logger = .disabled) {
        stored = TodoStore(SQLiteTodoTransactions(database: database), replica: replica, logger: logger)
    }

    private init(_ stored: TodoStore) {
        self.stored = stored
    }

    /// Returns a repository of the same tasks that logs.
    public func logged(by logger: Logger) -> any TodoRepository { Self(stored.logged(by: logger)) }
}

/// Runs transactions in a SQLite database.
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
