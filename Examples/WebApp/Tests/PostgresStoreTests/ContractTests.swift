import CoreModule
import PersonalDictionary
import PostgresStore
import SuperappTesting
import Testing
import TodoList

@Suite("The stores in PostgreSQL", .enabled(if: TestDatabase.server != nil), .timeLimit(.minutes(15)))
struct ContractTests {
    /// Passes a function that returns the stores of a new person at each call.
    private func withPeople(_ body: (() -> DictionaryStore) async throws -> [ContractViolation]) async throws {
        try await TestDatabase.withStores { _, stores in
            var count = 0
            let violations = try await body {
                count += 1
                return stores.stores(for: PersonID("person \(count)"))
            }
            #expect(violations == [])
        }
    }

    @Test("words keep the contract")
    func words() async throws {
        try await withPeople { next in try await wordRepositoryViolations { next().words } }
    }

    @Test("reviews keep the contract")
    func reviews() async throws {
        try await withPeople { next in try await reviewRepositoryViolations { next() } }
    }

    @Test("settings keep the contract, also with texts that contain NUL")
    func settings() async throws {
        try await withPeople { next in try await settingsStoreViolations { next().settings } }
    }

    @Test("kept answers keep the contract")
    func cache() async throws {
        try await withPeople { next in try await translationCacheViolations { next().cache } }
    }

    @Test("the ledger of requests, which all share, keeps the contract")
    func ledger() async throws {
        try await TestDatabase.withStores { database, stores in
            let violations = try await requestLedgerViolations {
                try database.run("DELETE FROM request_record")
                return stores.stores(for: .anna).requests
            }
            #expect(violations == [])
            let anna = stores.stores(for: .anna).requests, boris = stores.stores(for: .boris).requests
            #expect(try await anna.edit(.dict) { $0 } == boris.edit(.dict) { $0 })
        }
    }

    /// Two processes, which ask the database for each change: the contract does not wait for a notification.
    @Test("records of tasks keep the contract, also in another process")
    func todos() async throws {
        try await TestDatabase.with { database in
            let stores = try await PostgresStores(url: database.url, listens: false)
            let other = try await PostgresStores(url: database.url, listens: false)
            var count = 0
            let violations = try await todoRecordViolations(
                reopen: { _ in other.todoRecords(of: PersonID("person 1")) },
                share: { _ in stores.todoRecords(of: PersonID("person 1")) }
            ) {
                count += 1
                return stores.todoRecords(of: PersonID("person \(count)"))
            }
            #expect(violations == [])
            for stores in [stores, other] { await stores.close() }
        }
    }
}
