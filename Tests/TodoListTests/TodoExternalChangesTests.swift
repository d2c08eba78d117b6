import CoreModule
import Foundation
import SuperappTesting
import TestSupport
import Testing
import TodoList

@MainActor
@Suite("Changes of tasks by other processes", .bounded)
struct TodoExternalChangesTests {
    private let time = ManualTime()

    /// Calls a function with two stores of the tasks in one file, each with its own connections.
    private func withTwoStores(
        _ body: (_ mine: TaskList, _ theirs: TaskList, _ file: URL) async throws -> Void
    ) async throws {
        try await withTemporaryFolder { folder in
            let file = folder.appending(path: "a.sqlite")
            let mine = try await SQLiteDatabase.open(.file(file), schemas: [TodoSchema.todos])
            let theirs = try await SQLiteDatabase.open(.file(file), schemas: [TodoSchema.todos])
            try await body(TaskList(mine), TaskList(theirs), file)
            await mine.close()
            await theirs.close()
        }
    }

    private func todo(_ text: String) throws -> Todo {
        Todo(id: TodoID(text), text: try TodoText(text), createdAt: time.now, updatedAt: time.now)
    }

    @Test("they are published once, to all subscribers, and one's own are not")
    func publishing() async throws {
        try await withTwoStores { mine, theirs, _ in
            let changes = (mine.changes.events(), mine.changes.events())
            let (milk, bread, eggs) = (try todo("milk"), try todo("bread"), try todo("eggs"))
            try await mine.add(milk)
            try await mine.publishExternalChanges()
            try await theirs.add(bread)
            // Before and after one's own, and a transaction that changes nothing.
            try await mine.add(eggs)
            try await theirs.remove([milk.id], at: time.now)
            await #expect(throws: TodoError.notFound("milk")) {
                try await theirs.edit(milk.id, TodoEdit(isCompleted: true), at: time.now)
            }
            for _ in 0..<3 { try await mine.publishExternalChanges() }
            try await mine.remove([bread.id], at: time.now)
            try await mine.publishExternalChanges()
            try await mine.remove([eggs.id], at: time.now)
            let expected: [TodoChange] = [
                .added(milk), .added(eggs), .reloaded(hasEdits: false), .removed(bread.id), .removed(eggs.id),
            ]
            #expect(await changes.0.first(5) == expected)
            #expect(await changes.1.first(5) == expected)
        }
    }

    @Test("what was there before the first read is no change, and what came after it is one")
    func firstRead() async throws {
        try await withTwoStores { mine, theirs, _ in
            let changes = mine.changes.events()
            try await theirs.add(try todo("milk"))
            #expect(try await mine.todos().count == 1)
            try await mine.publishExternalChanges()
            try await theirs.add(try todo("bread"))
            #expect(try await mine.todos().count == 2)
            try await mine.publishExternalChanges()
            let eggs = try todo("eggs")
            try await mine.add(eggs)
            #expect(await changes.first(2) == [.reloaded(hasEdits: false), .added(eggs)])
        }
    }

    @Test(
        "one's own transactions are not taken for those of others, in whatever order they are noted",
        arguments: [[2, 3, 4], [2, 4, 3], [3, 2, 4], [3, 4, 2], [4, 2, 3], [4, 3, 2]] as [[Int64]])
    func order(_ own: [Int64]) throws {
        let changes = ExternalChangeTracker()
        func sees(_ latest: Int64) -> Bool { changes.changes(upTo: latest, all: true) { _, _ in true } ?? false }
        try changes.begin { 1 }
        for number in own { changes.noteOwn(number) }
        #expect(!sees(4))
        // 5 is that of another process.
        #expect(sees(5))
        #expect(!sees(5))
        // So is 6, which was read before 7 and 8 were committed.
        changes.noteOwn(8)
        changes.noteOwn(7)
        #expect(sees(6))
        #expect(!sees(8))
    }

    @Test("a poll that fails or is cancelled misses none of them, and publishes nothing")
    func failures() async throws {
        try await withTemporaryFolder { folder in
            let file = folder.appending(path: "a.sqlite")
            let database = try await SQLiteDatabase.open(.file(file), schemas: [TodoSchema.todos])
            let records = FaultyTodoRecordRepository(SQLiteTodoRecordRepository(database: database))
            let mine = TaskList(records)
            let other = try await SQLiteDatabase.open(.file(file), schemas: [TodoSchema.todos])
            let changes = mine.changes.events()
            #expect(try await mine.todos().isEmpty)
            try await TaskList(other).add(try todo("milk"))
            records.failsReading = true
            await #expect(throws: FaultyTodoRecordRepository.error) { try await mine.publishExternalChanges() }
            records.failsReading = false
            let cancelled = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                try await mine.publishExternalChanges()
            }
            let error = await #expect(throws: TodoError.self) { try await cancelled.value }
            #expect(error?.isCancellation == true)
            let bread = try todo("bread")
            try await mine.add(bread)
            try await mine.publishExternalChanges()
            #expect(await changes.first(2) == [.added(bread), .reloaded(hasEdits: false)])
            #expect(try SQLiteProbe(file.systemPath).run("DELETE FROM todo_revision"))
            let damage = await #expect(throws: TodoError.self) { try await mine.publishExternalChanges() }
            #expect(damage?.code == "storeDamaged")
            await database.close()
            await other.close()
        }
    }

    @Test("the list, the counter, open editors and conflicts show them")
    func screens() async throws {
        try await withTwoStores { mine, theirs, _ in
            let tree = FeatureTree()
            let graph = TodoListBuilder(
                dependencies: TodoListDependencies(
                    todos: mine, clock: time.clock, identifiers: IdentifierGenerator.sequence(prefix: "t")),
                parent: tree.root
            ).build()
            let screen = graph.mainScreen
            let (list, counter) = (screen.list.viewModel, screen.counter.viewModel)
            for text in ["milk", "bread"] { try await mine.add(try todo(text)) }
            await list.load()
            let editors = list.todos.map { screen.toEditor.router.open($0).viewModel }
            let conflicts = screen.toConflicts.router.open().viewModel
            await conflicts.load()
            let (milk, bread) = (TodoID("milk"), TodoID("bread"))
            let milkEditor = try #require(editors.first { $0.todo?.id == milk })
            let breadEditor = try #require(editors.first { $0.todo?.id == bread })
            milkEditor.notes = "typed"

            try await theirs.add(try todo("eggs"))
            try await theirs.edit(milk, TodoEdit(text: try TodoText("oat milk")), at: time.now)
            try await theirs.remove([bread], at: time.now)
            try await theirs.write("add conflict") { [now = time.now] records in
                try records.addConflict(.deletion(device: nil, date: nil), of: milk, text: "oat milk", at: now)
            }
            try await mine.publishExternalChanges()
            #expect(await waitUntil { Set(list.todos.map(\.text.value)) == ["oat milk", "eggs"] })
            #expect(await waitUntil { counter.total == 2 && screen.networkIndicator.viewModel.waitingEdits == 2 })
            #expect(await waitUntil { breadEditor.isRemoved && milkEditor.text == "oat milk" })
            #expect(milkEditor.notes == "typed" && !milkEditor.isRemoved)
            #expect(await waitUntil { conflicts.conflicts.count == 1 && screen.toConflicts.viewModel.count == 1 })

            try await theirs.edit(milk, TodoEdit(isCompleted: true), at: time.now)
            try await theirs.add(try todo("bread"))
            try await mine.publishExternalChanges()
            #expect(await waitUntil { Set(list.todos.map(\.id.rawValue)) == ["bread", "eggs"] && list.hasCompleted })
            #expect(await waitUntil { counter.done == 1 && !breadEditor.isRemoved && milkEditor.isCompleted })
            graph.detach()
        }
    }
}
