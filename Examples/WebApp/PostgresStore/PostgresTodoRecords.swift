import CoreModule
import Foundation
import TodoList

/// Stores the records of the tasks of one person.
final class PostgresTodoRecordRepository: TodoRecordRepository {
    private let person: PostgresPerson
    private let external = PostgresExternalChanges(.todos)

    init(_ person: PostgresPerson) {
        self.person = person
    }

    func read<Value: Sendable>(
        _ body: @escaping @Sendable (any TodoRecordSnapshot) throws(TodoError) -> Value
    ) async throws(TodoError) -> Value {
        try await person.database.read(TodoError.self) { [external] transaction in
            try external.begin(transaction)
            return try body(PostgresTodoRecords(transaction))
        }
    }

    func write<Value: Sendable>(
        _ body: @escaping @Sendable (any TodoRecordTransaction) throws(TodoError) -> Value
    ) async throws(TodoError) -> Value {
        let (value, revision) = try await person.database.write(TodoError.self) {
            [external, notification = person.notifications.text(.todos)] transaction -> (Value, Int64?) in
            try external.begin(transaction)
            let records = PostgresTodoRecords(transaction)
            let value = try body(records)
            guard records.isChanged else { return (value, nil) }
            transaction.notify(notification)
            return (value, try PostgresRevision.todos.next(transaction))
        }
        // After the commit: the number of a transaction that fails is that of the next one, of any process.
        if let revision { external.noteOwn(revision) }
        return value
    }

    func hasExternalChanges() async throws(TodoError) -> Bool {
        try await external.exist(for: person, TodoError.self)
    }
}

/// The records of a person inside a transaction: each as one coded value, with the columns to find it by.
final class PostgresTodoRecords: TodoRecordTransaction {
    private let transaction: PostgresTransaction
    /// Whether a statement has changed a row.
    private(set) var isChanged = false

    init(_ transaction: PostgresTransaction) {
        self.transaction = transaction
    }

    // MARK: Reading

    func record(_ id: TodoID) throws(TodoError) -> TodoRecord? {
        try records("WHERE id = $1", [.key(id.rawValue)]).first
    }

    func records(_ selection: TodoRecordSelection) throws(TodoError) -> [TodoRecord] {
        switch selection {
        case .all: try records("", [])
        case .dirty: try records("WHERE is_dirty", [])
        case .withServerState: try records("WHERE has_server_state", [])
        case .at(let path):
            try records("WHERE sha256(path) = sha256($1) AND path = $1", [.key(path.rawValue)])
        case .identifiedByPath: try records("WHERE id = path", [])
        case .removed: try records("WHERE NOT has_task AND path IS NULL", [])
        }
    }

    func collection() throws(TodoError) -> TodoCollectionState? {
        try values(TodoCollectionState.self, "SELECT state FROM todo_collection").first
    }

    func ignoredResources() throws(TodoError) -> [WebDAVPath: ETag] {
        try converting {
            let rows = try transaction.query("SELECT path, etag FROM todo_ignored") { row in
                guard let path = WebDAVPath(try row.text(0)) else { throw PostgresError.unexpected }
                return (path, ETag(try row.text(1)))
            }
            return Dictionary(rows) { $1 }
        }
    }

    func conflicts() throws(TodoError) -> [TodoConflict] {
        try values(TodoConflict.self, "SELECT conflict FROM todo_conflict ORDER BY number")
    }

    func todos() throws(TodoError) -> [Todo] {
        try records("WHERE has_task ORDER BY created_at, id", []).compactMap(\.todo)
    }

    func counts() throws(TodoError) -> TodoCounts {
        try converting {
            try transaction.first(
                """
                SELECT count(*) FILTER (WHERE has_task), count(*) FILTER (WHERE is_done), count(*) FILTER (WHERE is_dirty),
                    (SELECT count(*) FROM todo_conflict)
                FROM todo
                """
            ) { row in
                TodoCounts(
                    total: Int(try row.integer(0)), done: Int(try row.integer(1)),
                    notSynchronized: Int(try row.integer(2)), conflicts: Int(try row.integer(3)))
            } ?? TodoCounts()
        }
    }

    func removedTodos(before date: Date) throws(TodoError) -> [RemovedTodo] {
        try values(
            RemovedTodo.self, "SELECT removed FROM todo_bin WHERE removed_at < $1 ORDER BY removed_at DESC, id",
            [.date(date)])
    }

    func removedTodo(_ id: TodoID) throws(TodoError) -> RemovedTodo? {
        try values(RemovedTodo.self, "SELECT removed FROM todo_bin WHERE id = $1", [.key(id.rawValue)]).first
    }

