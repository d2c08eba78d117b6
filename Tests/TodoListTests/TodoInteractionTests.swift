import CoreModule
import Foundation
import SuperappTesting
import TestSupport
import Testing
import TodoList

/// The interactions that `Docs/UpstreamMapping.md` lists, and the states of the screens.
@MainActor
@Suite("The interactions of the to-do list", .bounded)
struct TodoInteractionTests {
    private let tree = FeatureTree()
    private let time = ManualTime()
    private let records = FaultyTodoRecordRepository()
    private let todos: TaskList

    init() {
        todos = TaskList(records)
    }

    private func build(timeZone: TimeZone = .gmt) -> TodoListGraph {
        let dependencies = TodoListDependencies(
            todos: todos, clock: time.clock, identifiers: IdentifierGenerator.sequence(prefix: "t"),
            timeZone: timeZone)
        return TodoListBuilder(dependencies: dependencies, parent: tree.root).build()
    }

    // MARK: The list

    @Test("done tasks are shown and hidden only while a task is done; the choice stays when the last done task goes")
    func showButton() async throws {
        let graph = build()
        let (list, button) = (graph.mainScreen.list.viewModel, graph.mainScreen.showButton.viewModel)
        button.toggle()
        #expect(!button.canToggle && !button.isShowingCompleted)
        await list.load()
        let milk = try #require(await list.add("milk"))
        #expect(await waitUntil { list.todos == [milk] })
        #expect(!button.canToggle)
        await list.setCompleted(true, milk.id)
        #expect(await waitUntil { button.canToggle })
        button.toggle()
        #expect(button.isShowingCompleted)
        #expect(await waitUntil { list.todos.count == 1 })
        await list.setCompleted(false, milk.id)
        #expect(await waitUntil { !button.canToggle })
        button.toggle()
        #expect(button.isShowingCompleted)
        await list.setCompleted(true, milk.id)
        #expect(await waitUntil { button.canToggle })
        #expect(list.todos.count == 1)
        button.toggle()
        #expect(await waitUntil { list.todos.isEmpty })
        await list.remove([milk.id])
        #expect(await waitUntil { !button.canToggle })
        graph.detach()
    }

    @Test("an empty list tells that there is nothing from that everything is done, and both from loading and a failure")
    func listStates() async throws {
        let graph = build()
        let list = graph.mainScreen.list.viewModel
        #expect(list.phase == .loading && !list.isEmpty)
        records.failsReading = true
        await list.load()
        #expect(list.phase == .failed(FaultyTodoRecordRepository.error) && !list.isEmpty)
        records.failsReading = false
        await list.load()
        #expect(list.phase == .loaded && list.isEmpty && "\(list.emptyMessage)" == "Nothing to do")
        let milk = try #require(await list.add("milk"))
        #expect(await waitUntil { !list.isEmpty })
        await list.setCompleted(true, milk.id)
        #expect(await waitUntil { list.isEmpty })
        #expect("\(list.emptyMessage)" == "Nothing to do: everything is done")
        graph.mainScreen.showButton.viewModel.toggle()
        #expect(await waitUntil { !list.isEmpty })
        await list.remove([milk.id])
        #expect(await waitUntil { list.isEmpty })
        #expect("\(list.emptyMessage)" == "Nothing to do")
        graph.detach()
    }

    @Test("conflicts that are loading, missing and unreadable are told apart")
    func conflictStates() async {
        let graph = build()
        let conflicts = graph.mainScreen.toConflicts.router.open().viewModel
        #expect(conflicts.phase == .loading && !conflicts.isEmpty)
        records.failsReading = true
        await conflicts.load()
        #expect(conflicts.phase == .failed(FaultyTodoRecordRepository.error) && !conflicts.isEmpty)
        records.failsReading = false
        await conflicts.load()
        #expect(conflicts.isEmpty)
        graph.detach()
    }

