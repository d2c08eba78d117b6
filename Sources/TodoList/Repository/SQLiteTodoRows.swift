import CoreModule
import Foundation

/// The statements for records, within a transaction.
struct SQLiteTodoRows {
    let connection: SQLiteConnection

    static let columns =
        "id, text, priority, deadline, notes, is_completed, completed_at, created_at, updated_at, sync"

    // What the server must receive. There is an index for each half.
    private static let edited = "todo WHERE sync <> 'synced'"
    private static let removedHereOnly = "todo_copy WHERE removed_at IS NOT NULL AND path IS NOT NULL"

    // MARK: Records

    func record(_ id: TodoID) throws -> TodoRecord? {
        let todo = try todo(id)
        guard var record = try copy("id = ?", id.rawValue) else { return todo.map { TodoRecord(id: id, todo: $0) } }
        record.todo = todo
        return record
    }

    func record(at path: CalDAVPath) throws -> TodoRecord? {
        guard var record = try copy("path = ?", path.rawValue) else { return nil }
        record.todo = try todo(record.id)
        return record
    }

    func save(_ record: TodoRecord) throws {
        if let todo = record.todo {
            try connection.run(
                """
                INSERT INTO todo(\(Self.columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT(id) DO UPDATE SET text = excluded.text, priority = excluded.priority,
                    deadline = excluded.deadline, notes = excluded.notes, is_completed = excluded.is_completed,
                    completed_at = excluded.completed_at, updated_at = excluded.updated_at, sync = excluded.sync
                """,
                [
                    .text(todo.id.rawValue), .text(todo.text.value), .text(todo.priority.rawValue),
                    .text(todo.deadline?.description), .text(todo.notes.value), .bool(todo.isCompleted),
                    .integer(todo.completedAt?.millisecondsSince1970), .integer(todo.createdAt.millisecondsSince1970),
                    .integer(todo.updatedAt.millisecondsSince1970), .text(todo.sync.rawValue),
                ])
        } else {
            try connection.run("DELETE FROM todo WHERE id = ?", [.text(record.id.rawValue)])
        }
        guard !record.isPlain else {
            try connection.run("DELETE FROM todo_copy WHERE id = ?", [.text(record.id.rawValue)])
            return
        }
        let edits = Dictionary(
            uniqueKeysWithValues: record.edits.map { ($0.key.rawValue, $0.value.millisecondsSince1970) })
        try connection.run(
            """
            INSERT INTO todo_copy(id, path, etag, object, sending, relic, edits, removed_at, is_confirmed)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT(id) DO UPDATE SET path = excluded.path, etag = excluded.etag, object = excluded.object,
                sending = excluded.sending, relic = excluded.relic, edits = excluded.edits, removed_at = excluded.removed_at,
                is_confirmed = excluded.is_confirmed
            """,
            [
                .text(record.id.rawValue), .text(record.remote?.path.rawValue), .text(record.remote?.etag?.rawValue),
                .blob(record.remote?.bytes), .blob(record.inFlight), .blob(record.lastServerCopy),
                .text(String(decoding: try JSONEncoder().encode(edits), as: UTF8.self)),
                .integer(record.removedAt?.millisecondsSince1970), .bool(record.remote?.isConfirmed ?? false),
            ])
    }

    func dirtyRecords(limit: Int, except skipped: Set<TodoID>) throws -> [TodoRecord] {
        var ids: [TodoID] = []
        // What must be read is at most what is skipped and the limit; each half stops there.
        let most = SQLiteValue.integer(Int64(clamping: skipped.count) + Int64(clamping: min(limit, 1 << 40)))
        try connection.forEach(
            """
            SELECT id FROM (SELECT id FROM \(Self.removedHereOnly) ORDER BY id LIMIT ?1)
            UNION ALL
            SELECT id FROM (SELECT id FROM \(Self.edited) ORDER BY id LIMIT ?1)
            """, [most]
        ) { row in
            let id = TodoID(try row.text(0))
            if !skipped.contains(id), ids.count < limit { ids.append(id) }
        }
        return try ids.compactMap(record)
    }

