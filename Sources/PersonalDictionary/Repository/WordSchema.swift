import CoreModule

/// The tables of the dictionary.
///
/// Each change has a number, one more than the change before, in whichever process. A word's row has the number of its last change,
/// and `word_removal` those of removals: a reader can read only what came after a number. A released version never changes.
enum WordSchema {
    static let words = SQLiteSchema(
        name: "words",
        tables: [
            "word", "dictionary_entry", "word_revision", "word_removal", "review_event", "review_card",
            "review_revision", "word_bin",
        ],
        migrations: [
            SQLiteMigration(
                version: 1,
                script: """
                    CREATE TABLE word(
                        seq INTEGER PRIMARY KEY,
                        id TEXT NOT NULL UNIQUE,
                        text TEXT NOT NULL,
                        identity TEXT NOT NULL,
                        source TEXT NOT NULL,
                        target TEXT NOT NULL,
                        status TEXT NOT NULL CHECK (status IN ('pending', 'translated', 'notFound', 'failed')),
                        translation TEXT,
                        provider TEXT,
                        translated_at INTEGER,
                        is_favorite INTEGER NOT NULL,
                        created_at INTEGER NOT NULL,
                        updated_at INTEGER NOT NULL,
                        revision INTEGER NOT NULL,
                        CHECK ((status = 'translated') = (translation IS NOT NULL))
                    ) STRICT;
                    CREATE UNIQUE INDEX word_identity ON word(identity, source, target);
                    CREATE INDEX word_newest ON word(created_at, id);
                    CREATE INDEX word_favorite ON word(created_at, id) WHERE is_favorite = 1;
                    CREATE INDEX word_waiting ON word(created_at, id) WHERE status IN ('pending', 'failed');
                    CREATE INDEX word_changed ON word(revision);
                    CREATE TABLE word_revision(latest INTEGER NOT NULL) STRICT;
                    INSERT INTO word_revision VALUES (0);
                    CREATE TABLE word_removal(
                        revision INTEGER NOT NULL, word INTEGER NOT NULL, id TEXT NOT NULL,
                        PRIMARY KEY (revision, word)
                    ) STRICT, WITHOUT ROWID;
                    CREATE TABLE dictionary_entry(
                        word INTEGER PRIMARY KEY REFERENCES word(seq) ON DELETE CASCADE,
                        entry TEXT NOT NULL
                    ) STRICT;
                    """),
            // When a failed look-up may be tried again.
            SQLiteMigration(version: 2, script: "ALTER TABLE word ADD COLUMN retry_at INTEGER"),
            // The providers that did not know a word. Before, the settings stored them for all words at once.
            SQLiteMigration(version: 3) { connection in
                try connection.execute(
                    script: "ALTER TABLE word ADD COLUMN asked_of TEXT NOT NULL DEFAULT '[]' CHECK (asked_of <> '')")
                if try hasSettings(connection) {
                    try connection.execute(
                        script: """
                            -- At that time addresses were stored in full, and may contain secrets.
                            UPDATE word SET asked_of = setting.value FROM setting
                            WHERE status = 'notFound' AND setting.key = 'providers' AND setting.value <> ''
                            AND setting.value NOT LIKE '%://%';
                            DELETE FROM setting WHERE key = 'providers';
                            """)
                }
                try connection.execute(
                    script: """
                        CREATE INDEX word_not_found ON word(asked_of, created_at, id) WHERE status = 'notFound';
                        """)
            },
            // Words that differ in case, accents or stress are different words, and no text has control characters. Before, the
            // identity was folded, but not its spaces: of words that become equal, one keeps its text as its identity.
            SQLiteMigration(version: 4) { connection in
                try connection.execute(
                    script: """
                        ALTER TABLE word ADD COLUMN folded TEXT NOT NULL DEFAULT '';
                        UPDATE OR IGNORE word SET identity = text;
                        CREATE INDEX word_folded ON word(folded);
                        """)
                let words = try connection.query("SELECT seq, text, coalesce(translation, '') FROM word") { row in
                    (key: SQLiteValue.integer(try row.integer(0)), text: try row.text(1), translation: try row.text(2))
                }
                for (key, stored, translation) in words {
                    let text = WordText(stored: cleaned(stored))
                    try connection.run(
                        "UPDATE word SET text = ?, folded = ? WHERE seq = ?",
                        [.text(text.value), .text(text.folded), key])
                    if translation.hasControlCharacters {
                        try connection.run(
                            "UPDATE word SET translation = ? WHERE seq = ?", [.text(cleaned(translation)), key])
                    }
                    guard text.identity != stored else { continue }
                    try connection.run(
                        "UPDATE OR IGNORE word SET identity = ? WHERE seq = ?", [.text(text.identity), key])
                }
            },
            // The folded text follows from the identity. So one index keeps identities unique and finds similar words. A release
            // that folds texts in another way must compute the column again.
            SQLiteMigration(
                version: 5,
                script: """
                    DROP INDEX word_folded;
                    DROP INDEX word_identity;
                    CREATE UNIQUE INDEX word_identity ON word(folded, identity, source, target);
                    """),
            // A note, the user's other translations, and those of the entry, one on each line.
            SQLiteMigration(version: 6) { connection in
                try connection.execute(
                    script: """
                        ALTER TABLE word ADD COLUMN note TEXT NOT NULL DEFAULT '';
                        ALTER TABLE word ADD COLUMN alternatives TEXT NOT NULL DEFAULT '';
                        ALTER TABLE word ADD COLUMN entry_translations TEXT NOT NULL DEFAULT '';
                        UPDATE word SET entry_translations = coalesce((
                            SELECT group_concat(replace(translation.value, char(10), ' '), char(10))
                            FROM dictionary_entry, json_each(iif(json_valid(entry), entry, '{}'), '$.senses') AS sense,
                                json_each(sense.value, '$.translations') AS translation
                            WHERE dictionary_entry.word = word.seq
                        ), '') WHERE seq IN (SELECT word FROM dictionary_entry);
                        -- The glossary knows more words now.
                        UPDATE word SET asked_of = (
                            SELECT json_group_array(value) FROM json_each(asked_of) WHERE value <> 'glossary'
                        ) WHERE status = 'notFound' AND asked_of LIKE '%glossary%' AND json_valid(asked_of);
                        """)
                // The note of an import does not say which texts it added, which can be edited from now on.
                if try hasSettings(connection) {
                    try connection.execute(
                        script: "DELETE FROM setting WHERE key BETWEEN 'lastImport' AND 'lastImport0'")
                }
            },
            // Tags, with a space between two.
            SQLiteMigration(
                version: 7,
                script: """
                    ALTER TABLE word ADD COLUMN tags TEXT NOT NULL DEFAULT '';
                    CREATE INDEX word_tagged ON word(created_at, id) WHERE tags <> '';
                    """),
            // What happened to cards, and what follows from it. Both stay when a word is removed: it may be brought back. `is_begun` is
            // whether a word has cards here.
            SQLiteMigration(
                version: 8,
                script: """
                    CREATE TABLE review_event(
                        seq INTEGER PRIMARY KEY,
                        id TEXT NOT NULL UNIQUE,
                        word TEXT NOT NULL,
                        side TEXT NOT NULL,
                        kind TEXT NOT NULL,
                        rating INTEGER,
                        milliseconds INTEGER,
                        date INTEGER NOT NULL,
                        day INTEGER NOT NULL,
                        is_own INTEGER NOT NULL
                    ) STRICT;
                    CREATE INDEX review_event_of_word ON review_event(word);
                    CREATE INDEX review_event_order ON review_event(date, id);
                    CREATE INDEX review_event_day ON review_event(day, rating);
                    CREATE TABLE review_card(
                        word TEXT NOT NULL,
                        side TEXT NOT NULL,
                        stability REAL,
                        difficulty REAL,
                        last_day INTEGER,
                        due_day INTEGER,
                        reviews INTEGER NOT NULL,
                        lapses INTEGER NOT NULL,
                        failures INTEGER NOT NULL,
                        is_suspended INTEGER NOT NULL,
                        PRIMARY KEY (word, side)
                    ) STRICT, WITHOUT ROWID;
                    CREATE INDEX review_card_due ON review_card(is_suspended, due_day, last_day, stability);
                    CREATE INDEX review_card_new ON review_card(word) WHERE is_suspended = 0 AND due_day IS NULL;
                    ALTER TABLE word ADD COLUMN is_begun INTEGER NOT NULL DEFAULT 0;
                    CREATE INDEX word_new ON word(created_at, id) WHERE is_begun = 0 AND status = 'translated';
                    """),
            // The number of the last transaction that reviewed: a process finds by it that others have.
            SQLiteMigration(
                version: 9,
                script: """
                    CREATE TABLE review_revision(
                        one INTEGER PRIMARY KEY CHECK (one = 1), latest INTEGER NOT NULL
                    ) STRICT;
                    INSERT INTO review_revision VALUES (1, 0);
                    """),
            // What was removed, with everything it had.
            SQLiteMigration(
                version: 10,
                script: """
                    CREATE TABLE word_bin(
                        id TEXT NOT NULL PRIMARY KEY, removed_at INTEGER NOT NULL, removed TEXT NOT NULL
                    ) STRICT, WITHOUT ROWID;
                    CREATE INDEX word_bin_latest ON word_bin(removed_at);
                    """),
        ])