    @Test("a task that cannot be stored stays in the quick-add field, and what is stored stays in the list")
    func failingAdd() async throws {
        let graph = build()
        let list = graph.mainScreen.list.viewModel
        await list.load()
        let milk = try #require(await list.add("milk"))
        #expect(await waitUntil { list.todos == [milk] })
        records.failsWriting = true
        list.typedText = "bread"
        #expect(await list.addTyped() == nil)
        #expect(list.failure == FaultyTodoRecordRepository.error && list.typedText == "bread")
        #expect(await list.remove([milk.id]) == false)
        #expect(try await todos.todos() == [milk])
        records.failsReading = true
        await list.load()
        #expect(list.phase == .failed(FaultyTodoRecordRepository.error) && list.todos == [milk])
        (records.failsReading, records.failsWriting) = (false, false)
        #expect(await list.addTyped()?.text.value == "bread")
        await list.load()
        #expect(list.phase == .loaded && list.todos.map(\.text.value) == ["milk", "bread"])
        graph.detach()
    }

    @Test("Return in the quick-add field adds the task and empties the field for the next; an empty text does nothing")
    func quickAdd() async throws {
        let graph = build()
        let list = graph.mainScreen.list.viewModel
        await list.load()
        for text in ["milk", "bread"] {
            list.typedText = text
            #expect(await list.addTyped()?.text.value == text)
            #expect(list.typedText.isEmpty)
        }
        #expect(await waitUntil { list.todos.map(\.text.value) == ["milk", "bread"] })
        for text in ["", " \n"] {
            list.typedText = text
            #expect(await list.addTyped() == nil)
            #expect(list.failure == nil && list.typedText == text)
        }
        #expect(try await todos.todos().count == 2)
        graph.detach()
    }

    @Test("selecting an open task opens its editor; a done one does not")
    func select() async throws {
        let graph = build()
        let milk = try #require(await graph.mainScreen.list.viewModel.add("milk"))
        #expect(graph.mainScreen.open(milk))
        #expect((graph.navigation?.top as? TodoEditorGraph)?.viewModel.todo == milk)
        graph.navigation?.popAll()
        let done = try #require(await graph.mainScreen.list.viewModel.setCompleted(true, milk.id))
        #expect(!graph.mainScreen.open(done))
        try await graph.restore([.todoEditor(milk.id)])
        #expect(graph.navigation?.screens.isEmpty == true)
    }

    @Test("a removal can be undone until it was")
    func undo() async throws {
        let graph = build()
        let list = graph.mainScreen.list.viewModel
        let milk = try #require(await list.add("milk"))
        #expect(!list.canUndo)
        await list.remove([milk.id])
        #expect(list.canUndo)
        await list.undo()
        #expect(!list.canUndo)
        graph.detach()
    }

    @Test("other tasks have no removal to undo, and the first list keeps its own")
    func undoOfOtherTasks() async throws {
        let first = TodoListDependencies(todos: todos, clock: time.clock, identifiers: .sequence(prefix: "t"))
        let list = TodoListBuilder(dependencies: first, parent: tree.root).build().mainScreen.list.viewModel
        let milk = try #require(await list.add("milk"))
        await list.remove([milk.id])
        let second = first.with { $0.todos = .inMemory() }
        let other = TodoListBuilder(dependencies: second, parent: tree.root).build().mainScreen.list.viewModel
        #expect(!other.canUndo)
        #expect(await other.undo() == [])
        #expect(try await todos.todos().isEmpty)
        #expect(await list.undo()?.map(\.id) == [milk.id])
    }

