import CoreModule
import Foundation

/// The records of all tasks in the tables of ``TodoSchema``, within a transaction.
struct SQLiteTodoRecords: TodoRecordTransaction {
    private let connection: SQLiteConnection
    private let path: String?

    init(_ connection: SQLiteConnection, _ path: String?) {
        self.connection = connection
        self.path = path
    }

    private func run(_ statement: String, _ values: [SQLiteValue] = []) throws(TodoError) {
        do { try connection.run(statement, values) } catch { throw TodoError(wrapping: error, path: path) }
    }

    private func rows<Value>(
        _ query: String, _ values: [SQLiteValue] = [], _ read: (SQLiteRow) throws -> Value
    ) throws(TodoError) -> [Value] {
        do { return try connection.query(query, values, read) } catch { throw TodoError(wrapping: error, path: path) }
    }

    private func json(_ value: some Encodable) throws(TodoError) -> SQLiteValue {
        let json: Data
        do { json = try JSONEncoder().encode(value) } catch { throw TodoError(wrapping: error, path: path) }
        return .text(String(decoding: json, as: UTF8.self))
    }

    private func details(_ todo: Todo) throws(TodoError) -> SQLiteValue {
        let details = TodoDetails(todo)
        return details.isEmpty ? .text("") : try json(details)
    }

    private static let columns =
        "id, text, priority, deadline, notes, is_completed, completed_at, created_at, updated_at, sync, recurrence, last_step, details, start"
    private static let copyColumns = "path, etag, object, sending, relic, edits, removed_at, is_confirmed"

    // What the server must receive. There is an index for each half.
    private static let edited = "todo WHERE sync <> 'synced'"
    private static let removedHereOnly = "todo_copy WHERE removed_at IS NOT NULL AND path IS NOT NULL"

    // MARK: Records

    func record(_ id: TodoID) throws(TodoError) -> TodoRecord? {
        try rows(Self.select("SELECT ?1 AS id"), [.text(id.rawValue)], Self.record).first ?? nil
    }

    func save(_ record: TodoRecord) throws(TodoError) {
        if let todo = record.todo {
            try run(
                """
                INSERT INTO todo(\(Self.columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT(id) DO UPDATE SET text = excluded.text, priority = excluded.priority,
                    deadline = excluded.deadline, notes = excluded.notes, is_completed = excluded.is_completed,
                    completed_at = excluded.completed_at, updated_at = excluded.updated_at, sync = excluded.sync,
                    recurrence = excluded.recurrence, last_step = excluded.last_step, details = excluded.details,
                    start = excluded.start
                """,
                [
                    .text(todo.id.rawValue), .text(todo.text.value), .text(todo.priority.rawValue),
                    .text(todo.deadline?.description), .text(todo.notes.value), .bool(todo.isCompleted),
                    .integer(todo.completedAt?.millisecondsSince1970),
                    .integer(todo.createdAt.millisecondsSince1970),
                    .integer(todo.updatedAt.millisecondsSince1970), .text(todo.sync.rawValue),
                    try todo.recurrence.map(json) ?? .text(""), try record.lastStep.map(json) ?? .text(""),
                    try details(todo), .text(todo.start?.description ?? ""),
                ])
        } else {
            try run("DELETE FROM todo WHERE id = ?", [.text(record.id.rawValue)])
        }
        guard !record.isPlain else {
            try run("DELETE FROM todo_copy WHERE id = ?", [.text(record.id.rawValue)])
            return
        }
        let edits = Dictionary(
            uniqueKeysWithValues: record.edits.map { ($0.key.rawValue, $0.value.millisecondsSince1970) })
        try run(
            """
            INSERT INTO todo_copy(id, \(Self.copyColumns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT(id) DO UPDATE SET path = excluded.path, etag = excluded.etag, object = excluded.object,
                sending = excluded.sending, relic = excluded.relic, edits = excluded.edits, removed_at = excluded.removed_at,
                is_confirmed = excluded.is_confirmed
            """,
            [
                .text(record.id.rawValue), .text(record.remote?.path.rawValue), .text(record.remote?.etag?.rawValue),
                .blob(record.remote?.bytes), .blob(record.inFlight), .blob(record.lastServerCopy), try json(edits),
                .integer(record.removedAt?.millisecondsSince1970), .bool(record.remote?.isConfirmed ?? false),
            ])
    }

