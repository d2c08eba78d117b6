import CoreModule
import Foundation
import PersonalDictionary
import PostgresStore
import Testing
import TodoList

@Suite("Several processes on one database", .enabled(if: TestDatabase.server != nil), .timeLimit(.minutes(5)))
struct ProcessesTests {
    private static let version = "SELECT version FROM superapp_version"

    @Test("two that start at once migrate once")
    func migrations() async throws {
        for _ in 0..<5 {
            try await TestDatabase.with { database in
                async let first = PostgresStores(url: database.url)
                async let second = PostgresStores(url: database.url)
                let both = try await [first, second]
                try await both[0].stores(for: .anna).add("1")
                #expect(try await both[1].stores(for: .anna).ids() == ["1"])
                #expect(try database.run(Self.version) == [["\(PostgresSchema.scripts.count)"]])
                for stores in both { await stores.close() }
            }
        }
    }

    @Test("a process waits for the migration of another one, which takes longer than any other statement or lock may")
    func longMigration() async throws {
        var limits = PostgresLimits()
        (limits.statement, limits.wait) = (.seconds(2), .milliseconds(100))
        try await TestDatabase.with { [limits] database in
            let scripts = ["CREATE TABLE a(); SELECT pg_sleep(3)"]
            async let first = PostgresStores(url: database.url, limits: limits, scripts: scripts, listens: false)
            async let second = PostgresStores(url: database.url, limits: limits, scripts: scripts, listens: false)
            for stores in try await [first, second] { await stores.close() }
            #expect(try database.run(Self.version) == [["1"]])
        }
    }

