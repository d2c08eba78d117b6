import CoreModule
import Foundation
import PersonalDictionary
import PostgresStore
import Testing
import TodoList

@Suite("Each person has only rows of their own", .enabled(if: TestDatabase.server != nil), .timeLimit(.minutes(5)))
struct RowSecurityTests {
    /// A row for each table but the shared ones: columns, and values for them.
    private static let rows: KeyValuePairs = [
        "account": ("revision", "1"),
        "word": (
            "id, text, identity, folded, source, target, status, alternatives, is_favorite, note, created_at, updated_at, revision",
            "'1', 'a', 'a', 'a', 'en', 'ru', 'pending', '', false, '', 0, 0, 1"
        ),
        "todo_bin": ("id, removed_at, removed", "'1', 0, '{}'"),
        "word_bin": ("id, removed_at, removed", "'1', 0, '{}'"),
        "word_removal": ("revision, seq, id", "1, 1, '1'"),
        "import_note": ("part, note", "1, 'a'"),
        "review_event": ("id, word, side, kind, date, day, is_own", "'1', '1', 'word', 'reset', 0, 0, true"),
        "review_card": ("word, side, reviews, lapses, failures, is_suspended", "'1', 'word', 0, 0, 0, false"),
        "setting": ("key, value", "'a', 'a'"),
        "translation_cache": (
            "service, text, source, target, looked_up_at, folded, length", "'dict', 'a', 'en', 'ru', 0, 'a', 1"
        ),
        "todo": ("id, record, has_task, is_done, is_dirty, has_server_state", "'1', '{}', true, false, false, false"),
        "todo_collection": ("state", "'{}'"),
        "todo_ignored": ("path, etag", "'/a', 'a'"),
        "todo_conflict": ("number, conflict", "1, '{}'"),
    ]

    /// Passes a database in which Anna has a word and a setting.
    private func withAnna(_ body: (TestDatabase, PostgresStores) async throws -> Void) async throws {
        try await TestDatabase.withStores { database, stores in
            try await stores.stores(for: .anna).add("1")
            try await stores.stores(for: .anna).settings.change("secret") { $0 = "Anna's" }
            try await body(database, stores)
            #expect(try await stores.stores(for: .anna).ids() == ["1"])
            #expect(try await stores.stores(for: .anna).settings.text("secret") == "Anna's")
        }
    }

