import CoreModule
import Foundation
import SuperappTesting
import TestSupport
import Testing
import TodoList

enum TaskListKind: CaseIterable, Sendable {
    case inMemory, sqlite, plain

    func makeList() async throws -> TaskList {
        switch self {
        case .inMemory: TaskList.inMemory()
        case .sqlite: TaskList(try await SQLiteDatabase.open(.memory, schemas: [TodoSchema.todos]))
        case .plain: TaskList(PlainTodoRecordRepository())
        }
    }
}

@Suite("The rules for tasks, over every store", .timeLimit(.minutes(15)), .longComputation)
struct TaskListTests {
    private let time = ManualTime()

    private func todo(_ id: String, _ text: String) throws -> Todo {
        time.advance(by: 1)
        return Todo(id: TodoID(id), text: try TodoText(text), createdAt: time.now, updatedAt: time.now)
    }

    @Test("returns added tasks unchanged, in the order of creation", arguments: TaskListKind.allCases)
    func reading(kind: TaskListKind) async throws {
        let repository = try await kind.makeList()
        #expect(try await repository.todos().isEmpty)
        var expected: [Todo] = []
        for (number, text) in HostileText.all.enumerated() {
            var todo = try todo(String(format: "%03d", number), text)
            todo.priority = TodoPriority.allCases[number % 3]
            todo.deadline = try [nil, "2026-12-01", "2026-12-01T18:00", "2026-12-01T17:00:00Z"][number % 4].map {
                try TodoDeadline($0)
            }
            todo.notes = try TodoNotes(text + "\n" + text)
            todo.isCompleted = number % 2 == 0
            todo.completedAt = number % 4 == 0 ? Date(timeIntervalSince1970: 1_700_000_000) : nil
            expected.append(todo)
        }
        for todo in expected.reversed() { try await repository.add(todo) }
        #expect(try await repository.todos() == expected)
    }

