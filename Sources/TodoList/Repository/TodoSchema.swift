public import CoreModule
import Foundation

/// The tables of the to-do list, for a file shared with other schemas. A released version never changes.
public enum TodoSchema {
    /// The schema, as `SQLiteDatabase.open(_:schemas:)` takes it.
    public static let todos = SQLiteSchema(
        name: "todos",
        tables: [
            "todo", "todo_copy", "todo_ignored", "todo_collection", "todo_conflict", "todo_count", "todo_revision",
            "todo_bin",
        ],
        migrations: [
            SQLiteMigration(
                version: 1,
                script: """
                    CREATE TABLE todo(
                        seq INTEGER PRIMARY KEY,
                        id TEXT NOT NULL UNIQUE,
                        text TEXT NOT NULL,
                        priority TEXT NOT NULL CHECK (priority IN ('low', 'normal', 'high')),
                        deadline TEXT,
                        is_completed INTEGER NOT NULL,
                        created_at INTEGER NOT NULL,
                        updated_at INTEGER NOT NULL,
                        sync TEXT NOT NULL CHECK (sync IN ('local', 'dirty', 'synced'))
                    ) STRICT;
                    CREATE INDEX todo_oldest ON todo(created_at, id);
                    """),
            // Server copies of tasks, also of removed ones (which have no row in todo); resources without a task; the
            // server's token; conflicts.
            SQLiteMigration(
                version: 2,
                script: """
                    ALTER TABLE todo ADD COLUMN notes TEXT NOT NULL DEFAULT '';
                    ALTER TABLE todo ADD COLUMN completed_at INTEGER;
                    UPDATE todo SET completed_at = updated_at / 1000 * 1000 WHERE is_completed;
                    CREATE INDEX todo_dirty ON todo(id) WHERE sync <> 'synced';
                    CREATE TABLE todo_copy(
                        id TEXT PRIMARY KEY NOT NULL,
                        path TEXT UNIQUE,
                        etag TEXT,
                        object BLOB,
                        sending BLOB,
                        relic BLOB,
                        edits TEXT NOT NULL,
                        removed_at INTEGER
                    ) STRICT;
                    CREATE INDEX todo_copy_removed ON todo_copy(id) WHERE removed_at IS NOT NULL;
                    CREATE TABLE todo_ignored(path TEXT PRIMARY KEY NOT NULL, etag TEXT NOT NULL) STRICT;
                    CREATE TABLE todo_collection(
                        one INTEGER PRIMARY KEY CHECK (one = 1),
                        address TEXT NOT NULL,
                        token TEXT,
                        replica TEXT NOT NULL
                    ) STRICT;
                    CREATE TABLE todo_conflict(
                        number INTEGER PRIMARY KEY AUTOINCREMENT,
                        todo_id TEXT NOT NULL,
                        text TEXT NOT NULL,
                        noticed_at INTEGER NOT NULL,
                        kind TEXT NOT NULL
                    ) STRICT;
                    """),
            SQLiteMigration(
                version: 3,
                script: """
                    ALTER TABLE todo_collection ADD COLUMN compared_at INTEGER;
                    ALTER TABLE todo_copy ADD COLUMN is_confirmed INTEGER NOT NULL DEFAULT 1;
                    """),
            // A cancelled task was an open one. It stays so only if the user has reopened it. An object with recurrences of its
            // own is read at its next change: any of them may be the cancelled one.
            SQLiteMigration(
                version: 4,
                script: """
                    UPDATE todo SET is_completed = 1 WHERE is_completed = 0 AND id IN (
                        SELECT id FROM todo_copy
                        WHERE CAST(object AS TEXT) LIKE '%' || char(10) || 'STATUS:CANCELLED' || char(13) || '%'
                            AND CAST(object AS TEXT) NOT LIKE '%' || char(10) || 'RECURRENCE-ID%'
                            AND edits NOT LIKE '%"completion"%')
                    """),
            SQLiteMigration(version: 5, script: "UPDATE todo SET created_at = created_at - created_at % 1000"),
            // The numbers of all tasks, done tasks and tasks to send: counting them takes as long as reading all.
            SQLiteMigration(
                version: 6,
                script: """
                    CREATE TABLE todo_count(
                        one INTEGER PRIMARY KEY CHECK (one = 1),
                        total INTEGER NOT NULL, done INTEGER NOT NULL, edited INTEGER NOT NULL
                    ) STRICT;
                    INSERT INTO todo_count
                    SELECT 1, count(*), count(*) FILTER (WHERE is_completed), count(*) FILTER (WHERE sync <> 'synced')
                    FROM todo;
                    CREATE TRIGGER todo_added AFTER INSERT ON todo BEGIN
                        UPDATE todo_count SET total = total + 1, done = done + (NEW.is_completed <> 0),
                            edited = edited + (NEW.sync <> 'synced');
                    END;
                    CREATE TRIGGER todo_changed AFTER UPDATE OF is_completed, sync ON todo BEGIN
                        UPDATE todo_count SET done = done + (NEW.is_completed <> 0) - (OLD.is_completed <> 0),
                            edited = edited + (NEW.sync <> 'synced') - (OLD.sync <> 'synced');
                    END;
                    CREATE TRIGGER todo_removed AFTER DELETE ON todo BEGIN
                        UPDATE todo_count SET total = total - 1, done = done - (OLD.is_completed <> 0),
                            edited = edited - (OLD.sync <> 'synced');
                    END;
                    -- Removals to send, which are counted after each change.
                    CREATE INDEX todo_copy_leaving ON todo_copy(id)
                    WHERE removed_at IS NOT NULL AND path IS NOT NULL;
                    """),
            // The number of the last transaction that changed something: a process finds by it that others have.
            SQLiteMigration(
                version: 7,
                script: """
                    CREATE TABLE todo_revision(
                        one INTEGER PRIMARY KEY CHECK (one = 1), latest INTEGER NOT NULL
                    ) STRICT;
                    INSERT INTO todo_revision VALUES (1, 0);
                    """),
            // How a task recurs, and its last move. Empty texts are none. NULL is what the server's copy says: it is read with that.
            SQLiteMigration(
                version: 8,
                script: """
                    ALTER TABLE todo ADD COLUMN recurrence TEXT;
                    ALTER TABLE todo ADD COLUMN last_step TEXT NOT NULL DEFAULT '';
                    UPDATE todo SET recurrence = '' WHERE id NOT IN (
                        SELECT id FROM (
                            SELECT id, upper(replace(replace(replace(replace(
                                CAST(coalesce(object, relic) AS TEXT), char(13, 10, 32), ''), char(13, 10, 9), ''),
                                char(10, 32), ''), char(10, 9), '')) AS unfolded FROM todo_copy)
                        WHERE instr(unfolded, 'RRULE') OR instr(unfolded, 'RDATE'));
                    """),
            // Tags, link and the task of which one is a part, for the tasks that have any of it: what the server's copy says. And the
            // token before the last one.
            SQLiteMigration(version: 9) { connection in
                try connection.execute(
                    script: """
                        ALTER TABLE todo ADD COLUMN details TEXT NOT NULL DEFAULT '';
                        ALTER TABLE todo_collection ADD COLUMN token_before TEXT;
                        """)
                let copies = try connection.query(
                    "SELECT id, coalesce(object, relic) FROM todo JOIN todo_copy USING (id)"
                ) { (id: SQLiteValue.text(try $0.text(0)), bytes: $0.optionalBlob(1)) }
                for (id, bytes) in copies {
                    guard let fields = TodoRecord.document(bytes)?.fields else { continue }
                    let details = TodoDetails(fields)
                    guard !details.isEmpty else { continue }
                    try connection.run(
                        "UPDATE todo SET details = ? WHERE id = ?",
                        [.text(String(decoding: try JSONEncoder().encode(details), as: UTF8.self)), id])
                }
            },
            // The start, every recurrence and what todo.txt says of it: as in the server's copy, with the deadline that belongs to it.
            SQLiteMigration(version: 10) { connection in
                try connection.execute(script: "ALTER TABLE todo ADD COLUMN start TEXT NOT NULL DEFAULT ''")
                func decoded<Value: Decodable>(_ type: Value.Type, _ text: String?) throws -> Value? {
                    guard let text, !text.isEmpty else { return nil }
                    return try JSONDecoder().decode(type, from: Data(text.utf8))
                }
                func coded(_ value: some Encodable) throws -> SQLiteValue {
                    .text(String(decoding: try JSONEncoder().encode(value), as: UTF8.self))
                }
                let copies = try connection.query(
                    """
                    SELECT id, deadline, recurrence, details, edits LIKE '%"deadline"%', coalesce(object, relic)
                    FROM todo JOIN todo_copy USING (id)
                    """
                ) { row -> (id: String, schedule: TodoSchedule, details: TodoDetails)? in
                    guard let document = TodoRecord.document(row.optionalBlob(5)) else { return nil }
                    let stored = TodoSchedule(
                        deadline: try row.optionalText(1).map { try TodoDeadline($0) },
                        recurrence: try decoded(TodoRecurrence.self, row.optionalText(2)))
                    var details = try decoded(TodoDetails.self, row.text(3)) ?? TodoDetails(TodoFields())
                    details.todoTxt = document.fields.todoTxt == .none ? nil : document.fields.todoTxt
                    let schedule = document.schedule(
                        upgrading: stored, hasRecurrence: !row.isNull(2), isDue: try row.bool(4))
                    return (try row.text(0), schedule, details)
                }
                for (id, schedule, details) in copies.compactMap(\.self) {
                    try connection.run(
                        "UPDATE todo SET start = ?, deadline = ?, recurrence = ?, details = ? WHERE id = ?",
                        [
                            .text(schedule.start?.description ?? ""), .text(schedule.deadline?.description),
                            try schedule.recurrence.map(coded) ?? .text(""),
                            try details.isEmpty ? .text("") : coded(details), .text(id),
                        ])
                }
                try connection.execute(script: "UPDATE todo SET recurrence = '' WHERE recurrence IS NULL")
            },
            // What was removed.
            SQLiteMigration(
                version: 11,
                script: """
                    CREATE TABLE todo_bin(
                        id TEXT NOT NULL PRIMARY KEY, removed_at INTEGER NOT NULL, removed TEXT NOT NULL
                    ) STRICT, WITHOUT ROWID;
                    CREATE INDEX todo_bin_latest ON todo_bin(removed_at);
                    """),
        ])
}
