import CoreModule
import Foundation
import SuperappTesting
import TestSupport
import Testing
import TodoList

@Suite("A new task in one line", .bounded)
struct TodoQuickEntryTests {
    private static let typed = "(A) call mum due:2026-12-01 +family @phone rec:1w"
    private let time = ManualTime()

    @MainActor
    private func graph() -> TodoListGraph {
        .preview(
            TodoListDependencies(
                todos: .inMemory(), clock: time.clock, identifiers: .sequence(prefix: "t"), timeZone: .gmt,
                locale: Locale(identifier: "en_US")))
    }

    @Test("letter, due, rec, projects and contexts are what they are in a file")
    func parts() throws {
        let entry = TodoQuickEntry(Self.typed, now: LocalDateTime(time.now))
        #expect(entry.text == "call mum +family @phone" && entry.priority == .high)
        #expect(try entry.deadline == TodoDeadline("2026-12-01") && entry.recurrence?.rule == "FREQ=WEEKLY")
        #expect(entry.tags.names == ["family", "phone"])
        let now = Date(timeIntervalSince1970: 1_796_040_000)
        #expect(
            entry.message(now: now, timeZone: .gmt).map { "\($0)" }
                == "priority: high · due tomorrow · every week · #family #phone")
    }

    @Test(
        "a deadline is one word that the field of a deadline reads, in both languages; the screens understand it, too")
    @MainActor
    func words() async throws {
        // It is Saturday, 21 November 2026.
        let words = [
            "tomorrow": "2026-11-22", "Fri": "2026-11-27", "+1w": "2026-11-28", "завтра": "2026-11-22",
            "пт": "2026-11-27", "12/1": "2026-12-01", "1.12.": "2026-12-01", "2026-12-01T18:00": "2026-12-01T18:00:00",
        ]
        let graph = graph()
        let (list, editor) = (graph.mainScreen.list.viewModel, graph.mainScreen.toEditor.router.open(nil).viewModel)
        var read: [String: String] = [:]
        for word in words.keys {
            let todo = try #require(await list.add("Call due:\(word) mum"))
            read[word] = todo.text.value == "Call mum" ? todo.deadline?.description : todo.text.value
        }
        #expect(read == words)
        (list.typedText, editor.text) = ("Call due:tomorrow", "Call due:tomorrow")
        for message in [list.typedTextMessage, editor.understoodMessage] {
            #expect(message.map { "\($0)" } == "due tomorrow")
        }
        #expect(await editor.save()?.deadline?.description == "2026-11-22")
    }

    @Test(
        "what may mean something else is text",
        arguments: [
            "write to anna@example.com", "learn C++", "pay due:none", "(a) grade", "(AB) test",
            "call at 10:30", "x ray", "2026-12-01 party", "read https://example.com/a:b", "sweep pri:B",
            "meet (B) there", "+1 for @3", "@ home + away", "due:2026-12-01", "(A) rec:1w", "", "  ", "a\nb",
        ])
    func text(typed: String) {
        let entry = TodoQuickEntry(typed, now: LocalDateTime(time.now))
        #expect(entry.text == typed && entry.tags == .none)
        #expect(entry.priority == nil && entry.deadline == nil && entry.recurrence == nil)
        #expect(entry.message(now: time.now, timeZone: .gmt) == nil)
    }

    @Test(
        "a due, rec or t whose value says nothing stays text, and the hint says so",
        arguments: [
            ("pay due:soon", "not understood: due:soon"), ("pay due:2026-13-01", "not understood: due:2026-13-01"),
            ("rec:often", "not understood: rec:often"), ("sweep rec:2b", "not understood: rec:2b"),
            ("call due:tomorow rec:1w", "every week · not understood: due:tomorow"),
            ("call Due:fri", "not understood: Due:fri"), ("rest t:soon", "not understood: t:soon"),
            ("call due:soon rec:x +family", "#family · not understood: due:soon rec:x"),
            // It would begin behind its deadline, or at an hour of a day without one.
            ("pay due:2026-12-01 t:2026-12-01", "due Dec 1, 2026 · not understood: t:2026-12-01"),
            ("pay due:2026-12-01 t:18:00", "due Dec 1, 2026 · not understood: t:18:00"),
        ])
    func notUnderstood(typed: String, hint: String) {
        let entry = TodoQuickEntry(typed, now: LocalDateTime(time.now))
        let english = Localizer(locale: Locale(identifier: "en_US"), tables: [])
        #expect(entry.message(now: time.now, timeZone: .gmt).map { english($0) } == hint)
        let pairs = hint.split(separator: " ").filter { $0.contains(/[a-zA-Z]:./) }
        #expect(pairs.allSatisfy(entry.text.contains))
    }

    @Test("a t is the start, in any word that names a day before the deadline")
    @MainActor
    func start() async throws {
        let list = graph().mainScreen.list.viewModel
        var read: [String: String] = [:]
        let starts = ["t:2026-12-01": "2026-12-01", "t:tomorrow due:fri": "2026-11-22", "t:завтра": "2026-11-22"]
        for typed in starts.keys {
            let todo = try #require(await list.add("Pay \(typed)"))
            read[typed] = todo.text.value == "Pay" ? todo.start?.description : todo.text.value
        }
        #expect(read == starts)
        list.typedText = "Pay t:tomorrow"
        #expect(list.typedTextMessage.map { "\($0)" } == "from tomorrow")
        #expect(
            await list.add("Pay t:tomorrow", start: try TodoDeadline("2026-12-01"))?.start?.description == "2026-12-01")
    }

    @MainActor
    @Test("the list's field and the editor of a new task understand it, and say what")
    func screens() async throws {
        let graph = graph()
        let (list, editor) = (graph.mainScreen.list.viewModel, graph.mainScreen.toEditor.router.open(nil).viewModel)
        list.typedText = Self.typed
        editor.text = Self.typed
        let expected = "priority: high · due Dec 1, 2026 · every week · #family #phone"
        for message in [list.typedTextMessage, editor.understoodMessage] {
            #expect(message.map { Localizer(locale: Locale(identifier: "en_US"), tables: [])($0) } == expected)
        }
        let tasks = [try #require(await list.addTyped()), try #require(await editor.save())]
        for task in tasks {
            #expect(task.text.value == "call mum +family @phone" && task.priority == .high)
            #expect(task.deadline?.description == "2026-12-01" && task.recurrence?.rule == "FREQ=WEEKLY")
            #expect(task.tags.names == ["family", "phone"])
        }
        // The text of a task that there is stays text.
        let other = graph.mainScreen.toEditor.router.open(tasks[0]).viewModel
        other.text = "(C) call due:2027-01-01"
        #expect(other.understoodMessage == nil)
        #expect(await other.save()?.text.value == "(C) call due:2027-01-01")
    }

    @MainActor
    @Test("a value of a field or an option of its own counts before that in the text")
    func options() async throws {
        let graph = graph()
        let list = graph.mainScreen.list.viewModel
        let task = try #require(
            await list.add(
                Self.typed, priority: .normal, deadline: try TodoDeadline("2026-12-05"), recurrence: .cleared,
                tags: try TodoTags(["other"])))
        #expect(task.text.value == "call mum +family @phone" && task.priority == .normal && task.recurrence == nil)
        #expect(task.deadline?.description == "2026-12-05" && task.tags.names == ["other"])
        let editor = graph.mainScreen.toEditor.router.open(nil).viewModel
        editor.text = Self.typed
        editor.priority = .low
        editor.recurrenceText = "daily"
        let saved = try #require(await editor.save())
        #expect(
            saved.priority == .low && saved.recurrence?.rule == "FREQ=DAILY" && saved.tags.names == ["family", "phone"])
    }

    @MainActor
    @Test("a letter of a typed task is the letter of an export")
    func letter() async throws {
        let graph = graph()
        _ = await graph.mainScreen.list.viewModel.add("(B) sweep rec:2w due:2026-12-01")
        let out = String(decoding: try await graph.exchange.exportTodos(.txt), as: UTF8.self)
        #expect(out == "(B) 2026-11-21 sweep due:2026-12-01 rec:2w\n")
    }
}
