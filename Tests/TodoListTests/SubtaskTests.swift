import CoreModule
import Foundation
import SuperappTesting
import TestSupport
import Testing
import TodoList

/// Tasks that are a part of another one: where lists show them, and what becomes of them when it is done.
@MainActor
@Suite("Subtasks", .bounded)
struct SubtaskTests {
    private let tree = FeatureTree()
    private let time = ManualTime()

    /// Tasks such as `a b<a c<b`: their names, and the tasks of which they are a part; `!` is behind those that are done.
    private func tasks(_ text: String) -> [Todo] {
        text.split(separator: " ").enumerated().map { number, word in
            let names = word.split { "<!".contains($0) }.map(String.init)
            return Todo(
                id: TodoID(names[0]), text: Todo.sample(names[0]).text,
                parent: names.dropFirst().first.map { TodoID($0) },
                isCompleted: word.hasSuffix("!"), createdAt: time.now + Double(number), updatedAt: time.now)
        }
    }

    private func english(_ message: Message) -> String {
        Localizer(locale: Locale(identifier: "en"), tables: [.todoList, .coreModule])(message)
    }

    private func build(_ todos: TaskList) -> TodoListGraph {
        let dependencies = TodoListDependencies(
            todos: todos, clock: time.clock, identifiers: .sequence(prefix: "t"))
        return TodoListBuilder(dependencies: dependencies, parent: tree.root).build()
    }

