import CoreModule
import Foundation
import SuperappTesting
import TestSupport
import Testing
import TodoList

@MainActor
@Suite("The to-do list's screens", .bounded)
struct TodoFeatureTests {
    private let tree = FeatureTree()

    private func build(
        _ todos: TaskList = TaskList.inMemory(), time: ManualTime = ManualTime()
    ) -> TodoListGraph {
        let dependencies = TodoListDependencies(
            todos: todos, clock: time.clock, identifiers: IdentifierGenerator.sequence(prefix: "t"))
        return TodoListBuilder(dependencies: dependencies, parent: tree.root).build()
    }

    @Test("the list works alone and follows its changes")
    func list() async throws {
        let graph = build()
        let list = graph.mainScreen.list.viewModel
        let counter = graph.mainScreen.counter.viewModel
        #expect(list.phase == .loading)
        await list.load()
        #expect(list.phase == .loaded && list.todos.isEmpty)
        let milk = try #require(await list.add("milk", priority: .high))
        _ = await list.add("bread", deadline: try TodoDeadline("2026-12-01"))
        #expect(await waitUntil { list.todos.map(\.text.value) == ["milk", "bread"] && counter.total == 2 })
        await list.setCompleted(true, milk.id)
        #expect(await waitUntil { list.todos.map(\.text.value) == ["bread"] && counter.done == 1 })
        graph.mainScreen.showButton.viewModel.toggle()
        #expect(await waitUntil { list.todos.map(\.text.value) == ["milk", "bread"] })
        await list.edit(milk.id, TodoEdit(text: try TodoText("oat milk")))
        #expect(await waitUntil { list.todos[0].text.value == "oat milk" })
        #expect(await list.remove([milk.id]))
        #expect(await waitUntil { list.todos.map(\.text.value) == ["bread"] && counter.total == 1 })
    }

