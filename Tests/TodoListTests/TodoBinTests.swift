import CoreModule
import Foundation
import SuperappTesting
import TestSupport
import Testing
import TodoList

@MainActor
@Suite("The bin of tasks", .bounded)
struct TodoBinTests {
    enum Store: CaseIterable, Sendable { case memory, sqlite, plain }

    private let time = ManualTime()

    private func withTasks(_ store: Store, _ body: (TaskList) async throws -> Void) async throws {
        switch store {
        case .memory: try await body(.inMemory())
        case .plain: try await body(TaskList(PlainTodoRecordRepository()))
        case .sqlite:
            let database = try await SQLiteDatabase.open(.memory, schemas: [TodoSchema.todos])
            try await body(TaskList(database))
            await database.close()
        }
    }

    private func task(_ id: String, _ text: String) throws -> Todo {
        Todo(
            id: TodoID(id), text: try TodoText(text), priority: .high, deadline: try TodoDeadline("2030-01-01"),
            recurrence: try TodoRecurrence("FREQ=DAILY"), tags: try TodoTags(["home"]), notes: try TodoNotes("n"),
            createdAt: time.now, updatedAt: time.now)
    }

    @Test("a removed task comes back with everything it had; the bin is emptied", arguments: Store.allCases)
    func restoring(store: Store) async throws {
        try await withTasks(store) { todos in
            let (milk, tea) = (try await todos.add(task("a1", "milk")), try await todos.add(task("a2", "tea")))
            try await todos.remove([milk.id], at: time.now)
            time.advance(by: 1)
            try await todos.remove([tea.id], at: time.now)
            #expect(try await todos.removedTodos(at: time.now).map(\.todo) == [tea, milk])
            for (name, id) in [("a1", "a1"), ("TEA", "a2"), ("milk", "a1")] {
                #expect(try await todos.removedTodo(named: name, at: time.now).id.rawValue == id)
            }
            await #expect(throws: TodoError.self) { try await todos.removedTodo(named: "a", at: time.now) }
            await #expect(throws: TodoError.notFound("x")) {
                try await todos.restore([milk.id, TodoID("x")], at: time.now)
            }
            #expect(try await todos.todos().isEmpty)
            var restored = try #require(try await todos.restore([milk.id, milk.id], at: time.now).first)
            #expect(restored.updatedAt == time.now)
            restored.updatedAt = milk.updatedAt
            #expect(restored == milk)
            #expect(try await todos.emptyBin(at: time.now) == 1)
            #expect(try await todos.emptyBin(at: time.now) == 0)
            #expect(try await todos.todos().map(\.id) == [milk.id])
        }
    }

    @Test(
        "tasks go after 30 days: hidden at once, deleted at a removal and when the list is opened",
        arguments: Store.allCases)
    func end(store: Store) async throws {
        try await withTasks(store) { todos in
            func kept() async throws -> [String] {
                try await todos.read("bin") { try $0.removedTodos(before: .distantFuture).map(\.id.rawValue) }
            }
            for id in ["1", "2"] { try await todos.add(task(id, "task \(id)")) }
            try await todos.remove([TodoID("1")], at: time.now)
            time.advance(by: 30 * 86_400 + 1)
            #expect(try await todos.removedTodos(at: time.now).isEmpty)
            await #expect(throws: TodoError.notFound("1")) { try await todos.restore([TodoID("1")], at: time.now) }
            #expect(try await kept() == ["1"])
            try await todos.remove([TodoID("2")], at: time.now)
            #expect(try await kept() == ["2"])
            time.advance(by: 30 * 86_400 + 1)
            let tree = FeatureTree()
            let graph = TodoListBuilder(
                dependencies: TodoListDependencies(
                    todos: todos, clock: time.clock, identifiers: .sequence(prefix: "")), parent: tree.root
            ).build()
            for _ in 0..<1000 where try await !kept().isEmpty { await Task.yield() }
            #expect(try await kept().isEmpty)
            graph.scope.detach()
        }
    }
}