    func dirtyRecords(limit: Int, except skipped: Set<TodoID>) throws(TodoError) -> [TodoRecord] {
        // What must be read is at most what is skipped and the limit; each half stops there.
        let most = SQLiteValue.integer(Int64(clamping: skipped.count) + Int64(clamping: min(limit, 1 << 40)))
        let ids = try rows(
            """
            SELECT id FROM (SELECT id FROM \(Self.removedHereOnly) ORDER BY id LIMIT ?1)
            UNION ALL
            SELECT id FROM (SELECT id FROM \(Self.edited) ORDER BY id LIMIT ?1)
            """, [most]
        ) { TodoID(try $0.text(0)) }
        var records: [TodoRecord] = []
        for id in ids.lazy.filter({ !skipped.contains($0) }).prefix(limit) {
            if let record = try record(id) { records.append(record) }
        }
        return records
    }

    func counts() throws(TodoError) -> TodoCounts {
        // The store is damaged if the numbers are missing or contradict the table. Then the columns are null.
        try rows(
            """
            SELECT total, done, edited + (SELECT count(*) FROM \(Self.removedHereOnly)),
                (SELECT count(*) FROM todo_conflict)
            FROM (SELECT 1) LEFT JOIN todo_count ON (total = 0) = NOT EXISTS (SELECT 1 FROM todo)
            """
        ) { row in
            guard row.optionalInteger(0) != nil else {
                throw StoreError(.damaged, path: path, message: Message("the store's count of tasks is wrong"))
            }
            return TodoCounts(
                total: Int(try row.integer(0)), done: Int(try row.integer(1)),
                notSynchronized: Int(try row.integer(2)), conflicts: Int(try row.integer(3)))
        }.first ?? TodoCounts()
    }

    func records(_ selection: TodoRecordSelection) throws(TodoError) -> [TodoRecord] {
        switch selection {
        case .all: try records(ids: "SELECT id FROM todo UNION SELECT id FROM todo_copy")
        case .dirty: try dirtyRecords(limit: .max, except: [])
        case .withServerState: try records(ids: "SELECT id FROM todo_copy")
        case .at(let path): try records(ids: "SELECT id FROM todo_copy WHERE path = ?", [.text(path.rawValue)])
        case .identifiedByPath: try records(ids: "SELECT id FROM todo_copy WHERE id = path")
        case .removed: try records(ids: "SELECT id FROM todo_copy WHERE removed_at IS NOT NULL AND path IS NULL")
        }
    }

    private func records(ids query: String, _ values: [SQLiteValue] = []) throws(TodoError) -> [TodoRecord] {
        try rows(Self.select(query), values, Self.record).compactMap(\.self)
    }

    // MARK: The collection

    func confirmServerCopies() throws(TodoError) {
        try run("UPDATE todo_copy SET is_confirmed = 1 WHERE is_confirmed = 0 AND path IS NOT NULL")
    }

    func ignoredResources() throws(TodoError) -> [WebDAVPath: ETag] {
        let ignored = try rows("SELECT path, etag FROM todo_ignored") {
            (try Self.value($0.text(0)) as WebDAVPath, ETag(try $0.text(1)))
        }
        return Dictionary(ignored) { $1 }
    }

    func knownResources() throws(TodoError) -> [WebDAVPath: TodoKnownResource] {
        let copies = try rows("SELECT path, etag, id, is_confirmed FROM todo_copy WHERE path IS NOT NULL") {
            let etag = try $0.optionalText(1).map { ETag($0) }
            return (
                try Self.value($0.text(0)) as WebDAVPath,
                TodoKnownResource(etag: etag, id: TodoID(try $0.text(2)), isConfirmed: try $0.bool(3))
            )
        }
        let ignored = try ignoredResources().map { ($0, TodoKnownResource(etag: $1, id: nil)) }
        return Dictionary(copies + ignored) { $1 }
    }