    @Test("a row shows the deadline by the clock and the time zone of the list")
    func rows() async throws {
        let graph = build(timeZone: try #require(TimeZone(identifier: "Pacific/Kiritimati")))
        let list = graph.mainScreen.list.viewModel
        // There it is the next day already.
        let today = try #require(await list.add("milk", deadline: try TodoDeadline("2026-11-22")))
        let late = try #require(await list.add("bread", deadline: try TodoDeadline("2026-11-21")))
        let some = try #require(await list.add("salt"))
        #expect(list.deadlineMessage(of: today).map { "\($0)" } == "due today" && !list.isOverdue(today))
        #expect(list.deadlineMessage(of: late).map { "\($0)" } == "due yesterday (overdue)" && list.isOverdue(late))
        #expect(list.deadlineMessage(of: some) == nil && !list.isOverdue(some))
        graph.detach()
    }

    @Test("a task that has not begun is listed only beside done ones, is counted, and is listed once it begins")
    func laterTasks() async throws {
        let graph = build()
        let list = graph.mainScreen.list.viewModel
        await list.load()
        #expect(
            await list.add("milk", start: try TodoDeadline("2026-11-22"), deadline: try TodoDeadline("2026-11-23"))
                != nil)
        #expect(list.todos.isEmpty && "\(list.emptyMessage)" == "Nothing to do")
        #expect(graph.mainScreen.showButton.viewModel.canToggle)
        #expect(list.laterMessage == Message("\(count: 1) tasks begin later"))
        let milk = try #require(try await todos.todos().first)
        #expect(list.deadlineMessage(of: milk).map { "\($0)" } == "from tomorrow, due Monday")
        time.advance(by: 86_400)
        #expect(list.todos == [milk] && list.laterMessage == nil)
        #expect(list.deadlineMessage(of: milk).map { "\($0)" } == "due tomorrow")
        graph.detach()
    }

    // MARK: The editor

