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
            "done", "step", "skip", "last", "lastSkip", "edit", "deadline", "repeat", "meanwhile",
        ])
    func undoneEdits(of change: String) async throws {
        let list = graph.mainScreen.list.viewModel
        await list.load()
        let day = CalendarDay(time.now, in: .gmt)
        let isLast = change.hasPrefix("last")
        let recurs = isLast || ["step", "skip", "deadline"].contains(change)
        let todo = try #require(
            await list.add(
                "milk", deadline: .day(day),
                recurrence: recurs ? .set(TodoRecurrence(rule: "FREQ=DAILY;COUNT=\(isLast ? 1 : 5)")) : nil))
        #expect(!list.canUndo)
        switch change {
        case "done", "step", "last": await list.setCompleted(true, todo.id)
        case "skip", "lastSkip": await list.skip(todo.id)
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
        #expect(TodoFields(changed) != TodoFields(todo) && list.lastChanged == [changed])
        let says = [
            ("en", "“milk” has no later time: it is done"), ("ru", "у задачи «milk» больше нет повторов: она сделана"),
        ]
        for (locale, text) in says {
            let localizer = Localizer(locale: Locale(identifier: locale), tables: [.todoList, .coreModule])
            #expect(list.undoMessage.map { localizer($0) } == (isLast ? text : nil))
        }
        var expected = TodoFields(todo)
        if change == "meanwhile" {
            try await store.edit(todo.id, TodoEdit(priority: .low), at: time.now)
            expected.priority = .low
        }
        let back = try #require(await list.undo()?.first)
        #expect(TodoFields(back) == expected && !list.canUndo)
    }

    /// A task that has everything: its change, and what another device may do to the same since.
    private static func changes() throws -> [(of: String, TodoEdit, later: TodoEdit)] {
        let weekly = TodoEdit(recurrence: .set(TodoRecurrence(rule: "FREQ=WEEKLY;BYDAY=MO")))
        return [
            ("open", TodoEdit(text: try TodoText("bread")), TodoEdit(text: try TodoText("tea"))),
            ("open", TodoEdit(notes: try TodoNotes("")), TodoEdit(notes: try TodoNotes("tea"))),
            ("open", TodoEdit(priority: .high), TodoEdit(priority: .normal)),
            ("open", TodoEdit(start: .cleared), TodoEdit(start: .set(try TodoDeadline("2026-12-02")))),
            ("open", TodoEdit(deadline: .cleared), TodoEdit(deadline: .set(try TodoDeadline("2026-12-09")))),
            ("open", TodoEdit(tags: TodoTags.none), TodoEdit(tags: try TodoTags(["c"]))),
            ("open", TodoEdit(link: .cleared), TodoEdit(link: .set(URL(filePath: "/tea")))),
            ("open", TodoEdit(parent: .cleared), TodoEdit(parent: .set(TodoID("other")))),
            ("open", TodoEdit(isCompleted: true), TodoEdit(isCompleted: false)),
            (
                "open", TodoEdit(text: try TodoText("tea"), priority: .normal, isCompleted: true),
                TodoEdit(priority: .high)
            ),
            ("recurring", weekly, TodoEdit(recurrence: .set(TodoRecurrence(rule: "FREQ=MONTHLY")))),
            ("recurring", TodoEdit(recurrence: .cleared), weekly),
            ("recurring", TodoEdit(isCompleted: true), TodoEdit(isCompleted: false)),
            ("recurring", TodoEdit(priority: .high, isCompleted: true), TodoEdit(priority: .normal)),
            ("done", TodoEdit(isCompleted: false), TodoEdit(isCompleted: true)),
            ("doneUnknown", TodoEdit(isCompleted: false), TodoEdit(isCompleted: true)),
            ("doneRecurring", TodoEdit(isCompleted: false), TodoEdit(isCompleted: true)),
        ]
    }

    @Test("the undo of an edit is its exact inverse for every property, unless that was changed since")
    func inverse() async throws {
        let list = graph.mainScreen.list.viewModel
        await list.load()
        let first = Date(timeIntervalSince1970: 1_790_000_000)
        try await store.add(Todo(id: TodoID("other"), text: try TodoText("other"), createdAt: first, updatedAt: first))
        var changed: Set<TodoField> = []
        for (number, row) in try Self.changes().enumerated() {
            for isChangedSince in [false, true] {
                var fields = TodoFields(text: "milk", notes: "notes", priority: .low, tags: try TodoTags(["a", "b"]))
                (fields.link, fields.parent) = (URL(filePath: "/milk"), TodoID("other"))
                fields.schedule.deadline = try TodoDeadline("2026-12-07")
                let recurs = row.of.lowercased().hasSuffix("recurring")
                if recurs {
                    fields.schedule.recurrence = TodoRecurrence(rule: "FREQ=WEEKLY")
                } else {
                    fields.schedule.start = try TodoDeadline("2026-12-01")
                }
                fields.isCompleted = row.of.hasPrefix("done")
                if fields.isCompleted, row.of != "doneUnknown" { fields.completedAt = first }
                fields.todoTxt = TodoTxtForm("pri:F" + (recurs ? " rec:1w" : ""))
                let new = Todo(
                    id: TodoID("\(number) \(isChangedSince)"), text: try TodoText("x"), createdAt: first,
                    updatedAt: first)
                let before = TodoFields(try await store.add(fields.applied(to: new)))
                let after = TodoFields(try #require(await list.edit(new.id, row.1)))
                changed.formUnion(TodoField.allCases.filter { before[$0] != after[$0] })
                time.advance(by: 60)
                var expected = before
                if isChangedSince {
                    let now = TodoFields(try await store.edit(new.id, row.later, at: time.now, in: .gmt))
                    for field in TodoField.allCases where now[field] != after[field] { expected[field] = now[field] }
                    if now.schedule != after.schedule { expected.schedule = now.schedule }
                    expected.todoTxt = expected.todoTxt.fitting(expected.priority, expected.schedule.recurrence)
                }
                time.advance(by: 60)
                await list.undo()
                let back = TodoFields(try #require(try await store.todo(new.id)))
                #expect(
                    back == expected && (isChangedSince || before.todoTxt.priority != nil), "\(row) \(isChangedSince)")
            }
        }
        #expect(changed == Set(TodoField.allCases))
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

    @Test(
        "steps of a series are taken back one by one, by reopening and by undo, each exactly; then there is nothing to reopen",
        arguments: TaskListKind.allCases)
    func steps(kind: TaskListKind) async throws {
        let dependencies = TodoListDependencies(
            todos: try await kind.makeList(), clock: time.clock, identifiers: .sequence(prefix: "t"), timeZone: .gmt)
        let graph = TodoListBuilder(dependencies: dependencies, parent: FeatureTree().root).build()
        let list = graph.mainScreen.list.viewModel
        for task in ["a", "b"] {
            var times = [
                try #require(await list.add(task, recurrence: .set(TodoRecurrence(rule: "FREQ=DAILY;COUNT=4"))))
            ]
            let id = times[0].id
            /// Done (`d`), skipped (`s`), reopened (`r`), undone (`u`): where the task is then.
            for (step, place) in zip(
                task == "a" ? "dsdrrr" : "ddurudsdruurduuuu",
                task == "a" ? [1, 2, 3, 2, 1, 0] : [1, 2, 1, 0, 1, 2, 3, 4, 3, 4, 3, 2, 3, 2, 3, 2, 1])
            {
                switch step {
                case "d": await list.setCompleted(true, id)
                case "s": await list.skip(id)
                case "r": await list.setCompleted(false, id)
                default: await list.undo()
                }
                let now = try #require(try await dependencies.todos.todo(id))
                if place == times.count { times.append(now) }
                let isSame = now.schedule == times[place].schedule && now.isCompleted == times[place].isCompleted
                #expect(isSame, "\(task) \(step) \(place)")
            }
        }
        #expect(await list.setCompleted(false, TodoID("t1")) == nil && list.failure == .nothingToReopen("a"))
    }

    @Test(
        "a completion says that subtasks were done and that a series ended; a reopening, at what time the task is and what stays done"
    )
    func outcomes() async throws {
        let list = graph.mainScreen.list.viewModel
        await list.load()
        let day = CalendarDay(time.now, in: .gmt)
        let parent = try #require(
            await list.add("trip", deadline: .day(day), recurrence: .set(TodoRecurrence(rule: "FREQ=DAILY;COUNT=1"))))
        for part in ["bag", "map"] { await list.add(part, parent: parent.id) }
        await list.setCompleted(true, parent.id, subtasks: .completed)
        for (locale, done, back) in [
            ("en", "3 tasks done · “trip” has no later time: it is done", "back at today · 2 parts of it stay done"),
            (
                "ru", "сделаны 3 задачи · у задачи «trip» больше нет повторов: она сделана",
                "снова назначена: сегодня · 2 её части остаются сделанными"
            ),
        ] {
            let localizer = Localizer(locale: Locale(identifier: locale), tables: [.todoList, .coreModule])
            func said() -> String? {
                list.lastOutcome?.message(now: time.now, timeZone: .gmt).map { localizer($0) }
            }
            if locale == "en" { #expect(list.undoMessage.map { localizer($0) } == done && said() == done) }
            await list.setCompleted(false, parent.id)
            #expect(said() == back && list.lastOutcome?.isBack == true && list.lastOutcome?.doneSubtasks == 2)
            await list.setCompleted(true, parent.id, subtasks: .kept)
        }
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