    @Test("another person finds nothing, may have the same identifiers and texts, and removes only their own")
    func others() async throws {
        try await withAnna { _, stores in
            let boris = stores.stores(for: .boris)
            #expect(try await boris.ids() == [])
            #expect(try await boris.settings.text("secret") == nil)
            #expect(
                try await boris.words.readToSearch { words throws(DictionaryError) in
                    try words.search(WordQuery("word")).count
                } == 0)
            try await boris.add("1")
            try await boris.words.write { words throws(DictionaryError) in try words.delete(WordID("1")) }
        }
    }

    @Test("a bin belongs to one person, who brings words and tasks back from it")
    func bins() async throws {
        try await withAnna { _, stores in
            let (anna, boris) = (stores.stores(for: .anna), stores.stores(for: .boris))
            let date = Date()
            let milk = Todo(id: TodoID("milk"), text: try TodoText("milk"), createdAt: date, updatedAt: date)
            try await anna.todos.add(milk)
            try await anna.todos.remove([milk.id], at: date)
            try await Vocabulary(anna.words).remove([WordID("1")])
            #expect(try await boris.todos.removedTodos(at: date).isEmpty)
            #expect(try await Vocabulary(boris.words).removedWords().isEmpty)
            #expect(try await anna.todos.removedTodos(at: date).map(\.todo.text) == [milk.text])
            #expect(try await anna.todos.restore([milk.id], at: date).map(\.id) == [milk.id])
            #expect(try await anna.todos.emptyBin(at: date) == 0)
            #expect(try await Vocabulary(anna.words).restore([WordID("1")]).map(\.id.rawValue) == ["1"])
        }
    }

    @Test(
        "the rows of every table are hidden from statements that name no person, or another one, also from the tables' owner"
    )
    func hostileStatements() async throws {
        try await TestDatabase.withStores { database, _ in
            let owned = try database.run(
                """
                SELECT table_name FROM information_schema.columns
                WHERE table_schema = 'public' AND column_name = 'person' ORDER BY table_name COLLATE "C"
                """)
            #expect(owned == Self.rows.map { [$0.key] }.sorted { $0[0] < $1[0] })
            for (table, (columns, values)) in Self.rows {
                let insert = "INSERT INTO \(table)(\(columns)) VALUES (\(values)) RETURNING person"
                #expect(try database.run("SET app.person = 'anna'; \(insert)") == [["anna"]])
                let row = try database.run("SET app.person = 'anna'; SELECT * FROM \(table)")
                for person in ["", "boris", "anna 'OR' 1", "%"] {
                    let name = person.replacing("'", with: "''")
                    let begin = "SET app.person = '\(name)';"
                    for condition in ["", " WHERE true OR person = 'anna'"] {
                        for statement in [
                            "SELECT person FROM \(table)\(condition)",
                            "DELETE FROM \(table)\(condition) RETURNING person",
                            "UPDATE \(table) SET person = '\(name)'\(condition) RETURNING person",
                        ] {
                            #expect(try database.run("\(begin) \(statement)").isEmpty, "\(person): \(statement)")
                        }
                    }
                    let forged = "INSERT INTO \(table)(person, \(columns)) VALUES ('anna', \(values))"
                    let error = #expect(throws: SQLFailure.self) { try database.run("\(begin) \(forged)") }
                    #expect(error?.reason.contains("row-level security") == true, "\(person): \(forged)")
                }
                // Without the setting.
                #expect(try database.run("SELECT person FROM \(table)").isEmpty)
                // What is unique is so for each person.
                #expect(try database.run("SET app.person = 'boris'; \(insert)") == [["boris"]])
                #expect(try database.run("SET app.person = 'anna'; SELECT * FROM \(table)") == row)
            }
        }
    }

    @Test("everything of a person is deleted from every table, nothing of others, and another process sees it")
    func deletion() async throws {
        try await withAnna { database, stores in
            let boris = PersonID.boris
            for (table, (columns, values)) in Self.rows {
                try database.run("SET app.person = 'boris'; INSERT INTO \(table)(\(columns)) VALUES (\(values))")
            }
            let other = try await PostgresStores(url: database.url)
            let session = other.stores(for: boris)
            #expect(try await session.ids() == ["1"])
            #expect(try await session.words.externalChanges().isEmpty)
            try await stores.deleteEverything(of: boris)
            for (table, _) in Self.rows where table != "account" {
                #expect(try database.run("SET app.person = 'boris'; SELECT 1 FROM \(table)").isEmpty, "\(table)")
            }
            #expect(try await session.nextChanges() == [.reloaded])
            #expect(try await session.ids() == [])
            try await session.add("2")
            let found = try await session.words.readToSearch { words throws(DictionaryError) in
                try words.search(WordQuery("word")).count
            }
            #expect(found == 1)
            await other.close()
        }
    }

    @Test("a row of another person, or of nobody, cannot be written")
    func hostileRows() async throws {
        try await withAnna { database, _ in
            let row = "'k', 'v'"
            for statement in [
                "SET app.person = 'boris'; INSERT INTO setting(person, key, value) VALUES ('anna', \(row))",
                "SET app.person = 'boris'; INSERT INTO setting(key, value) VALUES (\(row)); UPDATE setting SET person = 'anna'",
                "SET app.person = ''; INSERT INTO setting(key, value) VALUES (\(row))",
                "INSERT INTO setting(key, value) VALUES (\(row))",
                "INSERT INTO setting(person, key, value) VALUES ('anna', \(row))",
                "SET app.person = '\(String(repeating: "x", count: 201))'; INSERT INTO setting(key, value) VALUES (\(row))",
            ] {
                #expect(throws: SQLFailure.self, "\(statement)") { try database.run(statement) }
            }
            // A unique key of Anna's says nothing to Boris: it is not in the way.
            try database.run(
                "SET app.person = 'boris'; INSERT INTO setting(key, value) VALUES ('secret', 'x') ON CONFLICT DO NOTHING"
            )
            #expect(try database.run("SET app.person = 'boris'; SELECT person FROM setting") == [["boris"]])
        }
    }

    @Test("every table with a person has a policy that holds for its owner too")
    func allTables() async throws {
        try await TestDatabase.withStores { database, _ in
            let unprotected = try database.run(
                """
                SELECT relname FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace
                AND NOT (relrowsecurity AND relforcerowsecurity) ORDER BY relname
                """)
            #expect(unprotected == [["commit_mark"], ["request_record"], ["superapp_version"]])
        }
    }

    @Test("identifiers of people that Swift calls equal are two people", arguments: ["e\u{301}", "é"])
    func equivalentPeople(_ name: String) async throws {
        try await TestDatabase.withStores { _, stores in
            #expect(PersonID("e\u{301}") != PersonID("é"))
            let sessions = ["e\u{301}", "é", "É", "é "].map { stores.stores(for: PersonID($0)) }
            try await stores.stores(for: PersonID(name)).add("1")
            var found = 0
            for session in sessions { found += try await session.ids().count }
            #expect(found == 1)
        }
    }

    @Test(
        "a person without a name, or with NUL or too long a one, is an error",
        arguments: ["", "anna\0", String(repeating: "я", count: 101)])
    func impossiblePeople(_ name: String) async throws {
        try await withAnna { _, stores in
            let error = await #expect(throws: DictionaryError.self) {
                try await stores.stores(for: PersonID(name)).add("2")
            }
            #expect(error?.code == "storeInternalFault")
        }
    }

    @Test("a superuser, who sees all rows, is refused", .enabled(if: TestDatabase.administrator != nil))
    func superuser() async throws {
        let url = try #require(TestDatabase.administrator)
        let error = await #expect(throws: StoreError.self) { _ = try await PostgresStores(url: url) }
        #expect(error?.code == .unreadable)
    }

    @Test(
        "a role that bypasses row-level security is refused, and without that right it is not",
        .enabled(if: TestDatabase.administrator != nil))
    func bypassing() async throws {
        let administrator = try #require(TestDatabase.administrator)
        try await withAnna { database, _ in
            var address = try #require(URLComponents(string: database.url))
            let owner = try #require(address.user)
            let role = "role_" + UUID().uuidString.lowercased().replacing("-", with: "")
            try TestDatabase.run(
                "CREATE ROLE \(role) LOGIN BYPASSRLS PASSWORD 'p4ss' IN ROLE \(owner)", on: administrator)
            (address.user, address.password) = (role, "p4ss")
            let url = try #require(address.string)
            let error = await #expect(throws: StoreError.self) { _ = try await PostgresStores(url: url) }
            #expect(error?.code == .unreadable)
            try TestDatabase.run("ALTER ROLE \(role) NOBYPASSRLS", on: administrator)
            let stores = try await PostgresStores(url: url)
            #expect(try await stores.stores(for: .boris).ids() == [])
            await stores.close()
            try TestDatabase.run("DROP ROLE \(role)", on: administrator)
        }
    }

    @Test("numbers that begin again, as after a move without the state of sequences, are not in another person's way")
    func sequence() async throws {
        try await TestDatabase.withStores { database, stores in
            try await stores.stores(for: .anna).add("1")
            try database.run("ALTER TABLE word ALTER seq RESTART WITH 1")
            try await stores.stores(for: .boris).add("2")
            try database.run("ALTER TABLE word ALTER seq RESTART WITH 1")
            // One's own are: it is a fault, and no duplicate.
            let error = await #expect(throws: DictionaryError.self) { try await stores.stores(for: .boris).add("3") }
            #expect(error?.code.hasPrefix("store") == true)
        }
    }
}
