import CoreModule
import Foundation
import SuperappTesting
import TestSupport
import Testing
import TodoList

@Suite("The contract of repositories of task records", .bounded)
struct TodoRecordContractTests {
    private let calls = TestScale.count(50, full: 400)

    @Test(
        "a store in memory keeps it, one with nothing but the primitives, and the faulty one as long as no fault is wanted"
    )
    func inMemory() async throws {
        #expect(try await todoRecordViolations(randomCalls: calls) { InMemoryTodoRecordRepository() } == [])
        #expect(try await todoRecordViolations(randomCalls: calls) { FaultyTodoRecordRepository() } == [])
        #expect(try await todoRecordViolations(randomCalls: calls) { PlainTodoRecordRepository() } == [])
    }

    @Test("a store that can be made to fail reads and writes nothing then, at once or not")
    func faulty() async throws {
        let store = FaultyTodoRecordRepository()
        store.failsReading = true
        await #expect(throws: FaultyTodoRecordRepository.error) { try await store.read { _ in } }
        #expect(throws: FaultyTodoRecordRepository.error) { try store.readNow { _ in } }
        await #expect(throws: FaultyTodoRecordRepository.error) { try await store.hasExternalChanges() }
        store.failsReading = false
        #expect(try await store.read { _ in 1 } == 1)
        store.failsWriting = true
        await #expect(throws: FaultyTodoRecordRepository.error) { try await store.write { _ in } }
    }

    @Test("a store in SQLite keeps it, also when its file is opened again")
    func sqlite() async throws {
        try await withTemporaryFolder { folder in
            var databases: [SQLiteDatabase] = []
            func open(_ name: String) async throws -> any TodoRecordRepository {
                let file = folder.appending(path: "\(name).sqlite")
                databases.append(try await SQLiteDatabase.open(.file(file), schemas: [TodoSchema.todos]))
                return SQLiteTodoRecordRepository(database: databases[databases.count - 1])
            }
            let violations = try await todoRecordViolations(
                randomCalls: calls,
                reopen: { _ in
                    await databases[0].close()
                    return try await open("0")
                },
                share: { _ in try await open("0") }
            ) { try await open("\(databases.count)") }
            #expect(violations == [])
            for database in databases { await database.close() }
        }
    }

    @Test("it finds each fault, and names the law", arguments: TodoRecordFault.allCases)
    func faults(fault: TodoRecordFault) async throws {
        let calls = fault == .restoresRemovals ? 400 : 25
        let violations = try await todoRecordViolations(randomCalls: calls) { BrokenTodoRecordRepository(fault) }
        #expect(violations.map(\.law).contains(fault.rawValue), "\(violations)")
        #expect(Set(violations.map(\.law)).count == violations.count, "each law once")
    }

    @Test("its random calls find each way to lose a record, with a short script", arguments: LossyTodoFlaw.allCases)
    func lossy(flaw: LossyTodoFlaw) async throws {
        let violations = try await ContractLaw.violations(of: [TodoRecordContract.random]) {
            LossyTodoRecordRepository(flaw)
        }
        #expect(violations.count == 1)
        let script = violations.first?.details.split(separator: "\n").dropFirst() ?? []
        #expect((1...5).contains(script.count), "\(violations)")
    }

    @Test("the same store without a flaw keeps it")
    func flawless() async throws {
        #expect(try await todoRecordViolations(randomCalls: calls) { LossyTodoRecordRepository(nil) } == [])
    }

    @Test("it finds transactions that overwrite each other, reads of two states, and a file that keeps nothing")
    func concurrency() async throws {
        let overwritten = try await concurrencyViolations(OverwritingTodoRecordRepository())
        #expect(overwritten.map(\.law).contains("transactions run one after another"), "\(overwritten)")
        let torn = try await concurrencyViolations(TornTodoRecordRepository())
        #expect(torn.map(\.law) == ["a read sees one consistent state"], "\(torn)")
        let forgotten = try await todoRecordViolations(randomCalls: 25, reopen: { _ in InMemoryTodoRecordRepository() })
        {
            InMemoryTodoRecordRepository()
        }
        #expect(forgotten.map(\.law) == ["what was stored is there when the records are opened again"])
    }