    @Test("edits and removes all or none, and names missing tasks", arguments: TaskListKind.allCases)
    func editing(kind: TaskListKind) async throws {
        let repository = try await kind.makeList()
        let first = try todo("ab", "milk")
        let second = try todo("ac", "bread")
        try await repository.add(first)
        try await repository.add(second)
        let again = await #expect(throws: TodoError.self) { try await repository.add(first) }
        #expect(again?.code == "storeInternalFault")
        time.advance(by: 60)
        let done = try await repository.edit(first.id, TodoEdit(isCompleted: true), at: time.now)
        #expect(done.isCompleted && done.updatedAt == time.now)
        #expect(try await repository.todos() == [done, second])
        await #expect(throws: TodoError.notFound("x")) {
            try await repository.edit(TodoID("x"), TodoEdit(isCompleted: true), at: time.now)
        }
        await #expect(throws: TodoError.notFound("x")) {
            try await repository.remove([second.id, TodoID("x")], at: time.now)
        }
        #expect(try await repository.todos().count == 2)
        #expect(try await repository.todo(named: "ac") == second)
        await #expect(throws: TodoError.ambiguousID("a", matches: [done, second])) {
            try await repository.todo(named: "a")
        }
        await #expect(throws: TodoError.notFound("")) { try await repository.todo(named: "") }
        try await repository.remove([first.id, second.id], at: time.now)
        #expect(try await repository.todos().isEmpty)
    }

    @Test("counts tasks, done tasks, conflicts, and edits and removals to send", arguments: TaskListKind.allCases)
    func counting(kind: TaskListKind) async throws {
        let repository = try await kind.makeList()
        let store = repository
        #expect(try await repository.counts() == TodoCounts())
        let todos = try ["a", "b", "c", "d"].map { try todo($0, "task \($0)") }
        for todo in todos { try await repository.add(todo) }
        try await repository.edit(todos[0].id, TodoEdit(isCompleted: true), at: time.now)
        #expect(try await repository.counts() == TodoCounts(total: 4, done: 1, notSynchronized: 4))
        let deliveries = try await store.deliveries(limit: 9, except: [], device: "here") { .simulated($0.rawValue) }
        for delivery in deliveries { _ = try await store.delivered(delivery, etag: ETag("\"1\"")) }
        #expect(try await repository.counts() == TodoCounts(total: 4, done: 1, notSynchronized: 0))
        try await repository.edit(todos[1].id, TodoEdit(isCompleted: true), at: time.now)
        try await repository.remove([todos[2].id], at: time.now)
        try await store.write("add conflicts") { [now = time.now] records in
            for id in [todos[0].id, todos[3].id] {
                try records.addConflict(.deletion(device: nil, date: nil), of: id, text: "", at: now)
            }
        }
        let expected = TodoCounts(total: 3, done: 2, notSynchronized: 2, conflicts: 2)
        #expect(try await repository.counts() == expected)
    }

    @Test("sends removals to the server before edits", arguments: TaskListKind.allCases)
    func removalsFirst(kind: TaskListKind) async throws {
        let store = try await kind.makeList()
        let (milk, bread) = (try todo("a", "milk"), try todo("b", "bread"))
        for todo in [milk, bread] { try await store.add(todo) }
        func deliveries(limit: Int) async throws -> [TodoDelivery] {
            try await store.deliveries(limit: limit, except: [], device: "here") { .simulated($0.rawValue) }
        }
        for delivery in try await deliveries(limit: 9) {
            _ = try await store.delivered(delivery, etag: ETag("\"1\""))
        }
        try await store.edit(milk.id, TodoEdit(isCompleted: true), at: time.now)
        try await store.remove([bread.id], at: time.now)
        #expect(try await deliveries(limit: 1).map(\.id) == [bread.id])
        #expect(try await deliveries(limit: 9).map(\.id) == [bread.id, milk.id])
    }

    @Test(
        "agrees with a plain model for random sequences of operations",
        arguments: TaskListKind.allCases)
    func random(kind: TaskListKind) async throws {
        for seed in 0..<UInt64(TestScale.count(150, full: 1000)) {
            let repository = try await kind.makeList()
            var random = RandomTodoOperations(seed: seed)
            do {
                for _ in 0..<20 { try await random.performOne(on: repository) }
            } catch {
                Issue.record("seed \(seed): \(error)")
            }
            let todos = try await repository.todos()
            #expect(todos == random.expectedTodos, "seed \(seed)")
            let expected = TodoCounts(
                total: todos.count, done: todos.count(where: \.isCompleted), notSynchronized: todos.count)
            #expect(try await repository.counts() == expected, "seed \(seed)")
        }
    }

    @Test("a failing store is an error and never an empty list")
    func failing() async throws {
        try await withTemporaryFolder { folder in
            let file = folder.appending(path: "a.sqlite")
            let database = try await SQLiteDatabase.open(.file(file), schemas: [TodoSchema.todos])
            let repository = TaskList(database)
            try SQLiteProbe(file.systemPath).run("DROP TABLE todo")
            let now = time.now
            func expectStoreFailure(_ body: () async throws -> Void) async {
                let error = await #expect(throws: TodoError.self) { try await body() }
                if case .store = error { return }
                Issue.record("not the store's failure: \(String(describing: error))")
            }
            await expectStoreFailure { _ = try await repository.todos() }
            await expectStoreFailure { _ = try await repository.todo(named: "a") }
            await expectStoreFailure { _ = try await repository.counts() }
            await expectStoreFailure { try await repository.add(todo("1", "milk")) }
            await expectStoreFailure { try await repository.edit(TodoID("1"), TodoEdit(), at: now) }
            await expectStoreFailure { try await repository.remove([TodoID("1")], at: now) }
            await database.close()
        }
    }

    @Test(
        "a completion that lost a merge, or whose task the server lost, is restored with its own date",
        arguments: TaskListKind.allCases)
    func restoredCompletion(kind: TaskListKind) async throws {
        let list = try await kind.makeList()
        let (done, now) = (ManualTime.start, ManualTime.start + 86_400)
        let copy =
            "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:x\r\nBEGIN:VTODO\r\nUID:a\r\nDTSTAMP:20261101T100000Z\r\nSUMMARY:a\r\n"
            + "STATUS:COMPLETED\r\nCOMPLETED:20261102T100000Z\r\nEND:VTODO\r\nEND:VCALENDAR\r\n"
        let removal = TodoConflict.Kind.removal(
            text: "a", notes: "", priority: .normal, deadline: nil, isCompleted: true, copy: Data(copy.utf8))
        let field = TodoConflict.Kind.field(
            kept: .completion(false, at: nil), lost: .completion(true, at: done), device: nil, date: nil)
        let known = try Date("2026-11-02T10:00:00Z", strategy: .iso8601)
        for (number, (conflict, isThere, date)) in [
            (field, true, done), (removal, true, known), (removal, false, known),
        ]
        .enumerated() {
            let id = TodoID("\(number)")
            if isThere {
                try await list.add(Todo(id: id, text: try TodoText("a"), createdAt: done, updatedAt: done))
            }
            try await list.write("conflict") { try $0.addConflict(conflict, of: id, text: "a", at: now) }
            try await list.restore(try #require(try await list.conflicts().first).id, at: now)
            #expect(try await list.todo(id)?.completedAt == date, "\(number)")
        }
    }
}
