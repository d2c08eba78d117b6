import CoreModule

/// Brings the tables to the newest version. Several processes may do so at once: one migrates, and the others wait for it, as long
/// as a script may take.
struct PostgresMigrations {
    /// How long one script may take.
    static let limit = Duration.seconds(600)

    let pool: PostgresPool
    /// The scripts from one version to the next. A released one never changes.
    let scripts: [String]

    /// Throws ``StoreError/Code/tooNew`` if a newer program has migrated, and ``StoreError/Code/unreadable`` if the role could read
    /// the rows of all persons.
    func run() async throws(StoreError) {
        do {
            let version = try await pool.transaction(.reading, of: nil) { transaction in
                try Self.checkRole(transaction)
                return try Self.version(transaction)
            }
            if try needsMigration(version) { try await migrate() }
        } catch {
            throw StoreError(postgres: error)
        }
    }

    private func migrate() async throws {
        try await pool.transaction(.migrating, of: nil) { [self] transaction in
            // Another process may have migrated meanwhile.
            let version = try Self.version(transaction)
            guard try needsMigration(version) else { return }
            for script in scripts.dropFirst(version) { try transaction.run(script: script) }
            try transaction.run("CREATE TABLE IF NOT EXISTS superapp_version(version bigint NOT NULL)")
            try transaction.run("DELETE FROM superapp_version")
            try transaction.run("INSERT INTO superapp_version VALUES ($1)", [.integer(Int64(scripts.count))])
        }
    }

    private func needsMigration(_ version: Int) throws(StoreError) -> Bool {
        guard version <= scripts.count else {
            throw StoreError(
                .tooNew, path: nil,
                message: Message(
                    "the store was written by a newer version (\(version), this program knows \(scripts.count))"
                ))
        }
        return version < scripts.count
    }

    /// The version of the tables; 0 if there are none.
    private static func version(_ transaction: PostgresTransaction) throws -> Int {
        // Not `to_regclass`: it may remember that there was no table before this transaction has waited for its lock.
        let tables = try transaction.query(
            "SELECT 1 FROM pg_tables WHERE schemaname = current_schema() AND tablename = 'superapp_version'"
        ) { _ in true }
        guard !tables.isEmpty else { return 0 }
        return try transaction.first("SELECT version FROM superapp_version") { Int(try $0.integer(0)) } ?? 0
    }

    /// Row-level security does not hold for superusers. And text is stored in UTF-8 only.
    private static func checkRole(_ transaction: PostgresTransaction) throws {
        let isFit = try transaction.first(
            """
            SELECT NOT (rolsuper OR rolbypassrls) AND current_setting('server_encoding') = 'UTF8'
            FROM pg_roles WHERE rolname = current_user
            """
        ) { try $0.bool(0) }
        guard isFit == true else {
            throw StoreError(
                .unreadable, path: nil,
                message: Message("the database must be in UTF-8, and its user no superuser, who sees everybody's rows"))
        }
    }
}