    @Test("it finds a store of several repositories that does not find the changes of others")
    func sharing() async throws {
        let deaf = try await todoRecordViolations(randomCalls: 25, share: { $0 }) { InMemoryTodoRecordRepository() }
        #expect(deaf.map(\.law) == ["changes of others are reported once, and none is missed"])
    }

    /// Passes a flawed repository to the check of concurrency only, whose repository is the second one.
    private func concurrencyViolations(_ flawed: any TodoRecordRepository) async throws -> [ContractViolation] {
        var made = 0
        return try await todoRecordViolations(randomCalls: 25) {
            made += 1
            return made == 2 ? flawed : InMemoryTodoRecordRepository()
        }
    }

    @Test("what an earlier version has coded is read")
    func coded() throws {
        let stored = """
            {"id":"t1","todo":{"text":"milk","priority":"high","deadline":"2026-12-01","notes":"two","isCompleted":true,\
            "completedAt":1790000000000,"createdAt":1780000000000,"updatedAt":1790000000123,"sync":"dirty"},\
            "path":"/list/t1.ics","etag":"\\"1\\"","object":"QkVHSU4=","isConfirmed":true,"inFlight":"R09ORQ==",\
            "lastServerCopy":"AP8=","edits":{"text":1790000000100},"removedAt":1790000000200}
            """
        let record = try JSONDecoder().decode(TodoRecord.self, from: Data(stored.utf8))
        var expected = TodoRecord(
            id: TodoID("t1"),
            todo: Todo(
                id: TodoID("t1"), text: try TodoText("milk"), priority: .high, deadline: try TodoDeadline("2026-12-01"),
                notes: try TodoNotes("two"), isCompleted: true, completedAt: Date(timeIntervalSince1970: 1_790_000_000),
                createdAt: Date(timeIntervalSince1970: 1_780_000_000),
                updatedAt: Date(millisecondsSince1970: 1_790_000_000_123), sync: .dirty))
        expected.remote = TodoRecord.Remote(
            path: try #require(WebDAVPath("/list/t1.ics")), etag: ETag("\"1\""), bytes: Array("BEGIN".utf8),
            isConfirmed: true)
        expected.inFlight = TodoRecord.gone
        expected.lastServerCopy = [0, 255]
        expected.edits = [.text: Date(millisecondsSince1970: 1_790_000_000_100)]
        expected.removedAt = Date(millisecondsSince1970: 1_790_000_000_200)
        #expect(record == expected)
        #expect(record.path == expected.remote?.path && record.hasServerState && record.isDirty && !record.isEmpty)
        let least = try JSONDecoder().decode(TodoRecord.self, from: Data(#"{"id":"a"}"#.utf8))
        #expect(least == TodoRecord(id: TodoID("a")) && least.isEmpty)
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(TodoRecord.self, from: Data(#"{"id":"a","edits":{"colour":1}}"#.utf8))
        }
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(WebDAVPath.self, from: Data(#""list/t1.ics""#.utf8))
        }
        let collection = try JSONDecoder().decode(
            TodoCollectionState.self,
            from: Data(#"{"address":"https://a/","token":"7","comparedAt":1790000000123,"replica":"r"}"#.utf8))
        #expect(
            collection
                == TodoCollectionState(
                    address: "https://a/", token: "7", comparedAt: 1_790_000_000_123, replica: "r"))
    }

    @Test("a failing transaction of a to-do list over a store of one's own changes nothing, and publishes nothing")
    func rules() async throws {
        let store = TaskList(PlainTodoRecordRepository())
        let time = ManualTime()
        let changes = store.changes.events()
        let todos = try ["milk", "bread"].map { text in
            Todo(id: TodoID(text), text: try TodoText(text), createdAt: time.now, updatedAt: time.now)
        }
        for todo in todos { try await store.add(todo) }
        await #expect(throws: TodoError.notFound("x")) {
            try await store.remove([TodoID("milk"), TodoID("x")], at: time.now)
        }
        #expect(try await store.todos().map(\.id) == [TodoID("bread"), TodoID("milk")])
        #expect(try await store.remove([TodoID("milk")], at: time.now) == [todos[0]])
        #expect(await changes.first(3) == [.added(todos[0]), .added(todos[1]), .removed(TodoID("milk"))])
    }
}
