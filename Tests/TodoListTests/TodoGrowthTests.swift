import CoreModule
import Foundation
import SuperappTesting
import TestSupport
import Testing
import TodoList

/// What a change of tasks costs, in steps and not in time.
@MainActor
@Suite("The cost of changes of tasks", .timeLimit(.minutes(15)), .longComputation)
struct TodoGrowthTests {
    private let time = ManualTime()
    private let tree = FeatureTree()
    private let log = EventLogger.InMemoryHandler()

    private func todo(_ number: Int) throws -> Todo {
        Todo(
            id: TodoID("old-\(number)"), text: try TodoText("task \(number)"), createdAt: time.now + Double(number),
            updatedAt: time.now)
    }

    private func fill(_ store: TaskList, _ count: Int) async throws {
        let todos = try (0..<count).map(todo)
        try await store.write("fill") { records in
            for todo in todos { try records.add(todo) }
        }
        time.advance(by: Double(count) + 1)
    }

    private func build(_ todos: TaskList) -> TodoListGraph {
        let dependencies = TodoListDependencies(
            todos: todos, clock: time.clock, identifiers: IdentifierGenerator.sequence(prefix: "new-"))
        return TodoListBuilder(dependencies: dependencies, parent: tree.root).build()
    }

    /// The steps that SQLite takes for something, in a list of so many tasks that is shown.
    private func steps(
        among count: Int, _ body: (TodoMainScreenGraph, TaskList) async throws -> Void
    ) async throws -> Int {
        let database = try await SQLiteDatabase.open(.memory, schemas: [TodoSchema.todos])
        let store = TaskList(database)
        try await fill(store, count)
        let graph = build(store)
        await graph.mainScreen.list.viewModel.load()
        let before = try await database.read { $0.stepCount }
        try await body(graph.mainScreen, store)
        return try await database.read { $0.stepCount } - before
    }