    /// Whether there are settings: none in a new store.
    private static func hasSettings(_ connection: SQLiteConnection) throws -> Bool {
        try connection.first("SELECT 1 FROM sqlite_schema WHERE name = 'setting'") { _ in true } != nil
    }

    /// A text without control characters. One that contains nothing else stays.
    private static func cleaned(_ text: String) -> String {
        guard text.hasControlCharacters else { return text }
        do { return try WordText(text).value } catch { return text }
    }

    /// What is remembered of services: their answers, what was asked of them when, and when they may be asked again. An answer to
    /// the empty text says that a service does not have a direction.
    static let translation = SQLiteSchema(
        name: "translation", tables: ["translation_cache", "request_log", "request_pause"],
        migrations: [
            SQLiteMigration(
                version: 1,
                script: """
                    CREATE TABLE translation_cache(
                        service TEXT NOT NULL,
                        text TEXT NOT NULL,
                        source TEXT NOT NULL,
                        target TEXT NOT NULL,
                        entry TEXT,
                        looked_up_at INTEGER NOT NULL,
                        PRIMARY KEY (service, text, source, target)
                    ) STRICT, WITHOUT ROWID;
                    CREATE TABLE request_log(provider TEXT NOT NULL, sent_at INTEGER NOT NULL) STRICT;
                    CREATE INDEX request_log_latest ON request_log(provider, sent_at);
                    CREATE TABLE request_pause(
                        provider TEXT NOT NULL PRIMARY KEY, until INTEGER NOT NULL
                    ) STRICT, WITHOUT ROWID;
                    """),
            // When a pause was set: a clock that is set back later does not prolong it.
            SQLiteMigration(version: 2, script: "ALTER TABLE request_pause ADD COLUMN set_at INTEGER"),
            // The text as it is searched for.
            SQLiteMigration(version: 3) { connection in
                try connection.execute(
                    script: """
                        ALTER TABLE translation_cache ADD COLUMN folded TEXT;
                        CREATE INDEX translation_cache_folded ON translation_cache(source, target, folded)
                        WHERE entry IS NOT NULL;
                        """)
                let keys = try connection.query(
                    "SELECT service, text, source, target FROM translation_cache WHERE text <> ''"
                ) { row in try (0..<4).map { try row.text($0) } }
                for key in keys {
                    try connection.run(
                        """
                        UPDATE translation_cache SET folded = ? WHERE service = ? AND text = ? AND source = ? AND target = ?
                        """, ([TextFolding.fold(key[1], .search)] + key).map { .text($0) })
                }
            },
            // Whether the provider named the end of a pause. Of an earlier pause that is not known; it counts as named.
            SQLiteMigration(version: 4, script: "ALTER TABLE request_pause ADD COLUMN is_dated INTEGER"),
        ])

