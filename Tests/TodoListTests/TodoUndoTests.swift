import CoreModule
import Foundation
import SuperappTesting
import TestSupport
import Testing
import TodoList

@MainActor
@Suite("The undo of an edit", .bounded)
struct TodoUndoTests {
    private let time = ManualTime()
    private let store = TaskList.inMemory()
    private let graph: TodoListGraph

    init() {
        let dependencies = TodoListDependencies(
            todos: store, clock: time.clock, identifiers: .sequence(prefix: "t"), timeZone: .gmt)
        graph = TodoListBuilder(dependencies: dependencies, parent: FeatureTree().root).build()
    }

    @Test(
        "a completion, a step, a skip, and an edit of each field are taken back; what was changed since stays",
        arguments: [
            "done", "step", "skip", "last", "edit", "deadline", "repeat", "meanwhile",
        ])
    func undoneEdits(of change: String) async throws {
        let list = graph.mainScreen.list.viewModel
        await list.load()
        let day = CalendarDay(time.now, in: .gmt)
        let recurs = ["step", "skip", "last", "deadline"].contains(change)
        let todo = try #require(
            await list.add(
                "milk", deadline: .day(day),
                recurrence: recurs ? .set(TodoRecurrence(rule: "FREQ=DAILY;COUNT=\(change == "last" ? 1 : 5)")) : nil))
        #expect(!list.canUndo)
        switch change {
        case "done", "step", "last": await list.setCompleted(true, todo.id)
        case "skip": await list.skip(todo.id)
        case "deadline":
            await list.edit(todo.id, TodoEdit(deadline: .day(CalendarDay(daysSince1970: day.daysSince1970 + 3))))
        case "repeat": await list.edit(todo.id, TodoEdit(recurrence: .set(TodoRecurrence(rule: "FREQ=WEEKLY"))))
        default:
            await list.edit(
                todo.id,
                TodoEdit(
                    text: try TodoText("bread"), priority: .high, tags: try TodoTags(["a"]), notes: try TodoNotes("b")))
        }
        let changed = try #require(try await store.todo(todo.id))
        #expect(TodoFields(changed) != TodoFields(todo) && list.lastChanged == [changed] && list.undoMessage == nil)
        var expected = TodoFields(todo)
        if change == "meanwhile" {
            try await store.edit(todo.id, TodoEdit(priority: .low), at: time.now)
            expected.priority = .low
        }
        let back = try #require(await list.undo()?.first)
        #expect(TodoFields(back) == expected && !list.canUndo)
    }

    @Test(
        "what was removed can be brought back beside its message, also when another task was done since; then that is undone"
    )
    func removalBeforeAnEdit() async throws {
        let list = graph.mainScreen.list.viewModel
        let todos = [try #require(await list.add("milk")), try #require(await list.add("bread"))]
        await list.remove([todos[0].id])
        await list.setCompleted(true, todos[1].id)
        let message = try #require(list.undoMessage)
        #expect(Localizer(locale: Locale(identifier: "en"), tables: [])(message).contains("milk"))
        #expect(await list.undoShown()?.map(\.text.value) == ["milk"] && list.undoMessage == nil)
        #expect(await list.undo()?.map(\.isCompleted) == [false] && !list.canUndo)
    }

    @Test("a recurring task that is open and has not moved is not reopened: the user is told so")
    func nothingToReopen() async throws {
        let list = graph.mainScreen.list.viewModel
        let todo = try #require(await list.add("milk", recurrence: .set(TodoRecurrence(rule: "FREQ=DAILY"))))
        #expect(await list.setCompleted(false, todo.id) == nil && list.failure == .nothingToReopen("milk"))
        await list.setCompleted(true, todo.id)
        #expect(await list.setCompleted(false, todo.id)?.deadline == todo.deadline)
        #expect(await list.setCompleted(false, todo.id) == nil)
    }
}