    @Test("what the server says of a statement, which may contain what a user has typed, is logged at debug level only")
    func privateErrors() async throws {
        try await TestDatabase.with { database in
            let handler = EventLogger.InMemoryHandler()
            let logger = EventLogger(label: "test", minimumLevel: .debug, handler: handler)
            let scripts = ["DO $$ BEGIN RAISE EXCEPTION 'my diary'; END $$"]
            await #expect(throws: StoreError.self) {
                _ = try await PostgresStores(url: database.url, logger: logger, scripts: scripts, listens: false)
            }
            let failures = handler.events.filter { $0.line.contains("statement failed") }
            #expect(failures.contains { $0.level == .debug && $0.line.contains("my diary") })
            #expect(failures.contains { $0.level == .warning })
            #expect(!handler.events.contains { $0.level > .debug && $0.line.contains("my diary") })
        }
    }

    @Test("a database of each older version is brought to the newest")
    func older() async throws {
        for count in 0..<PostgresSchema.scripts.count {
            try await TestDatabase.with { database in
                let scripts = Array(PostgresSchema.scripts.prefix(count))
                await (try PostgresStores(url: database.url, scripts: scripts, listens: false)).close()
                let newest = try await PostgresStores(url: database.url)
                try await newest.stores(for: .anna).add("1")
                #expect(try await newest.stores(for: .anna).ids() == ["1"])
                await newest.close()
            }
        }
    }

    @Test("a newer version runs only the scripts that are missing, and only once")
    func upgrade() async throws {
        try await TestDatabase.withStores { database, stores in
            try await stores.stores(for: .anna).add("1")
            let scripts = PostgresSchema.scripts + ["CREATE TABLE a(); CREATE TABLE b()"]
            for _ in 0..<2 {
                let newer = try await PostgresStores(url: database.url, scripts: scripts, listens: true)
                #expect(try await newer.stores(for: .anna).ids() == ["1"])
                await newer.close()
            }
            #expect(try database.run(Self.version) == [["\(scripts.count)"]])
            #expect(try database.run("SELECT * FROM a, b").isEmpty)
        }
    }

    @Test("a database of a newer version is refused, and stays as it is")
    func newer() async throws {
        try await TestDatabase.withStores { database, _ in
            try database.run("UPDATE superapp_version SET version = 99")
            let error = await #expect(throws: StoreError.self) { _ = try await PostgresStores(url: database.url) }
            #expect(error?.code == .tooNew)
            #expect(try database.run(Self.version) == [["99"]])
        }
    }

    @Test("changes of words reach other sessions of the person, in this process and in others, and nobody else")
    func words() async throws {
        try await TestDatabase.withStores { database, stores in
            let other = try await PostgresStores(url: database.url)
            let writer = stores.stores(for: .anna)
            let readers = [stores.stores(for: .anna), other.stores(for: .anna)]
            let stranger = other.stores(for: .boris)
            for store in readers + [writer, stranger] { #expect(try await store.words.externalChanges() == []) }
            try await writer.add("1")
            for reader in readers {
                #expect(try await reader.nextChanges() == [.reloaded])
                #expect(try await reader.ids() == ["1"])
            }
            try await writer.words.write { words throws(DictionaryError) in try words.delete(WordID("1")) }
            for reader in readers { #expect(try await reader.nextChanges() == [.reloaded]) }
            #expect(try await writer.words.externalChanges() == [])
            #expect(try await stranger.words.externalChanges() == [])
            await other.close()
        }
    }

    @Test(
        "settings reach the watchers of other sessions of the person, in this process and in others, and nobody else's")
    func settings() async throws {
        try await TestDatabase.withStores { database, stores in
            let other = try await PostgresStores(url: database.url)
            let writer = stores.stores(for: .anna).settings
            let readers = [stores, other].map { $0.stores(for: .anna).settings }
            let stranger = other.stores(for: .boris).settings
            for store in readers + [stranger] { #expect(try await store.watchedTexts(["key"]) == [:]) }
            for text in ["a", "b"] {
                try await writer.change("key") { $0 = text }
                for reader in readers {
                    #expect(try await becomesTrue { try await reader.watchedTexts(["key"]) == ["key": text] })
                }
            }
            #expect(try await stranger.watchedTexts(["key"]) == [:])
            await other.close()
        }
    }

    @Test("reviews reach other sessions of the person, in this process and in others, and nobody else")
    func reviews() async throws {
        try await TestDatabase.withStores { database, stores in
            let other = try await PostgresStores(url: database.url)
            let writer = stores.stores(for: .anna).reviews
            let readers = [stores.stores(for: .anna).reviews, other.stores(for: .anna).reviews]
            let stranger = other.stores(for: .boris).reviews
            for store in readers + [writer, stranger] { #expect(try await !store.hasExternalChanges()) }
            for id in ["1", "2"] {
                try await writer.add(id)
                for reader in readers { #expect(try await reader.hasNextChange()) }
            }
            let others = try await (writer.hasExternalChanges(), stranger.hasExternalChanges())
            #expect(others == (false, false))
            await other.close()
        }
    }

    @Test("changes are found also after the listening connection was lost")
    func lostListener() async throws {
        try await TestDatabase.withStores { database, stores in
            let other = try await PostgresStores(url: database.url)
            let reader = other.stores(for: .anna)
            #expect(try await reader.words.externalChanges() == [])
            try database.endConnections()
            try await stores.stores(for: .anna).add("1")
            #expect(try await reader.nextChanges().count == 1)
            await other.close()
        }
    }

    @Test("changes of tasks that are made while nothing can listen are found afterwards")
    func lostListenerOfTasks() async throws {
        try await TestDatabase.withStores { database, stores in
            let other = try await PostgresStores(url: database.url)
            let (writer, reader) = (stores.stores(for: .anna).todos, other.todoRecords(of: .anna))
            let date = Date(millisecondsSince1970: 1_790_000_000_000)
            func add(_ id: String) async throws {
                try await writer.add(
                    Todo(id: TodoID(id), text: try TodoText("milk"), createdAt: date, updatedAt: date))
            }
            #expect(try await !reader.hasExternalChanges())
            // Not before the reader listens.
            try await add("1")
            #expect(try await reader.hasNextChange())
            try await database.endListening()
            try await add("2")
            try database.allowConnections()
            #expect(try await reader.hasNextChange())
            #expect(try await !reader.hasExternalChanges())
            await other.close()
        }
    }

    @Test("a search sees the changes of another process")
    func search() async throws {
        try await TestDatabase.withStores { database, stores in
            let other = try await PostgresStores(url: database.url)
            for number in 0..<3 {
                try await stores.stores(for: .anna).add("\(number)")
                let found = try await other.stores(for: .anna).words.readToSearch { words throws(DictionaryError) in
                    try words.search(WordQuery("word")).count
                }
                #expect(found == number + 1)
            }
            await other.close()
        }
    }

    @Test("changes of tasks reach other processes, and do not come back to the one that made them")
    func todos() async throws {
        try await TestDatabase.withStores { database, stores in
            let other = try await PostgresStores(url: database.url)
            let (writer, reader) = (stores.stores(for: .anna).todos, other.stores(for: .anna).todos)
            // What was changed before the first read is no change.
            for store in [writer, reader] { #expect(try await store.todos().isEmpty) }
            let (own, changes) = (writer.changes.events(), reader.changes.events())
            let polls = Task {
                while !Task.isCancelled {
                    try await reader.publishExternalChanges()
                    try await Task.sleep(for: .milliseconds(10))
                }
            }
            let date = Date(millisecondsSince1970: 1_790_000_000_000)
            for number in 1...10 {
                let todo = Todo(id: TodoID("\(number)"), text: try TodoText("milk"), createdAt: date, updatedAt: date)
                try await writer.add(todo)
                for await change in changes {
                    #expect(change == .reloaded(hasEdits: false))
                    if try await reader.todos().count == number { break }
                }
                try await writer.publishExternalChanges()
            }
            polls.cancel()
            _ = try await writer.remove([TodoID("1")], at: date)
            var reloads = 0
            for await change in own {
                if change == .reloaded(hasEdits: false) { reloads += 1 }
                if change == .removed(TodoID("1")) { break }
            }
            #expect(reloads == 0)
            await other.close()
        }
    }
}
