import CoreModule
import Foundation
import SuperappTesting
import TestSupport
import Testing
import TodoList

/// A server that validates what it stores, as sabre/dav does.
@Suite("A strict server", .bounded)
struct StrictServerTests {
    /// Tasks that RFC 5545 does not allow, without identifier and stamps, and their deadlines.
    private static let tasks: [(lines: [String], deadline: String?)] = [
        (["DUE:20270110"], "2027-01-10"),
        (["DTSTART:20270105", "DUE;VALUE=DATE:20270110"], "2027-01-10"),
        (["DTSTART;VALUE=DATE:20270120", "DUE;VALUE=DATE:20270110"], "2027-01-10"),
        (["DTSTART;VALUE=DATE:20270105", "DUE:20270110T180000"], "2027-01-10T18:00:00"),
        (["DTSTART:20270105T080000", "DUE;VALUE=DATE:20270110"], "2027-01-10"),
        (["DUE;VALUE=DATE:20270110T180000"], "2027-01-10T18:00:00"),
        (["COMPLETED:20261020", "STATUS:COMPLETED"], nil),
        (["COMPLETED;VALUE=DATE:20261020", "CREATED:20261001", "STATUS:COMPLETED"], nil),
        (["DTSTART:20270105", "RRULE:FREQ=DAILY", "EXDATE:20270106,20270107", "DUE:20270105"], "2027-01-05"),
        (["DTSTART:20270120", "RRULE:FREQ=DAILY", "DUE:20270110"], "2027-01-20"),
        (["DTSTART:soon", "CREATED:2027", "DUE:20270110"], "2027-01-10"),
        (["DTSTART:", "RRULE:FREQ=DAILY", "RDATE:x", "EXDATE:20270111,never", "DUE:20270110"], "2027-01-10"),
        (["RECURRENCE-ID:x", "COMPLETED:yes", "STATUS:COMPLETED"], nil),
        (["SUMMARY:second", "PRIORITY:1", "PRIORITY:2", "DUE:20270110", "DUE:20270111"], "2027-01-10"),
        (["DUE:soon", "DUE:20270110", "PERCENT-COMPLETE:half", "STATUS:?", "STATUS:NEEDS-ACTION"], "2027-01-10"),
        (["DUE:20270110", "RRULE:daily", "RRULE:FREQ=DAILY"], "2027-01-10"),
        (
            ["BEGIN:VALARM", "TRIGGER:soon", "TRIGGER:-PT6M", "ACTION:AUDIO", "ACTION:DISPLAY", "END:VALARM"], nil
        ),
        (["no property", "NO NAME:x", "BEGIN:VALARM", "TRIGGER:-PT5M", "END:VALARM"], nil),
        (["BEGIN:VALARM", "ACTION:AUDIO", "X-RING:loud", "END:VALARM"], nil),
    ]

    @Test("what cannot be sent as it is stays as a text")
    func unreadable() async throws {
        let device = try await TodoDevice(.inMemory, SmallTodoCollection(isStrict: true))
        let exchange = TodoExchange(
            todos: device.todos, clock: device.time.clock, identifiers: IdentifierGenerator.sequence(prefix: "t"),
            timeZone: .gmt)
        _ = try await exchange.importTodos(Array(Self.file.utf8), named: "f", format: .ics)
        try await device.sync()
        let text = device.server.texts.joined().replacing("\r\n", with: "\n").replacing("\n ", with: "")
        for line in [
            "DTSTART:soon", "CREATED:2027", "DTSTART:", "RDATE:x", "EXDATE:20270111\\,never", "RECURRENCE-ID:x",
            "COMPLETED:yes", "SUMMARY:second", "PRIORITY:2", "DUE:20270111", "no property", "NO NAME:x",
            "BEGIN:VALARM\\nACTION:AUDIO\\nX-RING:loud\\nEND:VALARM\\n",
            "DUE:soon", "PERCENT-COMPLETE:half", "STATUS:?", "RRULE:daily", "TRIGGER:soon", "ACTION:DISPLAY",
        ] {
            #expect(text.contains("\nX-SUPERAPP-UNREADABLE:\(line)\n"), "\(line)")
        }
        #expect(text.contains("\nEXDATE;VALUE=DATE:20270111\n"))
        #expect(text.contains("TRIGGER:-PT5M\nACTION:DISPLAY\nEND:VALARM"))
    }