    @Test(
        "a list shows parts below their task in their order; one whose task is not there stands by itself, and none is lost in a circle",
        arguments: [
            ("a b c", "a b c"), ("a b c<a d<b e<a", "a -c -e b -d"), ("c<a d<c a b", "a -c --d b"),
            ("a b<x c", "a b c"),
            ("a<a b", "a b"), ("a b<d c<b d<c e", "a b -c --d e"), ("x<b a<b b<a", "b -x -a"), ("a b<a b<a", "a -b"),
        ])
    func nested(text: String, expected: String) {
        let rows = tasks(text).nested
        #expect(
            rows.map { String(repeating: "-", count: $0.depth) + $0.id.rawValue }.joined(separator: " ") == expected)
    }

    @Test("a list of which each task is a part of the one before is shown in linear time")
    func deep() {
        func cost(_ count: Int) -> Duration {
            let chain = (0..<count).map { number in
                Todo(
                    id: TodoID("\(number)"), text: Todo.sample("a").text,
                    parent: number == 0 ? nil : TodoID("\(number - 1)"),
                    createdAt: time.now, updatedAt: time.now)
            }
            let start = threadTime()
            #expect(chain.nested.last?.depth == count - 1)
            return threadTime() - start
        }
        #expect((0..<5).contains { _ in cost(8000) < cost(2000) * 9 + .milliseconds(20) })
    }

    @Test("a shown list has the parts below their task; one whose task is done and hidden stands by itself")
    func list() async throws {
        let graph = build(.preview(tasks("a b c<a d<b")))
        let (screen, list) = (graph.mainScreen, graph.mainScreen.list.viewModel)
        func rows() -> String {
            list.rows.map { String(repeating: "-", count: $0.depth) + $0.id.rawValue }.joined(separator: " ")
        }
        #expect(rows() == "a -c b -d")
        await list.setCompleted(true, TodoID("a"), subtasks: .kept)
        #expect(await waitUntil { rows() == "b -d c" })
        screen.showButton.viewModel.toggle()
        #expect(await waitUntil { rows() == "a -c b -d" })
    }

    @Test(
        "a task with open subtasks is done after a question only: with all of them, or alone; one undo takes all back",
        arguments: [true, false])
    func question(isLoaded: Bool) async throws {
        let store = TaskList.inMemory()
        for todo in tasks("a b<a c<b d<a! e<d f") { try await store.add(todo) }
        let graph = build(store)
        let list = graph.mainScreen.list.viewModel
        if isLoaded { await list.load() }
        func open() async throws -> String {
            try await store.todos().filter { !$0.isCompleted }.map(\.id.rawValue).joined()
        }
        #expect(await list.setCompleted(true, TodoID("a")) == nil)
        let question = try #require(list.subtasksQuestion)
        #expect(question.subtasks.map(\.id.rawValue) == ["b", "c", "e"])
        #expect(english(question.message) == "“a” has 3 open subtasks. Complete them, too?")
        #expect(try await open() == "abcef")
        list.dismissFailure()
        #expect(list.subtasksQuestion == nil)
        let changes = store.changes.events()
        #expect(await list.setCompleted(true, TodoID("a"), subtasks: .completed)?.isCompleted == true)
        #expect(try await open() == "f" && list.subtasksQuestion == nil)
        #expect(await changes.first(4).count == 4)
        #expect(list.undoMessage.map(english) == "4 tasks done")
        await list.undo()
        #expect(try await open() == "abcef")
        #expect(await list.setCompleted(true, TodoID("a"), subtasks: .kept)?.isCompleted == true)
        #expect(try await open() == "bcef")
        #expect(await waitUntil { !isLoaded || list.todos.count == 4 })
        // Nothing is asked of a task without open parts, nor of one that is done.
        for id in ["a", "c"] { #expect(await list.setCompleted(true, TodoID(id))?.isCompleted == true) }
    }

    @Test(
        "of the subtasks, those are done that are open when their task is done: one that another process has moved is not moved again"
    )
    func meanwhile() async throws {
        let store = TaskList.inMemory()
        for todo in tasks("a b<a c<a") { try await store.add(todo) }
        let edit = TodoEdit(
            deadline: .day(CalendarDay(time.now, in: .gmt)), recurrence: .set(try TodoRecurrence("FREQ=DAILY;COUNT=2")))
        let graph = build(store)
        let list = graph.mainScreen.list.viewModel
        await list.load()
        #expect(await list.setCompleted(true, TodoID("a")) == nil && list.subtasksQuestion?.subtasks.count == 2)
        for id in ["b", "c"] { try await store.edit(TodoID(id), edit, at: time.now, in: .gmt) }
        // Another process: this list does not hear of it.
        for _ in 0..<2 {
            try await store.write("other") { [time] in
                _ = try $0.edit(TodoID("b"), TodoEdit(isCompleted: true), at: time.now, in: .gmt)
            }
        }
        let done = try await store.todo(TodoID("b"))
        #expect(done?.isCompleted == true)
        await list.setCompleted(true, TodoID("a"), subtasks: .completed)
        #expect(try await store.todo(TodoID("b")) == done)
    }

    @Test("a recurring subtask moves to its next time with its task, and back; what was changed since stays")
    func recurring() async throws {
        let store = TaskList.inMemory()
        for todo in tasks("a b<a c<a") { try await store.add(todo) }
        let edit = TodoEdit(
            deadline: .day(CalendarDay(time.now, in: .gmt)), recurrence: .set(try TodoRecurrence("daily")))
        let due = try await store.edit(TodoID("b"), edit, at: time.now, in: .gmt)
        let graph = build(store)
        let list = graph.mainScreen.list.viewModel
        await list.setCompleted(true, TodoID("a"), subtasks: .completed)
        let moved = try #require(try await store.todo(TodoID("b")))
        #expect(!moved.isCompleted && moved.deadline != due.deadline)
        try await store.edit(
            TodoID("c"), TodoEdit(text: try TodoText("later"), isCompleted: false), at: time.now, in: .gmt)
        #expect(await list.undo()?.map(\.id.rawValue) == ["a", "b"])
        #expect(try await store.todo(TodoID("b"))?.deadline == due.deadline)
    }

    @Test("a subtask that cannot be done leaves all as they are")
    func atomic() async throws {
        let store = TaskList.inMemory()
        for todo in tasks("a b<a c<a") { try await store.add(todo) }
        try await store.write("pull") { records in
            var record = try #require(try records.record(TodoID("c")))
            let bytes = ICalendarFixture.calendar("RELATED-TO:a\nDUE:20261201T180000Z\nRRULE:FREQ=DAILY;X-RULE=1")
            _ = record.pull(
                try #require(try TodoDocument(bytes)), at: .simulated("c"), etag: ETag("1"), bytes: bytes,
                now: ManualTime.start, device: "here")
            try records.save(record)
        }
        let graph = build(store)
        let list = graph.mainScreen.list.viewModel
        #expect(await list.setCompleted(true, TodoID("a"), subtasks: .completed) == nil)
        #expect(list.failure?.code == "invalidRecurrence")
        #expect(try await store.todos().allSatisfy { !$0.isCompleted })
    }

    @Test("the editor asks, too, keeps what was typed until the answer, and saves it with that")
    func editor() async throws {
        let store = TaskList.inMemory()
        for todo in tasks("a b<a") { try await store.add(todo) }
        let graph = build(store)
        let screen = graph.mainScreen
        let editor = screen.toEditor.router.open(try await store.todo(TodoID("a"))).viewModel
        (editor.text, editor.isCompleted) = ("party", true)
        #expect(await editor.save() == nil)
        #expect(editor.subtasksQuestion?.subtasks.count == 1 && editor.hasUnsavedChanges && !editor.isClosed)
        #expect(try await store.todo(TodoID("a"))?.text.value == "a")
        #expect(await editor.save(subtasks: .completed)?.text.value == "party")
        #expect(try await store.todos().allSatisfy(\.isCompleted))
        await screen.list.viewModel.undo()
        #expect(try await store.todos().map { "\($0.text) \($0.isCompleted)" } == ["a false", "b false"])
    }

    @Test("the editor has the task of which one is a part by its name; what names none, several, or a part is an error")
    func parent() async throws {
        let store = TaskList.inMemory()
        for todo in tasks("party cake candles<cake cake2") { try await store.add(todo) }
        try await store.edit(TodoID("cake2"), TodoEdit(text: try TodoText("Salt")), at: time.now)
        try await store.add(
            Todo(id: TodoID("salt2"), text: try TodoText("Salt"), createdAt: time.now, updatedAt: time.now))
        let graph = build(store)
        let screen = graph.mainScreen
        let editor = screen.toEditor.router.open(try await store.todo(TodoID("candles"))).viewModel
        #expect(editor.parentText == "cake")
        try await store.edit(TodoID("cake"), TodoEdit(text: try TodoText("Bake a cake")), at: time.now)
        await editor.load()
        #expect(editor.parentText == "Bake a cake" && !editor.hasUnsavedChanges)
        for (name, code) in [("Nothing", "notFound"), ("Salt", "ambiguousID"), ("candles", "partOfItself")] {
            editor.parentText = name
            #expect(await editor.save() == nil)
            #expect(editor.failure?.code == code && editor.parentText == name && editor.hasUnsavedChanges)
        }
        editor.parentText = " PARTY "
        #expect(await editor.save(closes: false)?.parent == TodoID("party"))
        #expect(editor.parentText == "party" && !editor.hasUnsavedChanges)
        editor.parentText = ""
        #expect(await editor.save()?.parent == nil)
        #expect(try await store.todo(TodoID("candles"))?.parent == nil)
    }

    @Test("a task that was removed together with the one of which it is a part can be saved again, by itself")
    func removedTogether() async throws {
        let store = TaskList.preview(tasks("party cake<party"))
        let cake = try #require(try await store.todo(TodoID("cake")))
        let graph = build(store)
        let editor = graph.mainScreen.toEditor.router.open(cake).viewModel
        try await store.remove([TodoID("party"), cake.id], at: time.now)
        #expect(await waitUntil { editor.isRemoved })
        let saved = try #require(await editor.save(closes: false))
        #expect(saved.text.value == "cake" && saved.parent == nil && !editor.hasUnsavedChanges)
        graph.detach()
    }

    @Test("the tags of the shown tasks are offered, each once; an empty list names the tag that none has")
    func tags() async throws {
        let graph = build(.inMemory())
        let list = graph.mainScreen.list.viewModel
        await list.load()
        for tags in [["Home", "b"], ["home", "a"], []] { await list.add("task", tags: try TodoTags(tags)) }
        #expect(await waitUntil { list.todos.count == 3 })
        #expect(list.tags == ["a", "b", "Home"])
        list.filter.tag = "HOME"
        #expect(list.rows.count == 2)
        list.filter.tag = "x"
        #expect(list.isEmpty && english(list.emptyMessage) == "No tasks with the tag “x”")
        list.filter.searchText = "y"
        #expect(english(list.emptyMessage) == "No such tasks")
    }
}