    func collection() throws(TodoError) -> TodoCollectionState? {
        try rows("SELECT address, token, compared_at, replica, token_before FROM todo_collection") { row in
            TodoCollectionState(
                address: try row.text(0), token: try row.optionalText(1), tokenBefore: try row.optionalText(4),
                comparedAt: row.optionalInteger(2), replica: try row.text(3))
        }.first
    }

    func setCollection(_ state: TodoCollectionState) throws(TodoError) {
        try run(
            """
            INSERT OR REPLACE INTO todo_collection(one, address, token, compared_at, replica, token_before)
            VALUES (1, ?, ?, ?, ?, ?)
            """,
            [
                .text(state.address), .text(state.token), .integer(state.comparedAt), .text(state.replica),
                .text(state.tokenBefore),
            ])
    }

    func setIgnored(_ path: WebDAVPath, _ etag: ETag?) throws(TodoError) {
        guard let etag else {
            try run("DELETE FROM todo_ignored WHERE path = ?", [.text(path.rawValue)])
            return
        }
        try run(
            "INSERT OR REPLACE INTO todo_ignored(path, etag) VALUES (?, ?)",
            [.text(path.rawValue), .text(etag.rawValue)])
    }

    // MARK: Conflicts

    func addConflict(_ kind: TodoConflict.Kind, of id: TodoID, text: String, at date: Date) throws(TodoError) {
        try run(
            "INSERT INTO todo_conflict(todo_id, text, noticed_at, kind) VALUES (?, ?, ?, ?)",
            [.text(id.rawValue), .text(text), .integer(date.millisecondsSince1970), try json(kind)])
    }

    func conflicts() throws(TodoError) -> [TodoConflict] {
        try rows("SELECT number, todo_id, text, noticed_at, kind FROM todo_conflict ORDER BY number") {
            TodoConflict(
                id: Identifier("\(try $0.integer(0))"), todoID: TodoID(try $0.text(1)), text: try $0.text(2),
                noticedAt: Date(millisecondsSince1970: try $0.integer(3)),
                kind: try Self.decoded(TodoConflict.Kind.self, $0.text(4)))
        }
    }

    func removeConflict(_ id: Identifier<TodoConflict>) throws(TodoError) {
        guard let number = Int64(id.rawValue) else { return }
        try run("DELETE FROM todo_conflict WHERE number = ?", [.integer(number)])
    }

    // MARK: The bin

    func removedTodos(before date: Date) throws(TodoError) -> [RemovedTodo] {
        try removedTodos("removed_at < ? ORDER BY removed_at DESC, id", .integer(date.millisecondsSince1970))
    }

    func removedTodo(_ id: TodoID) throws(TodoError) -> RemovedTodo? {
        try removedTodos("id = ?", .text(id.rawValue)).first
    }

    private func removedTodos(_ condition: String, _ value: SQLiteValue) throws(TodoError) -> [RemovedTodo] {
        try rows("SELECT removed FROM todo_bin WHERE \(condition)", [value]) {
            try Self.decoded(RemovedTodo.self, $0.text(0))
        }
    }

    func setRemovedTodo(_ removed: RemovedTodo?, of id: TodoID) throws(TodoError) {
        guard let removed else { return try run("DELETE FROM todo_bin WHERE id = ?", [.text(id.rawValue)]) }
        try run(
            "INSERT OR REPLACE INTO todo_bin(id, removed_at, removed) VALUES (?, ?, ?)",
            [.text(id.rawValue), .integer(removed.removedAt.millisecondsSince1970), try json(removed)])
    }

    func deleteRemovedTodos(before date: Date) throws(TodoError) -> Int {
        do {
            return try connection.run(
                "DELETE FROM todo_bin WHERE removed_at < ?", [.integer(date.millisecondsSince1970)])
        } catch { throw TodoError(wrapping: error, path: path) }
    }

