public import CoreModule

/// The tables of the to-do list, for a file that it shares with others. A version that was released is never changed.
public enum TodoSchema {
    /// The schema, as `SQLiteDatabase.open(_:schemas:options:)` takes it.
    public static let todos = SQLiteSchema(
        name: "todos", tables: ["todo"],
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
                    """)
        ])
}
