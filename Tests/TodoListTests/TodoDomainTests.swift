import CoreModule
import Foundation
import SuperappTesting
import TestSupport
import Testing
import TodoList

@Suite("Tasks", .bounded)
struct TodoDomainTests {
    @Test("a task's text is trimmed, and has from 1 to 500 characters")
    func text() throws {
        #expect(try TodoText("  milk\n").value == "milk")
        #expect(try TodoText("call\u{200B} m\u{AD}um").value == "call mum")
        // White space, and marks that nobody sees: a byte order mark, a soft hyphen, a filler, a joiner.
        for text in [" \t", "\u{FEFF}", "\u{AD}", "\u{3164} \u{2060}", "\u{200D}"] {
            #expect(throws: TodoError.emptyText) { try TodoText(text) }
        }
        #expect(throws: TodoError.textTooLong(length: 501)) { try TodoText(String(repeating: "я", count: 501)) }
    }

    @Test("a task has no control characters; white space stays in notes")
    func controlCharacters() throws {
        #expect(try TodoText("a\u{0}b\u{1B}c\u{85}").value == "abc")
        #expect(try TodoNotes("a\tb\n\u{7}c\u{9B}d").value == "a\tb\ncd")
        #expect(try TodoTags(["a\u{0}b"]).names == ["ab"])
        #expect(throws: TodoError.emptyText) { try TodoText("\u{0}\u{7F}") }
    }

    @Test("a search, a tag and a name find a task whatever characters nobody sees in them, or in the task")
    func unseen() async throws {
        let time = ManualTime()
        let todos = TaskList.inMemory()
        let file =
            "BEGIN:VCALENDAR\nBEGIN:VTODO\nUID:a\nSUMMARY:Buy m\u{AD}ilk\nCATEGORIES:sh\u{200B}op\nEND:VTODO\nEND:VCALENDAR\n"
        let exchange = TodoExchange(
            todos: todos, clock: time.clock, identifiers: .sequence(prefix: "t"), timeZone: .gmt)
        _ = try await exchange.importTodos(Array(file.utf8), named: "file", format: .ics)
        let all = try await todos.todos()
        for filter in [
            TodoFilter(searchText: "milk"), TodoFilter(searchText: "mi\u{AD}lk \u{FEFF}"),
            TodoFilter(searchText: "shop"),
            TodoFilter(tag: "shop"), TodoFilter(tag: "s\u{AD}hop"), TodoFilter(searchText: "\u{AD}"),
        ] {
            #expect(filter.matches(in: all, at: time.now, in: .gmt).map(\.id.rawValue) == ["a"], "\(filter)")
        }
        #expect(try await todos.todo(named: "buy milk").id.rawValue == "a")
        #expect(try await todos.todo(named: "Buy mil\u{AD}k").id.rawValue == "a")
    }

    @Test("an edit changes the named fields and makes a synchronized task dirty; an empty edit changes nothing")
    func edits() throws {
        let time = ManualTime()
        let day = try CalendarDay("2026-12-01")
        let todo = Todo(
            id: TodoID("1"), text: try TodoText("milk"), deadline: .day(day), createdAt: time.now, updatedAt: time.now,
            sync: .synced)
        time.advance(by: 5)
        #expect(TodoEdit().applied(to: todo, at: time.now) == todo)
        #expect(TodoEdit(priority: .normal, deadline: .day(day)).applied(to: todo, at: time.now) == todo)
        let edited = TodoEdit(
            text: try TodoText("bread"), priority: .high, deadline: .cleared, isCompleted: true
        )
        .applied(to: todo, at: time.now)
        #expect(
            edited.text.value == "bread" && edited.priority == .high && edited.deadline == nil && edited.isCompleted)
        #expect(edited.completedAt == Date(timeIntervalSince1970: time.now.timeIntervalSince1970.rounded(.down)))
        #expect(edited.sync == .dirty && edited.updatedAt == time.now && edited.createdAt == todo.createdAt)
    }

    @Test(
        "a task is overdue when its deadline has passed in the local time zone, unless it is done",
        arguments: [
            // The deadline, the date in UTC, the zone's offset in hours, and whether it is overdue then.
            ("2026-12-01", "2026-12-01T23:59:59Z", 0, false), ("2026-12-01", "2026-12-02T00:00:00Z", 0, true),
            ("2026-12-01", "2026-12-01T23:00:00Z", 1, true), ("2026-12-01", "2026-12-02T00:00:00Z", -1, false),
            ("2026-12-01T18:00", "2026-12-01T17:00:01Z", 1, true),
            ("2026-12-01T18:00", "2026-12-01T17:59:00Z", 0, false),
            ("2026-12-01T18:00Z", "2026-12-01T18:00:01Z", -9, true),
            ("2026-12-01T18:00Z", "2026-12-01T18:00:00Z", 9, false),
        ])
    func overdue(deadline: String, moment: String, hours: Int, isOverdue: Bool) throws {
        guard case .moment(let date) = try TodoDeadline(moment) else { throw TodoError.invalidDate(moment) }
        let zone = try #require(TimeZone(secondsFromGMT: hours * 3600))
        var todo = Todo(
            id: TodoID("1"), text: try TodoText("milk"), deadline: try TodoDeadline(deadline), createdAt: .distantPast,
            updatedAt: .distantPast)
        #expect(todo.isOverdue(at: date, in: zone) == isOverdue)
        todo.isCompleted = true
        #expect(!todo.isOverdue(at: date, in: zone))
    }

    @Test(
        "a deadline is read in the form in which it is written, and in no other",
        arguments: [
            ("2026-12-01", "2026-12-01"), ("2026-12-01T18:05", "2026-12-01T18:05:00"),
            ("2026-12-01 18:05:09", "2026-12-01T18:05:09"), ("2026-12-01T18:05:09Z", "2026-12-01T18:05:09Z"),
            ("2026-12-01T", nil), ("2026-12-01T24:00", nil), ("2026-12-01T1:00", nil), ("2026-12-01Z", nil),
            ("2026-02-30T10:00", nil), ("2026-12-01T10", nil), ("2026-12-01x10:00", nil), ("", nil),
            ("2026-12-01T١٢:00", nil), ("2026-12-01T10:00:00:00", nil), ("2026-12-01T+1:00", nil),
        ])
    func deadlines(text: String, expected: String?) throws {
        if let expected {
            let deadline = try TodoDeadline(text)
            #expect(deadline.description == expected)
            #expect(try TodoDeadline(expected) == deadline)
        } else {
            #expect(throws: TodoError.invalidDate(text)) { try TodoDeadline(text) }
        }
    }

    @Test("notes have a maximum length")
    func notes() throws {
        #expect(try TodoNotes("  a\nb \n").value == "a\nb")
        #expect(try TodoNotes("").value.isEmpty)
        #expect(try TodoNotes(String(repeating: "я", count: 20_000)).value.count == 20_000)
        #expect(throws: TodoError.notesTooLong(length: 20_001)) {
            try TodoNotes(String(repeating: "я", count: 20_001))
        }
    }

    @Test("of many refused tasks the first five are named, and all are counted")
    func refusals() {
        let refusals = (1...2_000).map { TodoRefusal(TodoID("\($0)"), text: "task \($0)", .full) }
        let text = Localizer(locale: Locale(identifier: "en"), tables: [.todoList, .coreModule])(
            TodoSyncError.tasks(refusals).explanation)
        #expect(text.hasPrefix("2,000 tasks are not synchronized; “task 1”") || text.hasPrefix("2000 tasks"))
        #expect(text.contains("“task 5”") && !text.contains("“task 6”"))
    }
}