    func counts() throws -> TodoCounts {
        // The store is damaged if the numbers are missing or contradict the table. Then the columns are null, and reading them
        // throws.
        try connection.first(
            """
            SELECT total, done, edited + (SELECT count(*) FROM \(Self.removedHereOnly)),
                (SELECT count(*) FROM todo_conflict)
            FROM (SELECT 1) LEFT JOIN todo_count ON (total = 0) = NOT EXISTS (SELECT 1 FROM todo)
            """, []
        ) { row in
            TodoCounts(
                total: Int(try row.integer(0)), done: Int(try row.integer(1)),
                notSynchronized: Int(try row.integer(2)), conflicts: Int(try row.integer(3)))
        } ?? TodoCounts()
    }

    func allRecords() throws -> [TodoRecord] {
        try connection.query("SELECT id FROM todo UNION SELECT id FROM todo_copy", []) { TodoID(try $0.text(0)) }
            .compactMap(record)
    }

    /// Records with a row of their own in `todo_copy`.
    func records(_ condition: String) throws -> [TodoRecord] {
        try connection.query("SELECT id FROM todo_copy WHERE \(condition) ORDER BY id", []) { TodoID(try $0.text(0)) }
            .compactMap(record)
    }

    // MARK: Revisions

    /// The number of the last transaction that changed something.
    func revision() throws -> Int64 {
        let latest = try connection.first("SELECT latest FROM todo_revision") { try $0.integer(0) }
        guard let latest else {
            throw StoreError(.damaged, path: nil, message: Message("the store's change counter is missing"))
        }
        return latest
    }

    /// Counts this transaction, and returns its number.
    func nextRevision() throws -> Int64 {
        try connection.run("UPDATE todo_revision SET latest = latest + 1")
        return try revision()
    }

    // MARK: The collection

    func confirmServerCopies() throws {
        try connection.run("UPDATE todo_copy SET is_confirmed = 1 WHERE is_confirmed = 0 AND path IS NOT NULL")
    }

    func ignoredResources() throws -> [CalDAVPath: ETag] {
        var ignored: [CalDAVPath: ETag] = [:]
        try connection.forEach("SELECT path, etag FROM todo_ignored") { row in
            ignored[try Self.path(row.text(0))] = ETag(try row.text(1))
        }
        return ignored
    }

    func knownResources() throws -> [CalDAVPath: TodoKnownResource] {
        var known: [CalDAVPath: TodoKnownResource] = [:]
        try connection.forEach("SELECT path, etag, id, is_confirmed FROM todo_copy WHERE path IS NOT NULL", []) { row in
            known[try Self.path(row.text(0))] = TodoKnownResource(
                etag: try row.optionalText(1).map(ETag.init), id: TodoID(try row.text(2)),
                isConfirmed: try row.bool(3))
        }
        for (path, etag) in try ignoredResources() { known[path] = TodoKnownResource(etag: etag, id: nil) }
        return known
    }

    func collection() throws -> TodoCollectionState? {
        try connection.first("SELECT address, token, compared_at, replica FROM todo_collection", []) { row in
            TodoCollectionState(
                address: try row.text(0), token: try row.optionalText(1),
                comparedAt: row.optionalInteger(2).map { Date(millisecondsSince1970: $0) },
                replica: try row.text(3))
        }
    }

    func setCollection(_ state: TodoCollectionState) throws {
        try connection.run(
            "INSERT OR REPLACE INTO todo_collection(one, address, token, compared_at, replica) VALUES (1, ?, ?, ?, ?)",
            [
                .text(state.address), .text(state.token), .integer(state.comparedAt?.millisecondsSince1970),
                .text(state.replica),
            ])
    }

    func setIgnored(_ path: CalDAVPath, _ etag: ETag?) throws {
        guard let etag else {
            try connection.run("DELETE FROM todo_ignored WHERE path = ?", [.text(path.rawValue)])
            return
        }
        try connection.run(
            "INSERT OR REPLACE INTO todo_ignored(path, etag) VALUES (?, ?)",
            [.text(path.rawValue), .text(etag.rawValue)])
    }

    func isIgnored(_ path: CalDAVPath) throws -> Bool {
        try connection.first("SELECT 1 FROM todo_ignored WHERE path = ?", [.text(path.rawValue)]) { _ in true } ?? false
    }

    func removeAllIgnored() throws { try connection.run("DELETE FROM todo_ignored") }

    // MARK: Conflicts

    func addConflict(_ kind: TodoConflict.Kind, of id: TodoID, text: String, at date: Date) throws {
        try connection.run(
            "INSERT INTO todo_conflict(todo_id, text, noticed_at, kind) VALUES (?, ?, ?, ?)",
            [
                .text(id.rawValue), .text(text), .integer(date.millisecondsSince1970),
                .text(String(decoding: try JSONEncoder().encode(kind), as: UTF8.self)),
            ])
    }

