import CoreModule
import Foundation
import PersonalDictionary
import PostgresStore
import Synchronization
import Testing
import TodoList

@Suite("A store of a file is copied to PostgreSQL", .enabled(if: TestDatabase.server != nil), .timeLimit(.minutes(5)))
struct FillTests {
    private static let date = Date(millisecondsSince1970: 1_790_000_000_123)

    /// Passes a store in a file that has something of everything, and an empty database.
    private func withStores(
        _ body: (TestDatabase, PostgresStores, DictionaryStore) async throws -> Void
    ) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "fill-\(UUID())")
        defer { #expect(throws: Never.self) { try FileManager.default.removeItem(at: folder) } }
        let file = folder.appending(path: "superapp.sqlite")
        let store = try await DictionaryStore.open(file)
        try await Self.addWords(to: store)
        try await Self.addReviews(to: store)
        try await Self.addTasks(to: store, in: file)
        try await Self.addSettings(to: store)
        try await TestDatabase.withStores { try await body($0, $1, store) }
        await store.close()
    }

    private static func addWords(to store: DictionaryStore) async throws {
        let samples: [ImportedWord] = [
            .sample("dog", ["собака", "пёс"], isFavorite: true, note: "It barks:\nwoof", createdAt: date),
            .sample("cat", ["кошка"], createdAt: date + 1), .sample("bird", createdAt: date + 2),
        ]
        try await store.words.write { words throws(DictionaryError) in
            for sample in samples {
                var word = sample.word
                word.tags = try WordTags(["animals", "a::b"])
                word.updatedAt = date + 100
                try words.insert(word)
                try words.setEntry(sample.entry, of: word.id)
            }
            var own = ImportedWord.sample("word", ["слово"], createdAt: date + 3).word
            own.translation = .translated(
                Translation(text: "моё", alternatives: ["своё", "наше"], provider: .user, date: date))
            try words.insert(own)
            let unknown = ImportedWord.sample("xyzzy", createdAt: date + 4).word
            try words.insert(unknown)
            try words.setAskedProviders([.glossary, .dictionaryFile], of: unknown.id)
            let removed = ImportedWord.sample("gone", ["ушёл"], note: "before")
            try words.setRemovedWord(
                RemovedWord(removed.word, entry: removed.entry, askedProviders: [.glossary], removedAt: date),
                of: removed.word.id)
            for part in 0..<3 { try words.setImportNote("part \(part)", part: part) }
        }
    }

    private static func addReviews(to store: DictionaryStore) async throws {
        try await store.reviews.write { reviews throws(DictionaryError) in
            let words = try reviews.words.words(.all, .newest(.max)).filter(\.isLearnable)
            for (number, word) in words.enumerated() {
                let card = ReviewCardID(word.id, number == 0 ? .meaning : .word)
                let kinds: [ReviewEvent.Kind] = [.rated(.good, milliseconds: 1500), .suspended, .resumed]
                for (place, kind) in kinds.enumerated() {
                    // Own events are not in the order of their dates.
                    let event = ReviewEvent(
                        id: ReviewEventID("event \(number) \(place)"), card: card, kind: kind,
                        date: date - Double(number) + Double(place), day: 20_000 + number)
                    _ = try reviews.insert(event, isOwn: place > 0)
                }
                try reviews.setCards(
                    ReviewSide.allCases.map { side in
                        ReviewCard(
                            ReviewCardID(word.id, side), memory: ReviewMemory(stability: 2.25, difficulty: 1 / 3),
                            lastDay: 20_000, dueDay: 20_003, reviews: 1, lapses: 0, failures: number,
                            isSuspended: side == .meaning)
                    }, of: word.id)
            }
        }
    }

    private static func addTasks(to store: DictionaryStore, in file: URL) async throws {
        for todo in [Todo].sample { _ = try await store.todos.add(todo) }
        _ = try await store.todos.remove([TodoID("sample-Read_a_chapter")], at: date)
        _ = try await store.todos.add(.sample("t1", priority: .high, notes: "two"))
        // As a synchronization leaves it: that task has a copy on a server, and another one was removed here only.
        let database = try await SQLiteDatabase.open(.file(file), schemas: [TodoSchema.todos])
        let conflict = TodoConflict.Kind.deletion(device: "phone", date: date)
        let kind = String(decoding: try JSONEncoder().encode(conflict), as: UTF8.self)
        try await database.write { connection in
            try connection.run("UPDATE todo SET sync = 'dirty' WHERE id = 'sample-t1'")
            try connection.run(
                """
                INSERT INTO todo_copy(id, path, etag, object, edits, removed_at, is_confirmed) VALUES
                    ('sample-t1', '/list/t1.ics', '"1"', CAST('BEGIN' AS BLOB), '{"text":1790000000100}', NULL, 1),
                    ('t2', '/list/t2.ics', '"1"', CAST('END' AS BLOB), '{}', 1790000000100, 1)
                """)
            try connection.run(
                "INSERT INTO todo_collection(one, address, replica) VALUES (1, 'https://host/list/', 'r')")
            try connection.run("INSERT INTO todo_ignored VALUES ('/list/other.ics', '\"2\"')")
            for text in ["first", "second"] {
                try connection.run(
                    "INSERT INTO todo_conflict(todo_id, text, noticed_at, kind) VALUES ('sample-t1', ?, 1790000000100, ?)",
                    [.text(text), .text(kind)])
            }
        }
        await database.close()
    }

    private static func addSettings(to store: DictionaryStore) async throws {
        let settings = AppSettings(store.settings)
        try await settings.save(try TranslationDirection(from: .german, to: .english), for: .direction)
        try await settings.save([.german, .russian], for: .languages)
        try await settings.save(ReviewSettings(newWordsPerDay: 7), for: .review)
        for name in DictionaryStore.personalSettings {
            try await store.settings.change(name) { text throws(StoreError) in text = text ?? "the text of \(name)" }
        }
        try await store.settings.change("navigation") { $0 = "of this place" }
    }

    @Test("the person has everything then, and nobody else has; the file is as before")
    func everything() async throws {
        try await withStores { _, stores, source in
            let contents = try await StoreContents(source)
            #expect(contents.words.count == 5 && contents.removedWords.count == 1 && contents.importNotes.count == 3)
            #expect(contents.ownEvents.count == 6 && contents.importedEvents.count == 3 && contents.cards.count == 6)
            #expect(contents.todos.count == 5 && contents.removedTodos.count == 1 && contents.conflicts.count == 2)
            #expect(contents.collection != nil && contents.ignoredResources.count == 1)
            #expect(Set(contents.settings.keys) == Set(DictionaryStore.personalSettings))

            let counts = Mutex<[Int]>([])
            try await stores.fill(.anna, with: contents) { count in counts.withLock { $0.append(count) } }
            #expect(counts.withLock { $0 } == Array(1...contents.count))
            let anna = stores.stores(for: .anna)
            #expect(try await StoreContents(anna) == contents)
            #expect(try await anna.settings.text("navigation") == nil)
            #expect(try await StoreContents(stores.stores(for: .boris)).count == 0)
            #expect(try await StoreContents(source) == contents)
            // The numbers of later conflicts and words follow.
            try await anna.add("new")
            #expect(try await anna.ids().count == contents.words.count + 1)
        }
    }

    @Test("after a failure in the middle nothing is there, and it can be done again")
    func failures() async throws {
        try await withStores { database, stores, source in
            let contents = try await StoreContents(source)
            var wrong = contents
            wrong.words.append(wrong.words[0])
            await #expect(throws: DictionaryError.duplicate(of: wrong.words[0].word.id)) {
                try await stores.fill(.anna, with: wrong)
            }
            let empty = try await StoreContents(stores.stores(for: .anna))
            #expect(empty.count == 0 && empty.settings.isEmpty && empty.importNotes.isEmpty)

            for count in [2, contents.count] {
                await #expect(throws: (any Error).self) {
                    try await stores.fill(.anna, with: contents) {
                        if $0 == count { #expect(throws: Never.self) { try database.endConnections() } }
                    }
                }
                #expect(try await StoreContents(stores.stores(for: .anna)) == empty)
            }
            try await stores.fill(.anna, with: contents)
            #expect(try await StoreContents(stores.stores(for: .anna)) == contents)
        }
    }

    @Test("after a connection that is lost in the commit, of a server that cannot be asked, what happened is not known")
    func unknown() async throws {
        var limits = PostgresLimits()
        limits.statement = .seconds(1)
        try await TestDatabase.withStores(limits) { database, stores in
            let source = DictionaryStore.inMemory()
            try await source.add("1")
            let contents = try await StoreContents(source)
            // Runs within the commit.
            try database.run(
                """
                CREATE FUNCTION stop() RETURNS trigger LANGUAGE plpgsql AS
                $$ BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); PERFORM pg_sleep(10); RETURN NULL; END $$;
                CREATE CONSTRAINT TRIGGER stop AFTER INSERT ON word DEFERRABLE INITIALLY DEFERRED
                FOR EACH ROW EXECUTE FUNCTION stop()
                """)
            await #expect(throws: UnknownFill.self) {
                try await stores.fill(.anna, with: contents) { _ in
                    #expect(throws: Never.self) { try database.forbidConnections() }
                }
            }
            try database.allowConnections()
            try database.run("DROP TRIGGER stop ON word")
            try await stores.fill(.anna, with: contents)
            await #expect(throws: PersonHasData.self) { try await stores.fill(.anna, with: contents) }
        }
    }

    @Test("a person who has a word, an event or a task keeps it, and gets nothing; one who only has settings does")
    func refusals() async throws {
        try await withStores { _, stores, source in
            let contents = try await StoreContents(source)
            try await stores.stores(for: PersonID("word")).add("1")
            try await stores.stores(for: PersonID("event")).reviews.add("1")
            _ = try await stores.stores(for: PersonID("task")).todos.add(.sample("task"))
            for name in ["word", "event", "task"] {
                let before = try await StoreContents(stores.stores(for: PersonID(name)))
                await #expect(throws: PersonHasData.self) { try await stores.fill(PersonID(name), with: contents) }
                #expect(try await StoreContents(stores.stores(for: PersonID(name))) == before && before.count == 1)
            }
            try await stores.stores(for: .boris).settings.change("direction") { $0 = "en de" }
            try await stores.fill(.boris, with: contents)
            #expect(try await StoreContents(stores.stores(for: .boris)) == contents)
        }
    }
}
