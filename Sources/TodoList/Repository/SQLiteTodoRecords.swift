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

    @discardableResult
    private func run<Value>(_ body: () throws -> Value) throws(TodoError) -> Value {
        do { return try body() } catch { throw TodoError(wrapping: error, path: path) }
    }

    private static let columns =
        "id, text, priority, deadline, notes, is_completed, completed_at, created_at, updated_at, sync"

    // What the server must receive. There is an index for each half.
    private static let edited = "todo WHERE sync <> 'synced'"
    private static let removedHereOnly = "todo_copy WHERE removed_at IS NOT NULL AND path IS NOT NULL"

    // MARK: Records

    func record(_ id: TodoID) throws(TodoError) -> TodoRecord? {
        try run {
            let todo = try todo(id)
            guard var record = try copy(id) else { return todo.map { TodoRecord(id: id, todo: $0) } }
            record.todo = todo
            return record
        }
    }

    func save(_ record: TodoRecord) throws(TodoError) {
        try run {
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
                        .integer(todo.completedAt?.millisecondsSince1970),
                        .integer(todo.createdAt.millisecondsSince1970),
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
                    .text(record.id.rawValue), .text(record.remote?.path.rawValue),
                    .text(record.remote?.etag?.rawValue),
                    .blob(record.remote?.bytes), .blob(record.inFlight), .blob(record.lastServerCopy),
                    .text(String(decoding: try JSONEncoder().encode(edits), as: UTF8.self)),
                    .integer(record.removedAt?.millisecondsSince1970), .bool(record.remote?.isConfirmed ?? false),
                ])
        }
    }

    func dirtyRecords(limit: Int, except skipped: Set<TodoID>) throws(TodoError) -> [TodoRecord] {
        try run {
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
    }

    func counts() throws(TodoError) -> TodoCounts {
        try run {
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
    }

    func records(_ selection: TodoRecordSelection) throws(TodoError) -> [TodoRecord] {
        switch selection {
        case .all: try records(ids: "SELECT id FROM todo UNION SELECT id FROM todo_copy")
        case .dirty: try dirtyRecords(limit: .max, except: [])
        case .withServerState: try records(ids: "SELECT id FROM todo_copy")
        case .at(let path): try records(ids: "SELECT id FROM todo_copy WHERE path = ?", [.text(path.rawValue)])
        case .identifiedByPath: try records(ids: "SELECT id FROM todo_copy WHERE id = path")
        case .removed:
            try records(ids: "SELECT id FROM todo_copy WHERE removed_at IS NOT NULL AND path IS NULL")
        }
    }

    private func records(ids query: String, _ values: [SQLiteValue] = []) throws(TodoError) -> [TodoRecord] {
        try run { try connection.query(query, values) { TodoID(try $0.text(0)) }.compactMap(record) }
    }

    // MARK: The collection

    func confirmServerCopies() throws(TodoError) {
        try run {
            try connection.run("UPDATE todo_copy SET is_confirmed = 1 WHERE is_confirmed = 0 AND path IS NOT NULL")
        }
    }

    func ignoredResources() throws(TodoError) -> [CalDAVPath: ETag] {
        try run {
            var ignored: [CalDAVPath: ETag] = [:]
            try connection.forEach("SELECT path, etag FROM todo_ignored") { row in
                ignored[try Self.path(row.text(0))] = ETag(try row.text(1))
            }
            return ignored
        }
    }

    func knownResources() throws(TodoError) -> [CalDAVPath: TodoKnownResource] {
        try run {
            var known: [CalDAVPath: TodoKnownResource] = [:]
            try connection.forEach("SELECT path, etag, id, is_confirmed FROM todo_copy WHERE path IS NOT NULL", []) {
                row in
                known[try Self.path(row.text(0))] = TodoKnownResource(
                    etag: try row.optionalText(1).map(ETag.init), id: TodoID(try row.text(2)),
                    isConfirmed: try row.bool(3))
            }
            for (path, etag) in try ignoredResources() { known[path] = TodoKnownResource(etag: etag, id: nil) }
            return known
        }
    }

    func collection() throws(TodoError) -> TodoCollectionState? {
        try run {
            try connection.first("SELECT address, token, compared_at, replica FROM todo_collection", []) { row in
                TodoCollectionState(
                    address: try row.text(0), token: try row.optionalText(1),
                    comparedAt: row.optionalInteger(2).map { Date(millisecondsSince1970: $0) },
                    replica: try row.text(3))
            }
        }
    }

    func setCollection(_ state: TodoCollectionState) throws(TodoError) {
        try run {
            try connection.run(
                "INSERT OR REPLACE INTO todo_collection(one, address, token, compared_at, replica) VALUES (1, ?, ?, ?, ?)",
                [
                    .text(state.address), .text(state.token), .integer(state.comparedAt?.millisecondsSince1970),
                    .text(state.replica),
                ])
        }
    }

    func setIgnored(_ path: CalDAVPath, _ etag: ETag?) throws(TodoError) {
        try run {
            guard let etag else {
                try connection.run("DELETE FROM todo_ignored WHERE path = ?", [.text(path.rawValue)])
                return
            }
            try connection.run(
                "INSERT OR REPLACE INTO todo_ignored(path, etag) VALUES (?, ?)",
                [.text(path.rawValue), .text(etag.rawValue)])
        }
    }

    func isIgnored(_ path: CalDAVPath) throws(TodoError) -> Bool {
        try run {
            try connection.first("SELECT 1 FROM todo_ignored WHERE path = ?", [.text(path.rawValue)]) { _ in true }
                ?? false
        }
    }

    func removeAllIgnored() throws(TodoError) {
        try run { try connection.run("DELETE FROM todo_ignored") }
    }

    // MARK: Conflicts

    func addConflict(_ kind: TodoConflict.Kind, of id: TodoID, text: String, at date: Date) throws(TodoError) {
        try run {
            try connection.run(
                "INSERT INTO todo_conflict(todo_id, text, noticed_at, kind) VALUES (?, ?, ?, ?)",
                [
                    .text(id.rawValue), .text(text), .integer(date.millisecondsSince1970),
                    .text(String(decoding: try JSONEncoder().encode(kind), as: UTF8.self)),
                ])
        }
    }

    func conflicts() throws(TodoError) -> [TodoConflict] {
        try run {
            try connection.query(
                "SELECT number, todo_id, text, noticed_at, kind FROM todo_conflict ORDER BY number", []
            ) {
                TodoConflict(
                    id: Identifier("\(try $0.integer(0))"), todoID: TodoID(try $0.text(1)), text: try $0.text(2),
                    noticedAt: Date(millisecondsSince1970: try $0.integer(3)),
                    kind: try Self.decoded(TodoConflict.Kind.self, $0.text(4)))
            }
        }
    }

    func removeConflict(_ id: Identifier<TodoConflict>) throws(TodoError) {
        try run {
            guard let number = Int64(id.rawValue) else { return }
            try connection.run("DELETE FROM todo_conflict WHERE number = ?", [.integer(number)])
        }
    }

    // MARK: Tasks

    func todos() throws(TodoError) -> [Todo] {
        try run {
            try connection.query("SELECT \(Self.columns) FROM todo ORDER BY created_at, id", [], Self.todo)
        }
    }

    func todos(idPrefix: String, limit: Int) throws(TodoError) -> [Todo] {
        try run {
            // By substr, not LIKE: the prefix may hold wildcards. The first condition lets SQLite use the index.
            try connection.query(
                """
                SELECT \(Self.columns) FROM todo
                WHERE id BETWEEN ?1 AND ?1 || char(1114111) AND substr(id, 1, length(?1)) = ?1 ORDER BY id LIMIT ?2
                """, [.text(idPrefix), .integer(Int64(limit))], Self.todo)
        }
    }

    private func todo(_ id: TodoID) throws -> Todo? {
        try connection.first("SELECT \(Self.columns) FROM todo WHERE id = ?", [.text(id.rawValue)], Self.todo)
    }

    private func copy(_ id: TodoID) throws -> TodoRecord? {
        try connection.first(
            """
            SELECT id, path, etag, object, sending, relic, edits, removed_at, is_confirmed FROM todo_copy WHERE id = ?
            """, [.text(id.rawValue)]
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