    @Test("a task that is added, done and removed takes as many steps until it is shown as among half as many tasks")
    func oneChange() async throws {
        func steps(_ count: Int) async throws -> Int {
            try await self.steps(among: count) { screen, _ in
                let (list, counter) = (screen.list.viewModel, screen.counter.viewModel)
                let waiting = screen.networkIndicator.viewModel
                let milk = try #require(await list.add("milk"))
                #expect(
                    await waitUntil {
                        list.todos.last == milk && counter.total == count + 1 && waiting.waitingEdits == count + 1
                    })
                await list.setCompleted(true, milk.id)
                #expect(await waitUntil { list.todos.count == count && counter.done == 1 })
                await list.remove([milk.id])
                #expect(await waitUntil { counter.total == count && waiting.waitingEdits == count })
            }
        }
        let (few, many) = (try await steps(1000), try await steps(2000))
        #expect(many < few + few / 2)
    }

    @Test("reading the shown tasks copies none of them")
    func shownTasks() async throws {
        let store = TaskList.inMemory()
        try await fill(store, 100)
        let graph = build(store)
        let list = graph.mainScreen.list.viewModel
        await list.load()
        await list.setCompleted(true, TodoID("old-7"))
        #expect(await waitUntil { list.todos.count == 99 })
        let readings = [list.todos, list.todos]
        let places = readings.map { todos in todos.withUnsafeBufferPointer { $0.baseAddress } }
        #expect(places[0] == places[1])
    }

    @Test("many tasks are removed and restored in one transaction each, not read before, and announced once")
    func removal() async throws {
        for (count, announced) in [(50, 50), (51, 1)] {
            let store = TaskList.inMemory(
                logger: EventLogger(label: "t", minimumLevel: .debug, handler: log))
            try await fill(store, 200)
            let graph = build(store)
            let screen = graph.mainScreen
            let list = screen.list.viewModel
            await list.load()
            let all = list.todos
            let editor = screen.toEditor.router.open(all[0]).viewModel
            let other = screen.toEditor.router.open(all[100]).viewModel
            let changes = store.changes.events()
            let before = log.events.count
            // Some twice.
            let ids = all.prefix(count).map(\.id)
            #expect(await list.remove(ids + ids.prefix(3)))
            #expect(await waitUntil { list.todos == Array(all.dropFirst(count)) && editor.isRemoved })
            #expect(await waitUntil { screen.counter.viewModel.total == 200 - count })
            #expect(list.lastChanged == Array(all.prefix(count)))
            #expect(await list.undo()?.count == count)
            #expect(await waitUntil { list.todos.map(\.id) == all.map(\.id) && !editor.isRemoved && !other.isRemoved })
            let lines = log.events.dropFirst(before).map(\.line)
            for name in ["remove tasks done", "undo removal done"] { #expect(lines.count { $0.contains(name) } == 1) }
            // The editors read their tasks again, once for each announcement.
            #expect(lines.count { $0.contains("read task done") } <= (announced == 1 ? 4 : 0))
            let sent = await changes.first(2 * announced)
            if announced == 1 { #expect(sent == [.reloaded(hasEdits: true), .reloaded(hasEdits: true)]) }
            #expect(sent.count == 2 * announced)
        }
    }

    @Test("the removal of twice as many tasks takes at most twice the steps")
    func removalGrowth() async throws {
        func steps(_ count: Int) async throws -> Int {
            try await self.steps(among: 4 * count) { screen, store in
                try await store.remove((0..<count).map { TodoID("old-\($0)") }, at: time.now)
                #expect(await waitUntil { screen.list.viewModel.todos.count == 3 * count })
            }
        }
        let (few, many) = (try await steps(200), try await steps(400))
        #expect(Double(many) < 2.2 * Double(few))
    }

    @Test("a file is imported in steps that grow with its lines, and announced once; an open list and editor show it")
    func importing() async throws {
        func steps(_ count: Int) async throws -> Int {
            try await self.steps(among: count) { screen, store in
                let exchange = TodoExchange(
                    todos: store, clock: time.clock, identifiers: IdentifierGenerator.sequence(prefix: "i"))
                let list = screen.list.viewModel
                let editor = screen.toEditor.router.open(list.todos[0]).viewModel
                let changes = store.changes.events()
                let lines = (0..<count).map { "line \($0)\n" } + ["(A) task 0\n"]
                let report = try await exchange.importTodos(Array(lines.joined().utf8), named: "a.txt", format: .txt)
                #expect(report.added == count && report.updated == 1)
                #expect(await changes.first(1) == [.reloaded(hasEdits: true)])
                #expect(await waitUntil { list.todos.count == 2 * count && editor.priority == .high })
            }
        }
        let (few, many) = (try await steps(200), try await steps(400))
        #expect(Double(many) < 2.2 * Double(few))
    }

    @Test("many tasks from a server are announced as one change that needs no synchronization")
    func pulled() async throws {
        let server = SmallTodoCollection()
        for number in 0..<60 { server.write(vtodo("t\(number)", "text \(number)"), at: "t\(number)") }
        let device = try await TodoDevice(.sqlite, server)
        let changes = device.todos.changes.events()
        #expect(try await device.sync().pulled == 60)
        #expect(await changes.first(1) == [.reloaded(hasEdits: false)])
    }

    @Test("of many changes at once it is announced whether the server must receive one of them")
    nonisolated func announcedEdits() async throws {
        let list = TaskList(InMemoryTodoRecordRepository())
        let changes = list.changes.events()
        var todo = Todo(id: TodoID("a"), text: try TodoText("a"), createdAt: time.now, updatedAt: time.now)
        todo.sync = .synced
        let pulled = Array(repeating: TodoChange.updated(todo), count: 60)
        for made in [pulled, pulled + [.removed(TodoID("b"))]] {
            _ = try await list.write("change tasks", changes: { $0 }) { _ in made }
        }
        #expect(await changes.first(2) == [.reloaded(hasEdits: false), .reloaded(hasEdits: true)])
    }

    @Test("the numbers of tasks stay right when an earlier version's file is opened, and when an operation fails")
    func counts() async throws {
        try await withTemporaryFolder { folder in
            let file = folder.appending(path: "a.sqlite")
            func open() async throws -> SQLiteDatabase {
                try await SQLiteDatabase.open(.file(file), schemas: [TodoSchema.todos])
            }
            let old = try await open()
            let store = TaskList(old)
            try await fill(store, 3)
            try await store.edit(TodoID("old-1"), TodoEdit(isCompleted: true), at: time.now)
            await #expect(throws: TodoError.notFound("x")) {
                try await store.remove([TodoID("old-2"), TodoID("x")], at: time.now)
            }
            let expected = TodoCounts(total: 3, done: 1, notSynchronized: 3)
            #expect(try await store.counts() == expected)
            await old.close()
            let probe = try SQLiteProbe(file.systemPath)
            probe.dropTodoCounts()
            #expect(probe.run("UPDATE schema_version SET version = 5 WHERE name = 'todos'"))
            let new = try await open()
            #expect(try await TaskList(new).counts() == expected)
            #expect(probe.run("DELETE FROM todo_count"))
            let error = await #expect(throws: TodoError.self) { try await TaskList(new).counts() }
            #expect(error?.code == "storeDamaged")
            await new.close()
        }
    }
}
