import CoreModule
import Foundation
import PersonalDictionary
import PostgresStore
import Testing
import TodoList

@Suite("A database that fails", .enabled(if: TestDatabase.server != nil), .timeLimit(.minutes(5)))
struct FailureTests {
    private static func limits(_ connections: Int, waiting: Int = 1000, wait: Duration = .seconds(30)) -> PostgresLimits
    {
        var limits = PostgresLimits()
        (limits.connections, limits.waitingCalls, limits.wait) = (connections, waiting, wait)
        // A machine with much else to do does not end a transaction that a test keeps open.
        limits.statement = .seconds(120)
        return limits
    }

    private static let waitingLocks = """
        SELECT 1 FROM pg_locks WHERE NOT granted AND locktype = 'advisory'
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
        """

    @Test("a server that cannot be reached is an error")
    func unreachable() async {
        let error = await #expect(throws: StoreError.self) {
            _ = try await PostgresStores(url: "postgresql://web@127.0.0.1:1/web")
        }
        #expect(error?.code == .unreadable)
    }

    @Test("a server whose tables cannot be read is not ready", arguments: ["word", "todo"])
    func readiness(table: String) async throws {
        try await TestDatabase.withStores(Self.limits(1)) { database, stores in
            try await stores.ping()
            try database.run("ALTER TABLE \(table) RENAME TO gone")
            await #expect(throws: StoreError.self) { try await stores.ping() }
        }
    }

    @Test("without a free connection a call fails when its time is over, or at once if too many wait")
    func poolLimits() async throws {
        for (waiting, wait) in [(1, Duration.milliseconds(100)), (0, .seconds(600))] {
            try await TestDatabase.withStores(Self.limits(1, waiting: waiting, wait: wait)) { _, stores in
                let anna = stores.stores(for: .anna), boris = stores.stores(for: .boris)
                let open = await OpenTransaction(anna)
                let status = await stores.status
                #expect((status.busy, status.waiting, status.limit) == (1, 0, 1))
                let error = await #expect(throws: DictionaryError.self) { try await boris.add("1") }
                #expect(error?.code == "storeBusy")
                try await open.end()
                try await boris.add("1")
                #expect(try await boris.ids() == ["1"])
            }
        }
    }

    @Test("50 calls of one person that take long delay no call of another person", arguments: [false, true])
    func fairness(isWriting: Bool) async throws {
        try await TestDatabase.withStores(Self.limits(4, wait: .seconds(120))) { database, stores in
            let anna = stores.stores(for: .anna), boris = stores.stores(for: .boris)
            try database.run(
                """
                CREATE FUNCTION wait() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(0.1); RETURN NEW; END $$;
                CREATE TRIGGER wait BEFORE INSERT ON word FOR EACH ROW WHEN (NEW.person = 'anna') EXECUTE FUNCTION wait()
                """)
            let release = DispatchSemaphore(value: 0)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<50 {
                    group.addTask {
                        if isWriting { return try await anna.add("\(number)") }
                        try await anna.words.read { _ throws(DictionaryError) in release.wait() }
                    }
                }
                do {
                    defer { for _ in 0..<50 { release.signal() } }
                    while await stores.status.waiting < 40 { try await Task.sleep(for: .milliseconds(1)) }
                    #expect(await stores.status.busy == 3)
                    try await boris.add("1")
                    #expect(try await boris.ids() == ["1"])
                    let status = await stores.status
                    #expect(status.busy == 3 && status.waiting > 0)
                }
                try await group.waitForAll()
            }
            let status = await stores.status
            #expect((status.busy, status.waiting) == (0, 0))
            #expect(try await anna.ids().count == (isWriting ? 50 : 0))
        }
    }

    @Test("a call of a person with too many waiting ones fails at once, and one of another person waits")
    func waitingCallsOfPerson() async throws {
        var limits = Self.limits(1)
        limits.waitingCallsOfPerson = 1
        try await TestDatabase.withStores(limits) { _, stores in
            let anna = stores.stores(for: .anna), boris = stores.stores(for: .boris)
            let open = await OpenTransaction(anna)
            async let first: Void = anna.add("1")
            while await stores.status.waiting < 1 { try await Task.sleep(for: .milliseconds(1)) }
            let error = await #expect(throws: DictionaryError.self) { try await anna.add("2") }
            #expect(error?.code == "storeBusy")
            async let other: Void = boris.add("1")
            while await stores.status.waiting < 2 { try await Task.sleep(for: .milliseconds(1)) }
            try await open.end()
            try await first
            try await other
            #expect(try await anna.ids() == ["1"])
        }
    }

    @Test("many calls share few connections, and none is lost")
    func manyCalls() async throws {
        try await TestDatabase.withStores(Self.limits(2)) { _, stores in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<100 {
                    group.addTask { try await stores.stores(for: PersonID("\(number % 5)")).add("\(number)") }
                }
                try await group.waitForAll()
            }
            for person in 0..<5 { #expect(try await stores.stores(for: PersonID("\(person)")).ids().count == 20) }
            #expect(await stores.status.busy == 0)
        }
    }

    @Test("a call that waits for a connection, or in the server for a lock, can be cancelled")
    func cancellation() async throws {
        for connections in [1, 2] {
            try await TestDatabase.withStores(Self.limits(connections)) { database, stores in
                let other = try await PostgresStores(url: database.url, limits: Self.limits(1))
                // One connection: waits in the pool. Two: another process waits for the lock.
                let open = await OpenTransaction(stores.stores(for: .anna))
                let (waiting, person) = connections == 1 ? (stores, PersonID.boris) : (other, .anna)
                let task = Task { try await waiting.stores(for: person).add("1") }
                if connections == 2 {
                    while try database.run(Self.waitingLocks).isEmpty {
                        try await Task.sleep(for: .milliseconds(10))
                    }
                }
                task.cancel()
                let error = await #expect(throws: DictionaryError.self) { try await task.value }
                #expect(error?.code == "storeCancelled")
                try await open.end()
                #expect(try await waiting.stores(for: person).ids() == [])
                try await waiting.stores(for: person).add("1")
                await other.close()
            }
        }
    }

    @Test("a process that waits too long for another one's lock gets an error")
    func lockTimeout() async throws {
        try await TestDatabase.withStores(Self.limits(2)) { database, stores in
            let other = try await PostgresStores(url: database.url, limits: Self.limits(1, wait: .milliseconds(100)))
            let open = await OpenTransaction(stores.stores(for: .anna))
            let error = await #expect(throws: DictionaryError.self) { try await other.stores(for: .anna).add("1") }
            #expect(error?.code == "storeBusy")
            try await open.end()
            try await other.stores(for: .anna).add("1")
            await other.close()
        }
    }

    @Test("connections that were ended while nobody used them are opened again")
    func restart() async throws {
        try await TestDatabase.withStores(Self.limits(3)) { database, stores in
            let anna = stores.stores(for: .anna)
            for number in 0..<3 {
                try await anna.add("\(number)")
                try database.endConnections()
            }
            #expect(try await anna.ids() == ["0", "1", "2"])
        }
    }

    @Test("a connection that is lost in a transaction is an error, and nothing has changed")
    func lostInTransaction() async throws {
        try await TestDatabase.withStores { database, stores in
            let anna = stores.stores(for: .anna)
            try await anna.add("1")
            let error = await #expect(throws: DictionaryError.self) {
                try await anna.words.write { words throws(DictionaryError) in
                    try words.delete(WordID("1"))
                    do { try database.endConnections() } catch { Issue.record(error) }
                    _ = try words.wordCount()
                }
            }
            #expect(error?.code == "storeUnreadable")
            #expect(try await anna.ids() == ["1"])
        }
    }

    @Test("a connection that is lost in the commit is an error only if the server did not commit")
    func lostInCommit() async throws {
        try await TestDatabase.withStores { database, stores in
            let anna = stores.stores(for: .anna)
            try await anna.add("1")
            // Runs within the commit, before it counts.
            try database.run(
                """
                CREATE FUNCTION stop() RETURNS trigger LANGUAGE plpgsql AS
                $$ BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); PERFORM pg_sleep(10); RETURN NULL; END $$;
                CREATE CONSTRAINT TRIGGER stop AFTER INSERT ON word DEFERRABLE INITIALLY DEFERRED
                FOR EACH ROW EXECUTE FUNCTION stop()
                """)
            let error = await #expect(throws: DictionaryError.self) { try await anna.add("2") }
            #expect(error?.code == "storeUnreadable")
            try database.run("DROP TRIGGER stop ON word")
            #expect(try await anna.ids() == ["1"])
            try await anna.add("2")
        }
    }

    @Test("each connection keeps one number of a transaction, and those of processes that ended long ago are removed")
    func commitMarks() async throws {
        try await TestDatabase.withStores(Self.limits(1)) { database, stores in
            try database.run("INSERT INTO commit_mark VALUES ('ended', 6, now() - interval '25 hours')")
            try database.run("INSERT INTO commit_mark VALUES ('alive', 7, now() - interval '23 hours')")
            for number in 0..<3 { try await stores.stores(for: .anna).add("\(number)") }
            #expect(try database.run("SELECT number FROM commit_mark ORDER BY number") == [["3"], ["7"]])
        }
    }

    @Test("what was acknowledged while connections were ended again and again is there")
    func load() async throws {
        try await TestDatabase.withStores(Self.limits(4)) { database, stores in
            let acknowledged = try await withThrowingTaskGroup(of: Set<String>.self) { group in
                for worker in 0..<4 {
                    group.addTask {
                        var acknowledged: Set<String> = []
                        for number in 0..<50 {
                            do throws(DictionaryError) {
                                try await stores.stores(for: .anna).add("\(worker)-\(number)")
                                acknowledged.insert("\(worker)-\(number)")
                            } catch {
                                // The screen shows it; the word was not added.
                                #expect(error.code.hasPrefix("store"))
                            }
                        }
                        return acknowledged
                    }
                }
                group.addTask {
                    for _ in 0..<10 {
                        try database.endConnections()
                        try await Task.sleep(for: .milliseconds(20))
                    }
                    return []
                }
                return try await group.reduce(into: Set<String>()) { $0.formUnion($1) }
            }
            #expect(try await stores.stores(for: .anna).ids() == acknowledged)
            #expect(!acknowledged.isEmpty)
        }
    }
}
