public import CoreModule
public import Foundation

/// Keeps tasks in a SQLite file: what it acknowledged survives a loss of power, and several processes may share the file.
public final class SQLiteTodoRepository: TodoRepository {
    private let database: SQLiteDatabase
    private static let columns = "id, text, priority, deadline, is_completed, created_at, updated_at, sync"

    /// Makes a repository of a database that was opened with ``TodoSchema/todos``.
    public init(_ database: SQLiteDatabase) {
        self.database = database
    }

    /// All tasks in the order of creation.
    public func todos() async throws(TodoError) -> [Todo] {
        try await read { connection in
            try connection.query("SELECT \(Self.columns) FROM todo ORDER BY created_at, id", [], Self.todo)
        }
    }

    /// The one task whose identifier begins so.
    public func todo(idPrefix: String) async throws(TodoError) -> Todo {
        try await read { connection in
            guard !idPrefix.isEmpty else { throw TodoError.notFound(idPrefix) }
            // By substr, not LIKE: the prefix may hold wildcards. The first condition lets the index find the place.
            let todos = try connection.query(
                """
                SELECT \(Self.columns) FROM todo
                WHERE id BETWEEN ?1 AND ?1 || char(1114111) AND substr(id, 1, length(?1)) = ?1 ORDER BY id LIMIT 11
                """, [.text(idPrefix)], Self.todo)
            guard let first = todos.first else { throw TodoError.notFound(idPrefix) }
            guard todos.count == 1 || first.id.rawValue == idPrefix else {
                throw TodoError.ambiguousID(idPrefix, matches: todos.prefix(10).map(\.id))
            }
            return first
        }
    }

    /// Adds a task.
    public func add(_ todo: Todo) async throws(TodoError) {
        try await write { connection in
            try connection.run(
                "INSERT INTO todo(\(Self.columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                [
                    .text(todo.id.rawValue), .text(todo.text.value), .text(todo.priority.rawValue),
                    .text(todo.deadline?.description), .bool(todo.isCompleted),
                    .integer(todo.createdAt.millisecondsSince1970), .integer(todo.updatedAt.millisecondsSince1970),
                    .text(todo.sync.rawValue),
                ])
        }
    }

    /// Changes a task.
    @discardableResult
    public func edit(_ id: TodoID, _ edit: TodoEdit, at date: Date) async throws(TodoError) -> Todo {
        try await write { connection in
            let todo = try connection.first(
                "SELECT \(Self.columns) FROM todo WHERE id = ?", [.text(id.rawValue)], Self.todo)
            guard let todo else { throw TodoError.notFound(id.rawValue) }
            let edited = edit.applied(to: todo, at: date)
            guard edited != todo else { return todo }
            try connection.run(
                """
                UPDATE todo SET text = ?, priority = ?, deadline = ?, is_completed = ?, updated_at = ?, sync = ?
                WHERE id = ?
                """,
                [
                    .text(edited.text.value), .text(edited.priority.rawValue), .text(edited.deadline?.description),
                    .bool(edited.isCompleted), .integer(edited.updatedAt.millisecondsSince1970),
                    .text(edited.sync.rawValue), .text(id.rawValue),
                ])
            return edited
        }
    }

    /// Removes tasks, all or none.
    public func remove(_ ids: [TodoID]) async throws(TodoError) {
        try await write { connection in
            for id in Set(ids) {
                let count = try connection.run("DELETE FROM todo WHERE id = ?", [.text(id.rawValue)])
                guard count == 1 else { throw TodoError.notFound(id.rawValue) }
            }
        }
    }

    private static func todo(_ row: SQLiteRow) throws -> Todo {
        try Todo(
            id: TodoID(row.text(0)),
            text: TodoText(stored: row.text(1)),
            priority: value(row.text(2)),
            deadline: row.optionalText(3).map(day),
            isCompleted: row.bool(4),
            createdAt: Date(millisecondsSince1970: row.integer(5)),
            updatedAt: Date(millisecondsSince1970: row.integer(6)),
            sync: value(row.text(7)))
    }

    private static func day(_ text: String) throws -> CalendarDay {
        do {
            return try CalendarDay(text)
        } catch {
            throw StoreError(.damaged, path: nil, message: Message("the store holds the impossible date \(text)"))
        }
    }

    private static func value<Value: RawRepresentable<String>>(_ text: String) throws -> Value {
        guard let value = Value(rawValue: text) else {
            throw StoreError(.damaged, path: nil, message: Message("the store holds the unknown value \(text)"))
        }
        return value
    }

    private func read<Value: Sendable>(
        _ body: @escaping @Sendable (SQLiteConnection) throws -> Value
    ) async throws(TodoError) -> Value {
        do { return try await database.read(body) } catch { throw TodoError(wrapping: error, path: database.path) }
    }

    @discardableResult
    private func write<Value: Sendable>(
        _ body: @escaping @Sendable (SQLiteConnection) throws -> Value
    ) async throws(TodoError) -> Value {
        do { return try await database.write(body) } catch { throw TodoError(wrapping: error, path: database.path) }
    }
}