    // MARK: Writing

    func save(_ record: TodoRecord) throws(TodoError) {
        let id = PostgresValue.key(record.id.rawValue)
        guard !record.isEmpty else {
            try run("DELETE FROM todo WHERE id = $1", [id])
            return
        }
        let path = record.path.map { Array($0.rawValue.utf8) }
        try run(
            """
            INSERT INTO todo(id, record, path, has_task, is_done, is_dirty, has_server_state, created_at)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
            ON CONFLICT (person, id) DO UPDATE SET record = excluded.record, path = excluded.path,
                has_task = excluded.has_task, is_done = excluded.is_done, is_dirty = excluded.is_dirty,
                has_server_state = excluded.has_server_state, created_at = excluded.created_at
            """,
            [
                id, try json(record), .bytes(path), .bool(record.todo != nil),
                .bool(record.todo?.isCompleted ?? false), .bool(record.isDirty), .bool(record.hasServerState),
                .integer(record.todo?.createdAt.millisecondsSince1970),
            ])
    }

    func setCollection(_ state: TodoCollectionState) throws(TodoError) {
        try run(
            "INSERT INTO todo_collection(state) VALUES ($1) ON CONFLICT (person) DO UPDATE SET state = excluded.state",
            [try json(state)])
    }

    func setIgnored(_ path: WebDAVPath, _ etag: ETag?) throws(TodoError) {
        let key = PostgresValue.key(path.rawValue)
        guard let etag else {
            try run("DELETE FROM todo_ignored WHERE sha256(path) = sha256($1) AND path = $1", [key])
            return
        }
        try run(
            """
            INSERT INTO todo_ignored(path, etag) VALUES ($1, $2)
            ON CONFLICT (person, sha256(path)) DO UPDATE SET etag = excluded.etag
            """, [key, .key(etag.rawValue)])
    }

    func addConflict(_ kind: TodoConflict.Kind, of id: TodoID, text: String, at date: Date) throws(TodoError) {
        let number = try converting {
            try transaction.first(
                """
                INSERT INTO account(last_conflict) VALUES (1)
                ON CONFLICT (person) DO UPDATE SET last_conflict = account.last_conflict + 1 RETURNING last_conflict
                """
            ) { try $0.integer(0) } ?? 0
        }
        let conflict = TodoConflict(id: Identifier("\(number)"), todoID: id, text: text, noticedAt: date, kind: kind)
        try run(
            "INSERT INTO todo_conflict(number, conflict) VALUES ($1, $2)",
            [.integer(number), try json(conflict)])
    }

    func removeConflict(_ id: Identifier<TodoConflict>) throws(TodoError) {
        guard let number = Int64(id.rawValue) else { return }
        try run("DELETE FROM todo_conflict WHERE number = $1", [.integer(number)])
    }

    func setRemovedTodo(_ removed: RemovedTodo?, of id: TodoID) throws(TodoError) {
        let id = PostgresValue.key(id.rawValue)
        guard let removed else {
            try run("DELETE FROM todo_bin WHERE id = $1", [id])
            return
        }
        try run(
            """
            INSERT INTO todo_bin(id, removed_at, removed) VALUES ($1, $2, $3) ON CONFLICT (person, id) DO UPDATE
            SET removed_at = excluded.removed_at, removed = excluded.removed
            """, [id, .date(removed.removedAt), try json(removed)])
    }

    func deleteRemovedTodos(before date: Date) throws(TodoError) -> Int {
        try run("DELETE FROM todo_bin WHERE removed_at < $1", [.date(date)])
    }

    // MARK: Details

    private func records(_ clauses: String, _ values: [PostgresValue]) throws(TodoError) -> [TodoRecord] {
        try self.values(TodoRecord.self, "SELECT record FROM todo \(clauses)", values)
    }

    private func values<Value: Decodable>(
        _ type: Value.Type, _ sql: String, _ values: [PostgresValue] = []
    ) throws(TodoError) -> [Value] {
        try converting {
            try transaction.query(sql, values) { try $0.json(type, 0) }
        }
    }

    private func json(_ value: some Encodable) throws(TodoError) -> PostgresValue {
        try converting { try .json(value) }
    }

    @discardableResult
    private func run(_ sql: String, _ values: [PostgresValue]) throws(TodoError) -> Int {
        let count = try converting { try transaction.run(sql, values) }
        if count > 0 { isChanged = true }
        return count
    }

    private func converting<Value>(_ body: () throws -> Value) throws(TodoError) -> Value {
        do { return try body() } catch { throw TodoError(postgres: error) }
    }
}