    @Test(
        "the open screens of the list alone are a value that can be saved and restored; the editor of a removed task is skipped"
    )
    func openScreens() async throws {
        let graph = build()
        let list = graph.mainScreen.list.viewModel
        let (milk, bread) = (try #require(await list.add("milk")), try #require(await list.add("bread")))
        for todo in [milk, bread, nil] { graph.mainScreen.toEditor.router.open(todo) }
        graph.mainScreen.toConflicts.router.open()
        let screens = graph.openScreens
        #expect(screens == [.todoEditor(milk.id), .todoEditor(bread.id), .todoEditor(nil), .todoConflicts])
        #expect(await list.remove([milk.id]))
        try await graph.restore(JSONDecoder().decode([SavedScreen].self, from: JSONEncoder().encode(screens)))
        #expect(graph.openScreens == [.todoEditor(bread.id), .todoEditor(nil), .todoConflicts])
        // The identifier of a task that is gone may be the beginning of another's.
        try await graph.restore([.todoEditor(TodoID(String(bread.id.rawValue.dropLast())))])
        #expect(graph.openScreens.isEmpty)
    }

    @Test("a change of one task reads no others")
    func cost() async throws {
        let log = EventLogger.InMemoryHandler()
        let time = ManualTime()
        let logger = EventLogger(label: "t", minimumLevel: .debug, handler: log)
        let graph = TodoListBuilder(
            dependencies: TodoListDependencies(
                todos: .inMemory(logger: logger), clock: time.clock, identifiers: .sequence(prefix: "t")),
            parent: tree.root
        ).build()
        let list = graph.mainScreen.list.viewModel
        await list.load()
        let milk = try #require(await list.add("milk"))
        graph.mainScreen.toEditor.router.open(milk)
        await list.setCompleted(true, milk.id)
        #expect(await waitUntil { graph.mainScreen.counter.viewModel.done == 1 })
        _ = await list.todo(named: milk.id.rawValue)
        try await graph.restore([.todoEditor(milk.id)])
        #expect(log.events.count { $0.line.contains("read tasks done") } == 1, "only the list itself reads them")
    }

    @Test("a removal can be undone")
    func undo() async throws {
        let graph = build()
        let list = graph.mainScreen.list.viewModel
        await list.load()
        let milk = try #require(await list.add("milk", priority: .high))
        let bread = try #require(await list.add("bread"))
        #expect(await list.remove([milk.id, bread.id]))
        #expect(await waitUntil { list.todos.isEmpty })
        #expect(list.lastChanged == [milk, bread])
        #expect(await list.undo() == [milk, bread])
        #expect(await waitUntil { list.todos == [milk, bread] })
        #expect(list.lastChanged.isEmpty)
        #expect(await list.undo() == [])
    }

    @Test("a removed task that is brought back was changed then: what others did to it before is older")
    func undoDate() async throws {
        let time = ManualTime()
        let list = build(time: time).mainScreen.list.viewModel
        let milk = try #require(await list.add("milk"))
        time.advance(by: 10)
        #expect(await list.remove([milk.id]))
        time.advance(by: 10)
        let back = try #require(await list.undo()?.first)
        #expect(back.updatedAt == time.now && back.createdAt == milk.createdAt)
        // Not earlier than it was, if the clock was set back.
        #expect(await list.remove([milk.id]))
        time.advance(by: -3600)
        #expect(await list.undo() == [back])
    }

    @Test(
        "the editor changes nothing until it is saved, shows unsaved and invalid fields, and adds new tasks")
    func editor() async throws {
        let graph = build()
        let list = graph.mainScreen.list.viewModel
        await list.load()
        let new = graph.mainScreen.toEditor.router.open(nil).viewModel
        #expect(!new.hasUnsavedChanges && !new.canSave && new.problem == .emptyText)
        new.text = " milk "
        new.priority = .high
        #expect(new.hasUnsavedChanges && new.canSave && list.todos.isEmpty)
        let milk = try #require(await new.save(closes: false))
        #expect(new.text == "milk" && !new.hasUnsavedChanges && !new.canSave && new.todo == milk)
        #expect(await waitUntil { list.todos == [milk] })

        let editor = graph.mainScreen.toEditor.router.open(milk).viewModel
        editor.text = ""
        #expect(editor.problem == .emptyText && !editor.canSave)
        #expect(await editor.save() == nil)
        #expect(editor.failure == .emptyText)
        editor.discardChanges()
        #expect(editor.text == "milk" && !editor.hasUnsavedChanges && editor.failure == nil)
        editor.deadline = try TodoDeadline("2026-12-01")
        editor.notes = "half a litre"
        // The other field is changed elsewhere; both changes count.
        await list.edit(milk.id, TodoEdit(text: try TodoText("oat milk")))
        #expect(await waitUntil { editor.text == "oat milk" })
        #expect(editor.hasUnsavedChanges)
        let saved = try #require(await editor.save(closes: false))
        #expect(saved.text.value == "oat milk" && saved.deadline?.description == "2026-12-01")
        #expect(saved.notes.value == "half a litre")
        editor.deadline = nil
        #expect(await editor.save(closes: false)?.deadline == nil)
        #expect(graph.navigation?.screens.count == 2)
    }

    @Test("a text typed into the list is added; an empty one does nothing; one that is too long stays, with the reason")
    func quickAdd() async throws {
        let graph = build()
        let list = graph.mainScreen.list.viewModel
        await list.load()
        #expect(!list.canAddTyped && list.typedText.isEmpty)
        list.typedText = "  "
        #expect(!list.canAddTyped)
        #expect(await list.addTyped() == nil)
        #expect(list.failure == nil && list.typedText == "  ")
        let long = String(repeating: "x", count: 501)
        list.typedText = long
        #expect(!list.canAddTyped)
        #expect(await list.addTyped() == nil)
        #expect(list.failure == .textTooLong(length: 501) && list.typedText == long)
        list.typedText = " milk "
        #expect(list.canAddTyped)
        #expect(await list.addTyped()?.text.value == "milk")
        #expect(list.typedText.isEmpty && list.failure == nil && !list.isAdding)
        #expect(await waitUntil { list.todos.map(\.text.value) == ["milk"] })
        let noted = try #require(await list.add("bread", deadline: try TodoDeadline("2026-12-01T18:00"), notes: "rye"))
        #expect(noted.notes.value == "rye" && noted.deadline?.description == "2026-12-01T18:00:00")
    }

    @Test(
        "a form of an earlier state fills the fields that were changed in it; the others are as now")
    func filledEditor() async throws {
        let graph = build()
        let list = graph.mainScreen.list.viewModel
        #expect(!list.hasTypedText)
        list.typedText = String(repeating: "x", count: 501)
        #expect(list.hasTypedText && !list.canAddTyped)
        let milk = try #require(await list.add("milk", priority: .high, notes: "a litre"))
        let editor = graph.mainScreen.toEditor.router.open(milk).viewModel
        // What was typed before does not count.
        (editor.text, editor.notes, editor.deadlineText) = ("bread", "two", "never")
        editor.fill(text: "oat milk", deadlineText: "2026-12-01")
        #expect(editor.text == "oat milk" && editor.notes == "a litre" && editor.priority == .high)
        #expect(editor.deadline == (try TodoDeadline("2026-12-01")) && !editor.isCompleted && editor.problem == nil)
        editor.fill(notes: "", priority: .low, deadlineText: "never", isCompleted: true)
        #expect(editor.text == "milk" && editor.notes == "" && editor.priority == .low && editor.isCompleted)
        #expect(editor.deadlineText == "never" && editor.problems.keys.contains(.deadline))
        editor.fill(isCompleted: true)
        let done = try #require(await editor.save())
        #expect(done.isCompleted && done.priority == .high && done.notes.value == "a litre")
        #expect(milk.canBeEdited && !done.canBeEdited && !graph.mainScreen.open(done) && graph.mainScreen.open(milk))
    }

    @Test("a change from elsewhere that comes while the editor saves is not overwritten, and typing goes on")
    func changeWhileSaving() async throws {
        for isNew in [false, true] {
            let slow = SlowTodoRecordRepository()
            slow.mayAnswer.open()
            let todos = TaskList(slow)
            let graph = build(todos)
            let list = graph.mainScreen.list.viewModel
            await list.load()
            let milk = isNew ? nil : await list.add("milk")
            let editor = graph.mainScreen.toEditor.router.open(milk).viewModel
            slow.holdsWrites = true
            editor.text = "oat milk"
            let saving = Task { await editor.save() }
            #expect(await waitUntil { editor.isSaving })
            await slow.isHeld.wait()
            editor.notes = "a litre"
            slow.holdsWrites = false
            // Both changes are published before the editor hears that it has saved: the main actor is busy meanwhile.
            let elsewhere = TodoEdit(text: try TodoText("soy milk"), priority: .high)
            waitOnMainActor { [time = ManualTime()] in
                let edit = Task.detached { try await todos.edit(TodoID("t1"), elsewhere, at: time.now) }
                slow.mayReturn.open()
                _ = await edit.result
            }
            #expect(await waitUntil { list.todos.map(\.text.value) == ["soy milk"] })
            #expect(await saving.value?.text.value == "oat milk")
            #expect(editor.todo?.text.value == "soy milk" && editor.text == "soy milk" && editor.priority == .high)
            #expect(editor.notes == "a litre" && editor.hasUnsavedChanges && graph.navigation?.screens.count == 1)
            let saved = try #require(await editor.save())
            #expect(saved.text.value == "soy milk" && saved.priority == .high && saved.notes.value == "a litre")
            #expect(graph.navigation?.screens.isEmpty == true)
        }
    }

    @Test("a deadline that is typed while the editor saves stays in its field, with its problem")
    func deadlineWhileSaving() async throws {
        let slow = SlowTodoRecordRepository()
        slow.mayAnswer.open()
        let graph = build(TaskList(slow))
        let editor = graph.mainScreen.toEditor.router.open(nil).viewModel
        slow.holdsWrites = true
        editor.text = "milk"
        let saving = Task { await editor.save() }
        await slow.isHeld.wait()
        editor.deadlineText = "soon"
        slow.mayReturn.open()
        #expect(await saving.value?.text.value == "milk")
        #expect(editor.deadlineText == "soon" && editor.problems == [.deadline: .invalidDate("soon")])
        #expect(editor.hasUnsavedChanges && graph.navigation?.screens.count == 1)
    }

    @Test("the editor reports errors by field and accepts a deadline as typed")
    func editorProblems() async throws {
        let graph = build()
        let editor = graph.mainScreen.toEditor.router.open(nil).viewModel
        #expect(editor.problems == [.text: .emptyText])
        editor.text = "milk"
        editor.notes = String(repeating: "x", count: 20_001)
        editor.deadlineText = "soon"
        #expect(
            editor.problems == [.notes: .notesTooLong(length: 20_001), .deadline: .invalidDate("soon")]
                && editor.problem == .notesTooLong(length: 20_001))
        editor.notes = ""
        #expect(editor.deadlineText == "soon" && editor.deadline == nil && !editor.canSave && editor.hasUnsavedChanges)
        #expect(await editor.save() == nil)
        #expect(editor.failure == .invalidDate("soon"))
        editor.deadlineText = " 2026-12-01T18:00 "
        #expect(editor.problem == nil && editor.deadlineText == " 2026-12-01T18:00 ")
        let saved = try #require(await editor.save(closes: false))
        #expect(saved.deadline?.description == "2026-12-01T18:00:00" && !editor.hasUnsavedChanges)
        #expect(editor.deadlineText == "2026-12-01T18:00:00")
        editor.deadlineText = "never"
        editor.discardChanges()
        #expect(editor.problem == nil && editor.deadline == saved.deadline)
        editor.deadlineText = ""
        #expect(await editor.save(closes: false)?.deadline == nil)
        editor.isCompleted = true
        #expect(await editor.save()?.completedAt != nil)
    }