    @Test("saving closes the editor and no screen below it; a failure leaves it open with the input")
    func save() async throws {
        let graph = build()
        let milk = try #require(await graph.mainScreen.list.viewModel.add("milk"))
        let below = graph.mainScreen.toEditor.router.open(nil)
        let editor = graph.mainScreen.toEditor.router.open(milk).viewModel
        #expect(!editor.isClosed)
        editor.text = " oat milk "
        records.failsWriting = true
        #expect(await editor.save() == nil)
        #expect(
            editor.failure == FaultyTodoRecordRepository.error && editor.text == " oat milk " && editor.canSave)
        #expect(graph.navigation?.screens.count == 2)
        records.failsWriting = false
        #expect(await editor.save()?.text.value == "oat milk")
        #expect(editor.isClosed)
        #expect(graph.navigation?.screens.map(\.scope.id) == [below.scope.id])
        let new = below.viewModel
        new.text = "bread"
        await new.save()
        #expect(new.isClosed && graph.navigation?.screens.isEmpty == true)
        #expect(try await todos.todos().map(\.text.value) == ["oat milk", "bread"])
    }

    @Test("an editor that was saved, and one that is open when the list goes, leave nothing behind")
    func lifetime() async throws {
        do {
            let graph = build()
            await saveNewTask(graph)
            #expect(graph.navigation?.screens.isEmpty == true)
            try await eventually { tree.leaks().isEmpty }
            graph.mainScreen.toEditor.router.open(nil)
        }
        #expect(tree.snapshot().isEmpty)
        try await eventually { tree.leaks().isEmpty }
    }

    private func saveNewTask(_ graph: TodoListGraph) async {
        let editor = graph.mainScreen.toEditor.router.open(nil).viewModel
        editor.text = "milk"
        await editor.save()
    }

    @Test("cancelling closes the editor without a change")
    func cancel() async throws {
        let graph = build()
        let milk = try #require(await graph.mainScreen.list.viewModel.add("milk"))
        let editor = graph.mainScreen.toEditor.router.open(milk).viewModel
        editor.text = "oat milk"
        editor.cancel()
        #expect(editor.isClosed && graph.navigation?.screens.isEmpty == true)
        #expect(try await todos.todos() == [milk])
    }

    @Test("an existing task can be deleted, which closes the editor and can be undone; a new one cannot")
    func delete() async throws {
        let graph = build()
        let list = graph.mainScreen.list.viewModel
        let new = graph.mainScreen.toEditor.router.open(nil).viewModel
        new.text = "bread"
        #expect(!new.canDelete)
        #expect(await new.delete() == false)
        #expect(!new.isClosed && graph.navigation?.screens.count == 1)

        let milk = try #require(await list.add("milk"))
        let editor = graph.mainScreen.toEditor.router.open(milk).viewModel
        #expect(editor.canDelete)
        records.failsWriting = true
        #expect(await editor.delete() == false)
        #expect(editor.failure == FaultyTodoRecordRepository.error && editor.canDelete)
        #expect(graph.navigation?.screens.count == 2)
        records.failsWriting = false
        #expect(await editor.delete())
        #expect(editor.isClosed && !editor.canDelete && graph.navigation?.screens.count == 1)
        #expect(try await todos.todos().isEmpty)
        #expect(await list.undo() == [milk])
    }

    @Test("what is typed while a task is deleted is not lost, and cancelling meanwhile does nothing")
    func typedDuringDeletion() async throws {
        let slow = SlowTodoRecordRepository()
        slow.mayAnswer.open()
        let graph = TodoListBuilder(
            dependencies: TodoListDependencies(
                todos: TaskList(slow), clock: time.clock, identifiers: IdentifierGenerator.sequence(prefix: "t")),
            parent: tree.root
        ).build()
        let list = graph.mainScreen.list.viewModel
        let milk = try #require(await list.add("milk"))
        let editor = graph.mainScreen.toEditor.router.open(milk).viewModel
        slow.holdsWrites = true
        let deleting = Task { await editor.delete() }
        #expect(await waitUntil { editor.isSaving })
        editor.cancel()
        #expect(editor.isSaving && graph.navigation?.screens.count == 1)
        editor.text = "oat milk"
        slow.mayReturn.open()
        #expect(await deleting.value)
        #expect(
            editor.isRemoved && !editor.isClosed && editor.text == "oat milk" && graph.navigation?.screens.count == 1)
        slow.holdsWrites = false
        #expect(await editor.save()?.text.value == "oat milk")
        #expect(graph.navigation?.screens.isEmpty == true)
        graph.detach()
    }

    @Test("a task that was removed elsewhere cannot be deleted; saving adds it again")
    func removedElsewhere() async throws {
        let graph = build()
        let list = graph.mainScreen.list.viewModel
        let milk = try #require(await list.add("milk"))
        let editor = graph.mainScreen.toEditor.router.open(milk).viewModel
        await list.remove([milk.id])
        #expect(await waitUntil { editor.isRemoved })
        #expect(!editor.canDelete && editor.canSave)
        #expect(await editor.save()?.text.value == "milk")
        #expect(graph.navigation?.screens.isEmpty == true)
    }

    @Test("a deadline that is switched on begins with today in the user's time zone")
    func deadline() async throws {
        let graph = build(timeZone: try #require(TimeZone(identifier: "Pacific/Kiritimati")))
        let editor = graph.mainScreen.toEditor.router.open(nil).viewModel
        #expect(!editor.hasDeadline && "\(editor.deadlineMessage)" == "No deadline")
        editor.hasDeadline = true
        #expect(editor.deadline == .day(try CalendarDay("2026-11-22")) && editor.deadlineText == "2026-11-22")
        #expect("\(editor.deadlineMessage)" == "today")
        editor.deadlineText = "2026-12-01"
        editor.hasDeadline = true
        #expect(editor.deadlineText == "2026-12-01")
        editor.hasDeadline = false
        #expect(editor.deadline == nil && editor.deadlineText.isEmpty)
        editor.deadlineText = "soon"
        editor.hasDeadline = true
        #expect(editor.deadlineText == "2026-11-22" && editor.problems[.deadline] == nil)
        graph.detach()
    }
}
