import CPostgres
import CoreModule
import Foundation
import PersonalDictionary
import PostgresStore
import Testing
import TodoList

/// A database of its own on the server of `PGURL`, whose role may create databases; see Scripts/postgres.
struct TestDatabase {
    /// The server's address. Without it there is nothing to test.
    static let server = ProcessInfo.processInfo.environment["PGURL"]
    static let administrator = ProcessInfo.processInfo.environment["PGADMINURL"]

    let url: String
    private let name = "test_" + UUID().uuidString.lowercased().replacing("-", with: "")

    private init() throws {
        let server = try #require(Self.server)
        var parts = try #require(URLComponents(string: server))
        parts.path = "/" + name
        url = try #require(parts.string)
        try Self.run("CREATE DATABASE \(name)", on: server)
    }

    /// Passes an empty database to a test, and removes it afterwards.
    static func with(_ body: (TestDatabase) async throws -> Void) async throws {
        let database = try TestDatabase()
        let result: Result<Void, any Error>
        do { result = .success(try await body(database)) } catch { result = .failure(error) }
        // Connections of other roles may still be ending: only an administrator may end those.
        try run("DROP DATABASE \(database.name) WITH (FORCE)", on: try #require(administrator ?? server))
        try result.get()
    }

    /// Passes stores in an empty database to a test.
    static func withStores(
        _ limits: PostgresLimits = PostgresLimits(), _ body: (TestDatabase, PostgresStores) async throws -> Void
    ) async throws {
        try await with { database in
            let stores = try await PostgresStores(url: database.url, limits: limits)
            try await body(database, stores)
            await stores.close()
        }
    }

    /// Runs a script of SQL as the program's own role. Returns the rows of the last statement.
    @discardableResult
    func run(_ sql: String) throws -> [[String]] { try Self.run(sql, on: url) }

    /// Ends all connections to the database but this one, as a restart does.
    func endConnections() throws {
        try run(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '\(name)' AND pid <> pg_backend_pid()"
        )
    }

    /// Ends the connections that listen, and returns when they are gone. The others stay, and there is no new one until
    /// ``allowConnections()``.
    func endListening() async throws {
        let server = try #require(Self.server)
        try forbidConnections()
        // The second is what a connection that has long been silent sends.
        let listening = """
            FROM pg_stat_activity WHERE datname = '\(name)' AND query IN ('LISTEN superapp', 'SELECT 1')
            """
        try Self.run("SELECT pg_terminate_backend(pid) \(listening)", on: server)
        while try !Self.run("SELECT pid \(listening)", on: server).isEmpty {
            try await Task.sleep(for: .milliseconds(10))
        }
    }

    /// Lets no connection be opened until ``allowConnections()``.
    func forbidConnections() throws {
        try Self.run("ALTER DATABASE \(name) CONNECTION LIMIT 0", on: try #require(Self.server))
    }

    /// Lets connections be opened again.
    func allowConnections() throws {
        try Self.run("ALTER DATABASE \(name) CONNECTION LIMIT -1", on: try #require(Self.server))
    }

    @discardableResult
    static func run(_ sql: String, on url: String) throws -> [[String]] {
        let connection = PQconnectdb(url)
        defer { PQfinish(connection) }
        let result = PQexec(connection, sql)
        defer { PQclear(result) }
        guard [PGRES_TUPLES_OK, PGRES_COMMAND_OK].contains(PQresultStatus(result)) else {
            throw SQLFailure(reason: PQerrorMessage(connection).map { String(cString: $0) } ?? "")
        }
        return (0..<PQntuples(result)).map { row in
            (0..<PQnfields(result)).map { PQgetvalue(result, row, $0).map { String(cString: $0) } ?? "" }
        }
    }
}

/// What the server said of a hostile or a wrong statement.
struct SQLFailure: Error {
    let reason: String
}

extension PersonID {
    static let anna = PersonID("anna")
    static let boris = PersonID("boris")
}

extension DictionaryStore {
    /// Adds a word.
    func add(_ id: String) async throws(DictionaryError) {
        let date = Date(millisecondsSince1970: 1_790_000_000_000)
        let text = try WordText("word \(id)")
        let word = Word(id: WordID(id), text: text, direction: .englishToRussian, createdAt: date, updatedAt: date)
        try await words.write { words throws(DictionaryError) in try words.insert(word) }
    }

    func ids() async throws(DictionaryError) -> Set<String> {
        try await words.read { words throws(DictionaryError) in
            Set(try words.words(.all, .newest(.max)).map(\.id.rawValue))
        }
    }

    /// Polls until a change of others is there, as `ExternalChangeWatcher` does.
    func nextChanges() async throws -> [WordChange] {
        let end = ContinuousClock.now + .seconds(60)
        while ContinuousClock.now < end {
            let changes = try await words.externalChanges()
            if !changes.isEmpty { return changes }
            try await Task.sleep(for: .milliseconds(10))
        }
        return []
    }
}

/// Polls until a condition holds. Returns false if it does not within a minute.
func becomesTrue(_ condition: () async throws -> Bool) async throws -> Bool {
    let end = ContinuousClock.now + .seconds(60)
    while ContinuousClock.now < end {
        if try await condition() { return true }
        try await Task.sleep(for: .milliseconds(10))
    }
    return false
}

extension ReviewRepository {
    /// Adds an event.
    func add(_ id: String) async throws(DictionaryError) {
        let date = Date(millisecondsSince1970: 1_790_000_000_000)
        let card = ReviewCardID(WordID(id), .word)
        let event = ReviewEvent(id: ReviewEventID(id), card: card, kind: .suspended, date: date, day: 1)
        _ = try await write { reviews throws(DictionaryError) in try reviews.insert(event, isOwn: true) }
    }

    /// Polls until there is a change of others, as `ExternalChangeWatcher` does. Returns false if none comes.
    func hasNextChange() async throws -> Bool {
        try await becomesTrue { try await hasExternalChanges() }
    }
}

extension TodoRecordRepository {
    /// Polls until there is a change of others, as `ExternalChangeWatcher` does. Returns false if none comes.
    func hasNextChange() async throws -> Bool {
        try await becomesTrue { try await hasExternalChanges() }
    }
}

/// Begins a transaction on a person's words and keeps it open until it is told to go on.
final class OpenTransaction: Sendable {
    private let release = DispatchSemaphore(value: 0)
    private let task: Task<Void, any Error>

    /// Returns when the transaction has begun.
    init(_ store: DictionaryStore) async {
        let (begun, signal) = AsyncStream.makeStream(of: Void.self)
        task = Task { [release] in
            defer { signal.finish() }
            try await store.words.write { _ throws(DictionaryError) in
                signal.finish()
                release.wait()
            }
        }
        for await _ in begun {}
    }

    func end() async throws {
        release.signal()
        try await task.value
    }
}