    @Test("a deadline that the user has typed stays if another one is set elsewhere, even if it was typed unchanged")
    func typedDeadline() async throws {
        let graph = build()
        let list = graph.mainScreen.list.viewModel
        let (typed, other) = (try TodoDeadline("2026-12-01"), try TodoDeadline("2026-12-24"))
        let milk = try #require(await list.add("milk", deadline: typed))
        let editor = graph.mainScreen.toEditor.router.open(milk).viewModel
        editor.deadlineText = "2026-12-01"
        await list.edit(milk.id, TodoEdit(deadline: .set(other)))
        #expect(await waitUntil { editor.todo?.deadline == other })
        #expect(editor.deadline == typed && editor.hasUnsavedChanges)
        #expect(await editor.save()?.deadline == typed)
    }

    @Test("the editor reports that its task was removed, and can save it as a new one")
    func editorOfWhatIsGone() async throws {
        let graph = build()
        let list = graph.mainScreen.list.viewModel
        await list.load()
        let milk = try #require(await list.add("milk"))
        let editor = graph.mainScreen.toEditor.router.open(milk).viewModel
        #expect(await list.remove([milk.id]))
        #expect(await waitUntil { editor.isRemoved && editor.canSave })
        let saved = try #require(await editor.save(closes: false))
        #expect(saved.id != milk.id && !editor.isRemoved)
        #expect(await editor.delete(closes: false))
        #expect(await waitUntil { list.todos.isEmpty })
        #expect(await list.undo()?.count == 1)
        #expect(await waitUntil { !editor.isRemoved })
        #expect(await graph.mainScreen.toEditor.router.open(nil).viewModel.delete() == false)
    }

