package import CoreModule
import Foundation

/// Stores the records of tasks in a database with the tables of ``TodoSchema``.
package struct SQLiteTodoRecordRepository: TodoRecordRepository {
    private let database: SQLiteDatabase
    private let external = ExternalChangeTracker()

    package init(database: SQLiteDatabase) {
        self.database = database
    }

    package func read<Value: Sendable>(
        _ body: @escaping @Sendable (any TodoRecordSnapshot) throws(TodoError) -> Value
    ) async throws(TodoError) -> Value {
        do {
            return try await database.read { [path = database.path, external] connection in
                try external.begin { try TodoRevision.latest(connection) }
                return try body(SQLiteTodoRecords(connection, path))
            }
        } catch {
            throw TodoError(wrapping: error, path: database.path)
        }
    }

    package func write<Value: Sendable>(
        _ body: @escaping @Sendable (any TodoRecordTransaction) throws(TodoError) -> Value
    ) async throws(TodoError) -> Value {
        do {
            let (value, revision) = try await database.write { [path = database.path] connection -> (Value, Int64?) in
                let count = connection.changeCount
                let value = try body(SQLiteTodoRecords(connection, path))
                guard connection.changeCount > count else { return (value, nil) }
                return (value, try TodoRevision.next(connection))
            }
            // After the commit: the number of a transaction that fails is that of the next one, of any process.
            if let revision { external.noteOwn(revision) }
            return value
        } catch {
            throw TodoError(wrapping: error, path: database.path)
        }
    }

    /// Reads one row.
    package func hasExternalChanges() async throws(TodoError) -> Bool {
        do {
            let latest = try await database.read { try TodoRevision.latest($0) }
            // After the read: a caller that is cancelled has seen nothing.
            return external.changes(upTo: latest, all: true) { _, _ in true } ?? false
        } catch {
            throw TodoError(wrapping: error, path: database.path)
        }
    }
}

/// The number of the last transaction that changed something.
private enum TodoRevision {
    static func latest(_ connection: SQLiteConnection) throws -> Int64 {
        let latest = try connection.first("SELECT latest FROM todo_revision") { try $0.integer(0) }
        guard let latest else {
            throw StoreError(.damaged, path: nil, message: Message("the store's change counter is missing"))
        }
        return latest
    }

    /// Counts this transaction, and returns its number.
    static func next(_ connection: SQLiteConnection) throws -> Int64 {
        try connection.run("UPDATE todo_revision SET latest = latest + 1")
        return try latest(connection)
    }
}