/// The tables. Each row belongs to a person. Texts by which rows are found are `bytea`, and indexes contain hashes of those that may be
/// long: an index row has 2,700 bytes at most.
package enum PostgresSchema {
    /// The scripts from one version to the next.
    package static let scripts = [
        """
        CREATE TABLE account(
            \(person) PRIMARY KEY, revision bigint NOT NULL DEFAULT 0, last_conflict bigint NOT NULL DEFAULT 0,
            todo_revision bigint NOT NULL DEFAULT 0
        );
        CREATE TABLE word(
            \(person), seq bigint GENERATED ALWAYS AS IDENTITY UNIQUE, id bytea NOT NULL,
            text text NOT NULL, identity bytea NOT NULL, folded bytea NOT NULL, source text NOT NULL, target text NOT NULL,
            status text NOT NULL CHECK (status IN ('pending', 'translated', 'notFound', 'failed')),
            translation text, alternatives text NOT NULL, provider text, date bigint,
            is_favorite boolean NOT NULL, note text NOT NULL, created_at bigint NOT NULL, updated_at bigint NOT NULL,
            entry text, asked jsonb NOT NULL DEFAULT '[]', revision bigint NOT NULL,
            PRIMARY KEY (person, id)
        );
        CREATE UNIQUE INDEX word_identity ON word(person, sha256(identity), source, target);
        CREATE INDEX word_folded ON word(person, sha256(folded));
        CREATE INDEX word_newest ON word(person, created_at, id);
        CREATE INDEX word_favorite ON word(person, created_at, id) WHERE is_favorite;
        CREATE INDEX word_waiting ON word(person, created_at, id) WHERE status IN ('pending', 'failed');
        CREATE INDEX word_not_found ON word(person, created_at, id) WHERE status = 'notFound';
        CREATE INDEX word_changed ON word(person, revision);
        CREATE TABLE word_removal(
            \(person), revision bigint NOT NULL, seq bigint NOT NULL, id bytea NOT NULL, PRIMARY KEY (person, revision, seq)
        );
        CREATE TABLE import_note(\(person), part bigint NOT NULL, note bytea NOT NULL, PRIMARY KEY (person, part));
        CREATE TABLE setting(\(person), key bytea NOT NULL, value bytea NOT NULL);
        CREATE UNIQUE INDEX setting_key ON setting(person, sha256(key));
        CREATE TABLE translation_cache(
            \(person), service text NOT NULL, text bytea NOT NULL, source text NOT NULL, target text NOT NULL, entry text,
            looked_up_at bigint NOT NULL, folded bytea NOT NULL, length bigint NOT NULL
        );
        CREATE UNIQUE INDEX translation_cache_key ON translation_cache(person, service, sha256(text), source, target);
        CREATE TABLE todo(
            \(person), id bytea NOT NULL, record text NOT NULL, path bytea, has_task boolean NOT NULL, is_done boolean NOT NULL,
            is_dirty boolean NOT NULL, has_server_state boolean NOT NULL, created_at bigint, PRIMARY KEY (person, id)
        );
        CREATE UNIQUE INDEX todo_path ON todo(person, sha256(path));
        CREATE INDEX todo_oldest ON todo(person, created_at, id) WHERE has_task;
        CREATE INDEX todo_dirty ON todo(person, has_task, id) WHERE is_dirty;
        CREATE TABLE todo_collection(\(person) PRIMARY KEY, state text NOT NULL);
        CREATE TABLE todo_ignored(\(person), path bytea NOT NULL, etag bytea NOT NULL);
        CREATE UNIQUE INDEX todo_ignored_path ON todo_ignored(person, sha256(path));
        CREATE TABLE todo_conflict(\(person), number bigint NOT NULL, conflict text NOT NULL, PRIMARY KEY (person, number));
        -- Of all persons: the services see one address, and count its requests.
        CREATE TABLE request_record(provider text PRIMARY KEY, sent text NOT NULL, set_at bigint, until bigint, is_dated boolean);
        """ + owned.map(policy).joined(),
        // Numbers of words are unique for each person: after a move without the state of sequences, others' must not be in the way.
        // Marks are of all persons: the number of the last transaction of each connection that writes.
        """
        ALTER TABLE word DROP CONSTRAINT word_seq_key, ADD UNIQUE (person, seq);
        CREATE TABLE commit_mark(
            connection text PRIMARY KEY, number bigint NOT NULL, set_at timestamptz NOT NULL DEFAULT now()
        );
        """,
        // Tags, with a space between two.
        """
        ALTER TABLE word ADD COLUMN tags text NOT NULL DEFAULT '';
        CREATE INDEX word_tagged ON word(person, created_at, id) WHERE tags <> '';
        """,
        // What happened to cards, and what follows from it. Both stay when a word is removed: it may be brought back.
        """
        CREATE TABLE review_event(
            \(person), seq bigint GENERATED ALWAYS AS IDENTITY, id bytea NOT NULL, word bytea NOT NULL, side text NOT NULL,
            kind text NOT NULL, rating bigint, milliseconds bigint, date bigint NOT NULL, day bigint NOT NULL,
            is_own boolean NOT NULL, PRIMARY KEY (person, id)
        );
        CREATE INDEX review_event_of_word ON review_event(person, word);
        CREATE INDEX review_event_order ON review_event(person, date, id);
        CREATE INDEX review_event_day ON review_event(person, day, rating);
        CREATE TABLE review_card(
            \(person), word bytea NOT NULL, side text NOT NULL, stability double precision, difficulty double precision,
            last_day bigint, due_day bigint, reviews bigint NOT NULL, lapses bigint NOT NULL, failures bigint NOT NULL,
            is_suspended boolean NOT NULL, PRIMARY KEY (person, word, side)
        );
        CREATE INDEX review_card_due ON review_card(person, due_day) WHERE NOT is_suspended;
        """ + ["review_event", "review_card"].map(policy).joined(),
        // The number of the last transaction that reviewed.
        "ALTER TABLE account ADD COLUMN review_revision bigint NOT NULL DEFAULT 0",
        // What was removed, with everything it had.
        """
        CREATE TABLE word_bin(
            \(person), id bytea NOT NULL, removed_at bigint NOT NULL, removed text NOT NULL, PRIMARY KEY (person, id)
        );
        CREATE INDEX word_bin_latest ON word_bin(person, removed_at);
        """ + policy("word_bin"),
        """
        CREATE TABLE todo_bin(
            \(person), id bytea NOT NULL, removed_at bigint NOT NULL, removed text NOT NULL, PRIMARY KEY (person, id)
        );
        CREATE INDEX todo_bin_latest ON todo_bin(person, removed_at);
        """ + policy("todo_bin"),
    ]

    /// The tables with rows of persons that the first script makes. It is released, so this never changes: a later table is added below.
    static let owned = [
        "account", "word", "word_removal", "import_note", "setting", "translation_cache", "todo", "todo_collection",
        "todo_ignored", "todo_conflict",
    ]

    /// The tables with rows of persons that there are today, of all scripts.
    static let tablesOfPeople = owned + ["review_event", "review_card", "word_bin", "todo_bin"]

    private static let person =
        "person text NOT NULL DEFAULT current_setting('app.person') CHECK (person <> '' AND octet_length(person) <= 200)"

    /// Also for the owner of the table, which is the program's own role. Without a person, the setting is null or empty, and no row
    /// is visible.
    private static func policy(_ table: String) -> String {
        """

        ALTER TABLE \(table) ENABLE ROW LEVEL SECURITY;
        ALTER TABLE \(table) FORCE ROW LEVEL SECURITY;
        CREATE POLICY own_rows ON \(table) USING (person = current_setting('app.person', true))
            WITH CHECK (person = current_setting('app.person', true));
        """
    }
}