    /// The daily reminder. Its settings and handled days had tables of their own at first; they are settings now. The tables
    /// stay, because the reminder of an earlier version may be running.
    static let reminder = SQLiteSchema(
        name: "reminder", tables: ["reminder", "reminder_day"],
        migrations: [
            SQLiteMigration(
                version: 1,
                script: """
                    CREATE TABLE reminder(
                        row INTEGER PRIMARY KEY CHECK (row = 1),
                        is_enabled INTEGER NOT NULL,
                        minute_of_day INTEGER NOT NULL CHECK (minute_of_day BETWEEN 0 AND 1439),
                        skips INTEGER NOT NULL,
                        set_at INTEGER NOT NULL
                    ) STRICT;
                    CREATE TABLE reminder_day(seq INTEGER PRIMARY KEY, day TEXT NOT NULL UNIQUE) STRICT;
                    """),
            SQLiteMigration(
                version: 2,
                script: """
                    INSERT INTO setting(key, value)
                    SELECT 'reminder', json_object(
                        'isEnabled', json(iif(is_enabled, 'true', 'false')),
                        'time', format('%02d:%02d', minute_of_day / 60, minute_of_day % 60),
                        'skipsDaysWithNewWord', json(iif(skips, 'true', 'false')), 'setAt', set_at)
                    FROM reminder;
                    INSERT INTO setting(key, value)
                    SELECT 'reminderDays', json_group_array(day) FROM (SELECT day FROM reminder_day ORDER BY seq)
                    GROUP BY 1;
                    """),
        ])
}