    @Test("the indicator shows the synchronization status and the number of unsynchronized edits")
    func indicator() async throws {
        let time = ManualTime()
        let server = TodoServerConnection(
            interval: nil, device: "here", clock: time.clock, sleeper: time.sleeper)
        func send(_ status: TodoSyncStatus) { server.publish(status, of: server.generation) }
        let graph = TodoListBuilder(
            dependencies: TodoListDependencies(
                todos: TaskList.inMemory(), clock: time.clock,
                identifiers: IdentifierGenerator.sequence(prefix: "t"), server: server), parent: tree.root
        ).build()
        let indicator = graph.mainScreen.networkIndicator.viewModel
        let english = Localizer(locale: Locale(identifier: "en"), tables: [.todoList, .coreModule])
        await indicator.load()
        #expect(english(indicator.message) == "Kept on this device only" && !indicator.isBusy)
        await graph.mainScreen.list.viewModel.add("milk")
        send(TodoSyncStatus(hasServer: true))
        #expect(await waitUntil { english(indicator.message) == "1 edit is not synchronized" })
        await graph.mainScreen.list.viewModel.add("bread")
        #expect(await waitUntil { english(indicator.message) == "2 edits are not synchronized" })
        send(TodoSyncStatus(hasServer: true, requestsInFlight: 1))
        #expect(await waitUntil { indicator.isBusy && english(indicator.message) == "Synchronizing …" })
        send(TodoSyncStatus(hasServer: true, lastError: .emptyText))
        #expect(
            await waitUntil { english(indicator.message) == "Not synchronized, 2 edits are waiting: there is no text" })
    }

    @Test("a failed action says why and changes nothing")
    func failures() async {
        let graph = build()
        let list = graph.mainScreen.list.viewModel
        await list.load()
        #expect(await list.add("  ") == nil)
        #expect(list.failure == .emptyText)
        #expect(await list.edit(TodoID("x"), TodoEdit(isCompleted: true)) == nil)
        #expect(await list.remove([TodoID("x")]) == false)
        #expect(list.failure == .notFound("x"))
        #expect(await list.todo(named: "x") == nil)
        #expect(list.todos.isEmpty)
        #expect(await list.add("milk") != nil)
        #expect(list.failure == nil)
        for _ in 0..<11 { _ = await list.add("Milk") }
        #expect(await list.todo(named: "MILK") == nil)
        #expect(list.failure == .ambiguousID("MILK", matches: Array(list.todos.prefix(10))))
        list.dismissFailure()
        #expect(list.failure == nil)
    }

    @Test("a change made while the list is loading is not lost")
    func changeInFlight() async throws {
        let slow = SlowTodoRecordRepository()
        let graph = build(TaskList(slow))
        let list = graph.mainScreen.list.viewModel
        let loading = Task { await list.load() }
        await slow.isReading.wait()
        _ = await list.add("milk")
        slow.mayAnswer.open()
        await loading.value
        #expect(await waitUntil { list.todos.map(\.text.value) == ["milk"] })
    }

    @Test("the editor does not go back to a task that was read before a newer change")
    func lateReading() async throws {
        let slow = SlowTodoRecordRepository()
        let todos = TaskList(slow)
        let graph = build(todos)
        let milk = try #require(await graph.mainScreen.list.viewModel.add("milk"))
        let editor = graph.mainScreen.toEditor.router.open(milk).viewModel
        // So many changes that the editor reads its task again.
        let lines = (0..<500).map { "task \($0)\n" }.joined()
        let exchange = TodoExchange(
            todos: todos, clock: ManualTime().clock, identifiers: .sequence(prefix: "f"), timeZone: .gmt)
        _ = try await exchange.importTodos(Array(lines.utf8), named: "file", format: .txt)
        await slow.isReading.wait()
        try await todos.edit(milk.id, TodoEdit(text: try TodoText("oat milk")), at: milk.updatedAt)
        #expect(await waitUntil { editor.text == "oat milk" })
        slow.mayAnswer.open()
        _ = try await todos.todo(milk.id)
        for _ in 0..<20 { await Task.yield() }
        #expect(editor.text == "oat milk")
        graph.detach()
    }

    @Test("the list leaves nothing behind")
    func lifetime() async throws {
        do {
            let graph = build()
            await graph.mainScreen.list.viewModel.load()
            _ = await graph.mainScreen.list.viewModel.add("milk")
            #expect(
                tree.drawing() == """
                    TodoList (B G)
                    └── [MainScreen] (B G)
                        ├── MainList (B G MVVM)
                        ├── Counter (B G MVVM)
                        ├── ShowButton (B G MVVM)
                        ├── NetworkIndicator (B G MVVM)
                        ├── NavToEditor (B G R)
                        ├── NavToConflicts (B G R MVVM)
                        └── NavToBin (B G R)
                    """)
        }
        #expect(tree.snapshot().isEmpty)
        try await tree.expectNoLeaks(within: .seconds(60))
    }
}