    static var file: String {
        let todos = tasks.enumerated().map { number, task in
            let head = [
                "BEGIN:VTODO", "UID:t\(10 + number)", "DTSTAMP:20261101T080000Z", "SUMMARY:task \(10 + number)",
            ]
            return (head + task.lines + ["X-OTHER:stays", "END:VTODO"]).joined(separator: "\n")
        }
        return (["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//cases//EN"] + todos + ["END:VCALENDAR", ""])
            .joined(separator: "\n")
    }

    @Test("accepts every imported task, before and after an edit", arguments: TaskListKind.allCases)
    func imported(kind: TaskListKind) async throws {
        let device = try await TodoDevice(kind, SmallTodoCollection(isStrict: true))
        let exchange = TodoExchange(
            todos: device.todos, clock: device.time.clock, identifiers: IdentifierGenerator.sequence(prefix: "t"),
            timeZone: .gmt)
        let count = Self.tasks.count
        #expect(try await exchange.importTodos(Array(Self.file.utf8), named: "f", format: .ics).added == count)
        #expect(try await device.sync().pushed == count)
        #expect(try await device.sync() == TodoSyncReport())
        let other = try await TodoDevice(kind, device.server, name: "there")
        try await other.sync()
        for device in [device, other] {
            let todos = try await device.todos.todos().sorted { $0.text.value < $1.text.value }
            #expect(todos.map { $0.deadline?.description } == Self.tasks.map(\.deadline))
            #expect(todos.allSatisfy { $0.sync == .synced })
        }
        for todo in try await other.todos.todos() {
            other.time.advance(by: 1)
            _ = try await other.todos.edit(
                todo.id, TodoEdit(deadline: .set(try TodoDeadline("2027-01-03"))), at: other.time.now)
        }
        #expect(try await other.sync().pushed == count)
        try await device.sync()
        #expect(try await device.todos.todos().allSatisfy { $0.deadline?.description == "2027-01-03" })
        #expect(try await device.sync() == TodoSyncReport())
        #expect(try await other.sync() == TodoSyncReport())
        #expect(device.server.texts.allSatisfy { $0.contains("X-OTHER:stays") })
    }

    @Test("what a lenient server has is not written again before it is edited", arguments: TaskListKind.allCases)
    func lenient(kind: TaskListKind) async throws {
        let device = try await TodoDevice(kind)
        let text = vtodo("a", "milk").replacing("X-UNKNOWN:stays", with: "DTSTART:20270120\nDUE:20270110")
        device.server.write(text, at: "a")
        try await device.sync()
        #expect(try await device.sync() == TodoSyncReport())
        #expect(device.server.texts == [text.replacing("\n", with: "\r\n")])
        try await device.edit("a", "oat milk")
        try await device.sync()
        #expect(StrictCalendar.objection(to: Array((device.server.text(at: "a") ?? "").utf8)) == nil)
    }

    @Test("each refused task is listed with the server's reason", arguments: TaskListKind.allCases)
    func refusals(kind: TaskListKind) async throws {
        let device = try await TodoDevice(kind)
        for id in ["a", "b", "c"] { try await device.add(id) }
        device.server.refuse("a", "c")
        let reason = WebDAVError.refused(status: 400, precondition: nil)
        let error = TodoSyncError.tasks(
            ["a", "c"].map { TodoRefusal(TodoID($0), text: "text of \($0)", reason) })
        await #expect(throws: TodoError.sync(error)) { try await device.sync() }
        let english = Localizer(locale: Locale(identifier: "en"), tables: [.todoList, .coreModule])
        #expect(
            english(error.explanation)
                == "2 tasks are not synchronized; “text of a”: the server refuses it with status 400; “text of c”: the server refuses it with status 400"
        )
        #expect(error.concernsSomeTasks && error.code == "sync")
    }
}