    func conflicts() throws -> [TodoConflict] {
        try connection.query(
            "SELECT number, todo_id, text, noticed_at, kind FROM todo_conflict ORDER BY number", []
        ) {
            TodoConflict(
                id: Identifier("\(try $0.integer(0))"), todoID: TodoID(try $0.text(1)), text: try $0.text(2),
                noticedAt: Date(millisecondsSince1970: try $0.integer(3)),
                kind: try Self.decoded(TodoConflict.Kind.self, $0.text(4)))
        }
    }

    func removeConflict(_ id: Identifier<TodoConflict>) throws {
        guard let number = Int64(id.rawValue) else { return }
        try connection.run("DELETE FROM todo_conflict WHERE number = ?", [.integer(number)])
    }

    // MARK: Tasks

    func todos() throws -> [Todo] {
        try connection.query("SELECT \(Self.columns) FROM todo ORDER BY created_at, id", [], Self.todo)
    }

    func todos(idPrefix: String, limit: Int) throws -> [Todo] {
        // By substr, not LIKE: the prefix may hold wildcards. The first condition lets SQLite use the index.
        try connection.query(
            """
            SELECT \(Self.columns) FROM todo
            WHERE id BETWEEN ?1 AND ?1 || char(1114111) AND substr(id, 1, length(?1)) = ?1 ORDER BY id LIMIT ?2
            """, [.text(idPrefix), .integer(Int64(limit))], Self.todo)
    }

    private func todo(_ id: TodoID) throws -> Todo? {
        try connection.first("SELECT \(Self.columns) FROM todo WHERE id = ?", [.text(id.rawValue)], Self.todo)
    }

    private func copy(_ condition: String, _ value: String) throws -> TodoRecord? {
        try connection.first(
            """
            SELECT id, path, etag, object, sending, relic, edits, removed_at, is_confirmed FROM todo_copy WHERE \(condition)
            """, [.text(value)]
        ) { row in
            var record = TodoRecord(id: TodoID(try row.text(0)))
            record.remote = try row.optionalText(1).map { path in
                TodoRecord.Remote(
                    path: try Self.path(path), etag: try row.optionalText(2).map(ETag.init), bytes: try row.blob(3),
                    isConfirmed: try row.bool(8))
            }
            record.inFlight = row.optionalBlob(4)
            record.lastServerCopy = row.optionalBlob(5)
            for (name, date) in try Self.decoded([String: Int64].self, row.text(6)) {
                record.edits[try Self.value(name)] = Date(millisecondsSince1970: date)
            }
            record.removedAt = row.optionalInteger(7).map { Date(millisecondsSince1970: $0) }
            return record
        }
    }

    static func todo(_ row: SQLiteRow) throws -> Todo {
        try Todo(
            id: TodoID(row.text(0)),
            text: TodoText(stored: row.text(1)),
            priority: value(row.text(2)),
            deadline: row.optionalText(3).map(deadline),
            notes: TodoNotes(stored: row.text(4)),
            isCompleted: row.bool(5),
            completedAt: row.optionalInteger(6).map { Date(millisecondsSince1970: $0) },
            createdAt: Date(millisecondsSince1970: row.integer(7)),
            updatedAt: Date(millisecondsSince1970: row.integer(8)),
            sync: value(row.text(9)))
    }

    private static func deadline(_ text: String) throws -> TodoDeadline {
        do {
            return try TodoDeadline(text)
        } catch {
            throw StoreError(.damaged, path: nil, message: Message("the store holds the impossible date \(text)"))
        }
    }

    private static func path(_ text: String) throws -> CalDAVPath {
        guard let path = CalDAVPath(text) else { throw unknown(text) }
        return path
    }

    private static func decoded<Value: Decodable>(_ type: Value.Type, _ text: String) throws -> Value {
        do {
            return try JSONDecoder().decode(type, from: Data(text.utf8))
        } catch {
            throw unknown(text)
        }
    }

    private static func value<Value: RawRepresentable<String>>(_ text: String) throws -> Value {
        guard let value = Value(rawValue: text) else { throw unknown(text) }
        return value
    }

    private static func unknown(_ text: String) -> StoreError {
        StoreError(.damaged, path: nil, message: Message("the store holds the unknown value \(text)"))
    }
}
