/// The tables of a replica.
extension Replica {
    /// The schema, for ``SQLiteDatabase/open(_:schemas:)``.
    public static let schema = SQLiteSchema(
        name: "replica",
        tables: [
            "replica_self", "replica_mark", "replica_device", "replica_record", "replica_context", "replica_batch",
            "replica_conflict", "replica_unknown", "replica_name",
        ],
        migrations: [
            SQLiteMigration(
                version: 1,
                script: """
                    -- This device, if it takes part: the number of its last operation, the folder that it was last synchronized with, and what
                    -- distinguishes its store from a copy.
                    CREATE TABLE replica_self(
                        one INTEGER PRIMARY KEY CHECK (one = 1), device TEXT NOT NULL, name TEXT NOT NULL,
                        number INTEGER NOT NULL, folder TEXT, instance TEXT
                    ) STRICT;
                    -- Up to where the records of a kind were compared.
                    CREATE TABLE replica_mark(kind TEXT NOT NULL PRIMARY KEY, mark TEXT NOT NULL) STRICT, WITHOUT ROWID;
                    -- The other devices and this one's former identities, with the numbers of their last operations that were read, and of those that were repeated when
                    -- their files had disappeared.
                    CREATE TABLE replica_device(
                        device TEXT NOT NULL PRIMARY KEY, number INTEGER NOT NULL, name TEXT NOT NULL,
                        written INTEGER NOT NULL, repeated INTEGER NOT NULL DEFAULT 0,
                        is_former INTEGER NOT NULL DEFAULT 0
                    ) STRICT, WITHOUT ROWID;
                    -- What is known of each record. `target` is the record of the same identity that it became; `is_shown` says whether
                    -- the app has it.
                    CREATE TABLE replica_record(
                        kind TEXT NOT NULL, id TEXT NOT NULL, identity TEXT, owner TEXT, target TEXT,
                        is_removed INTEGER NOT NULL, is_shown INTEGER NOT NULL DEFAULT 0, state TEXT NOT NULL,
                        PRIMARY KEY (kind, id)
                    ) STRICT, WITHOUT ROWID;
                    CREATE INDEX replica_record_identity ON replica_record(kind, identity, is_removed);
                    CREATE INDEX replica_record_owner ON replica_record(owner) WHERE owner IS NOT NULL;
                    CREATE INDEX replica_record_target ON replica_record(kind, target) WHERE target IS NOT NULL;
                    -- What a device knew when it made its operations from this number on.
                    CREATE TABLE replica_context(
                        device TEXT NOT NULL, first INTEGER NOT NULL, seen TEXT NOT NULL, PRIMARY KEY (device, first)
                    ) STRICT, WITHOUT ROWID;
                    -- This device's files; with a text as long as it was not written, and gone when another one has replaced it.
                    CREATE TABLE replica_batch(
                        name TEXT NOT NULL PRIMARY KEY, text TEXT, is_gone INTEGER NOT NULL DEFAULT 0
                    ) STRICT, WITHOUT ROWID;
                    -- Values that lost a merge. Those that the user has restored or dismissed are remembered: another device may repeat what lost.
                    CREATE TABLE replica_conflict(
                        seq INTEGER PRIMARY KEY, kind TEXT NOT NULL, id TEXT NOT NULL, field TEXT NOT NULL,
                        text TEXT NOT NULL, device TEXT NOT NULL, time INTEGER NOT NULL,
                        is_dismissed INTEGER NOT NULL DEFAULT 0
                    ) STRICT;
                    CREATE INDEX replica_conflict_record ON replica_conflict(kind, id, field);
                    -- Fields of records that this version of the app did not know when they were stored.
                    CREATE TABLE replica_unknown(
                        kind TEXT NOT NULL, field TEXT NOT NULL, PRIMARY KEY (kind, field)
                    ) STRICT, WITHOUT ROWID;
                    """),
            SQLiteMigration(
                version: 2,
                script: """
                    -- The names of the devices that take part, this one's among them.
                    CREATE TABLE replica_name(
                        device TEXT NOT NULL PRIMARY KEY, name TEXT NOT NULL, time INTEGER NOT NULL
                    ) STRICT, WITHOUT ROWID;
                    INSERT OR IGNORE INTO replica_name SELECT device, name, 0 FROM replica_device WHERE NOT is_former;
                    INSERT OR IGNORE INTO replica_name SELECT device, name, 0 FROM replica_self;
                    -- Devices without a name here are retired ones, or former identities of this one. Only for these the column `name` of
                    -- replica_device is read: the name in the last file of the device.
                    ALTER TABLE replica_device DROP COLUMN is_former;
                    -- When the last synchronization ended.
                    ALTER TABLE replica_self ADD COLUMN synchronized INTEGER;
                    -- How many of the app's records the file changes.
                    ALTER TABLE replica_batch ADD COLUMN operations INTEGER NOT NULL DEFAULT 0;
                    """),
            SQLiteMigration(
                version: 3,
                script: """
                    ALTER TABLE replica_batch RENAME COLUMN operations TO records;
                    -- A device whose first synchronization has failed has no row there yet.
                    INSERT OR IGNORE INTO replica_name SELECT device, name, 0 FROM replica_self;
                    ALTER TABLE replica_self DROP COLUMN name;
                    """),
        ])
}