    // MARK: Tasks

    func todos() throws(TodoError) -> [Todo] { try todos("ORDER BY created_at, id") }

    func todos(idPrefix: String, limit: Int) throws(TodoError) -> [Todo] {
        // By substr, not LIKE: the prefix may hold wildcards. The first condition lets SQLite use the index.
        try todos(
            """
            WHERE id BETWEEN ?1 AND ?1 || char(1114111) AND substr(id, 1, length(?1)) = ?1 ORDER BY id LIMIT ?2
            """, [.text(idPrefix), .integer(Int64(limit))])
    }

    private func todos(_ selection: String, _ values: [SQLiteValue] = []) throws(TodoError) -> [Todo] {
        try rows("SELECT \(Self.columns) FROM todo \(selection)", values, Self.todo)
    }

    /// The tasks and the copies of identifiers.
    private static func select(_ ids: String) -> String {
        "SELECT \(columns), \(copyColumns) FROM (\(ids)) LEFT JOIN todo USING (id) LEFT JOIN todo_copy USING (id)"
    }

    /// Reads a row of ``select(_:)``. Nil if there is neither a task nor a copy.
    private static func record(_ row: SQLiteRow) throws -> TodoRecord? {
        var record = TodoRecord(id: TodoID(try row.text(0)))
        if !row.isNull(1) {
            record.todo = try todo(row)
            record.lastStep = try optional(TodoStep.self, row.text(11))
        }
        guard !row.isNull(19) else { return record.todo == nil ? nil : record }
        record.remote = try row.optionalText(14).map { path in
            TodoRecord.Remote(
                path: try value(path), etag: try row.optionalText(15).map { ETag($0) }, bytes: try row.blob(16),
                isConfirmed: try row.bool(21))
        }
        record.inFlight = row.optionalBlob(17)
        record.lastServerCopy = row.optionalBlob(18)
        for (name, date) in try decoded([String: Int64].self, row.text(19)) {
            record.edits[try value(name)] = Date(millisecondsSince1970: date)
        }
        record.removedAt = row.optionalInteger(20).map { Date(millisecondsSince1970: $0) }
        return record
    }

    static func todo(_ row: SQLiteRow) throws -> Todo {
        let todo = try Todo(
            id: TodoID(row.text(0)),
            text: TodoText(stored: row.text(1)),
            priority: value(row.text(2)),
            start: row.text(13).isEmpty ? nil : deadline(row.text(13)),
            deadline: row.optionalText(3).map(deadline),
            recurrence: optional(TodoRecurrence.self, row.text(10)),
            notes: TodoNotes(stored: row.text(4)),
            isCompleted: row.bool(5),
            completedAt: row.optionalInteger(6).map { Date(millisecondsSince1970: $0) },
            createdAt: Date(millisecondsSince1970: row.integer(7)),
            updatedAt: Date(millisecondsSince1970: row.integer(8)),
            sync: value(row.text(9)))
        return try optional(TodoDetails.self, row.text(12))?.applied(to: todo) ?? todo
    }

    private static func deadline(_ text: String) throws -> TodoDeadline {
        do { return try TodoDeadline(text) } catch { throw unknown(text) }
    }

    private static func optional<Value: Decodable>(_ type: Value.Type, _ text: String) throws -> Value? {
        text.isEmpty ? nil : try decoded(type, text)
    }

    private static func decoded<Value: Decodable>(_ type: Value.Type, _ text: String) throws -> Value {
        do { return try JSONDecoder().decode(type, from: Data(text.utf8)) } catch { throw unknown(text) }
    }

    private static func value<Value: RawRepresentable<String>>(_ text: String) throws -> Value {
        guard let value = Value(rawValue: text) else { throw unknown(text) }
        return value
    }

    private static func unknown(_ text: String) -> StoreError {
        StoreError(.damaged, path: nil, message: Message("the store holds the unknown value \(text)"))
    }
}
