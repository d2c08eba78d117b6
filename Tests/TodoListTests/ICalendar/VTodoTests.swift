import CoreModule
import Foundation
import SuperappTesting
import TestSupport
import Testing
import TodoList

@Suite("Tasks in iCalendar objects", .bounded)
struct VTodoTests {
    private func todo(_ text: String) throws -> VTodo {
        try #require(try ICalendarObject(parsing: ICalendarFixture.calendar(text)).todos.first)
    }

    /// What an edit leaves of a task: its lines, but those around it and its identifier.
    private func edited(_ text: String, _ edit: (inout VTodo) -> Void) throws -> String {
        var todo = try todo(text)
        edit(&todo)
        let lines = String(decoding: todo.component.bytes, as: UTF8.self).replacing("\r\n ", with: "")
        let body = lines.components(separatedBy: "\r\n").dropFirst(2).dropLast(2)
        return body.joined(separator: "\n")
    }

    private func date(_ text: String) throws -> Date {
        guard case .utc(let time)? = try todo("DUE:\(text)").due else { throw ICalendarError.notACalendar(line: 0) }
        return time.date()
    }

    @Test("a task of a web front end is read")
    func webTasks() throws {
        let todo = try #require(try ICalendarObject(parsing: ICalendarFixture.webTasks).todos.first)
        #expect(todo.uid == "5b2f7a58-6d3e-4c26-9c1e-f2a6a1f2c0de")
        #expect(todo.summary == "Buy milk, bread; and tea")
        #expect(
            todo.notes
                == "First line\nSecond line with a very long text that goes on and on and is folded, as it must be, at seventy-five octets"
        )
        #expect(todo.number("PRIORITY") == 3)
        #expect(todo.priorityClass == .high)
        #expect(todo.number("PERCENT-COMPLETE") == 40)
        #expect(todo.status == "IN-PROCESS")
        #expect(!todo.isCompleted && todo.component.line("RRULE") == nil && !todo.isOverride)
        #expect(todo.component.line("RDATE") == nil)
        #expect(try todo.due == .date(CalendarDay("2026-12-01")))
        // Its stamps say no zone, and are taken for UTC.
        #expect(try todo.created == date("20261120T081500Z"))
        #expect(try todo.lastModified == date("20261121T093000Z"))
        #expect(todo.number("SEQUENCE") == nil)
    }

    @Test("a task of a phone is read")
    func appleReminders() throws {
        let object = try ICalendarObject(parsing: ICalendarFixture.appleReminders)
        let todo = try #require(object.todos.first)
        #expect(todo.summary == "Зубной врач 🦷")
        #expect(todo.isCompleted)
        #expect(try todo.completed == date("20261120T171812Z"))
        #expect(todo.number("SEQUENCE") == 1)
        let due = try #require(try todo.due)
        #expect(ICalendarTimeZones(object).moment(of: due) == .instant(try date("20261201T170000Z")))
        #expect(todo.start == due)
    }

    @Test("a recurring task is distinguished from its overridden recurrences")
    func recurring() throws {
        let todos = try ICalendarObject(parsing: ICalendarFixture.desktopMail).todos
        #expect(todos.map(\.isOverride) == [false, true])
        #expect(todos.map { $0.component.line("RRULE")?.value } == ["FREQ=WEEKLY;BYDAY=MO", nil])
        #expect(todos[1].component.line("RDATE") == nil)
        #expect(todos[0].component.line("RECURRENCE-ID") == nil)
        #expect(todos[1].component.line("RECURRENCE-ID")?.value.hasPrefix("20261109") == true)
        #expect(Set(todos.map(\.uid)).count == 1)
    }

    @Test("editing one recurrence leaves all other bytes unchanged")
    func editOverride() throws {
        let bytes = ICalendarFixture.desktopMail
        var object = try ICalendarObject(parsing: bytes)
        object.updateTodos { if $0.isOverride { $0.setSummary("Später") } }
        let expected = String(decoding: bytes, as: UTF8.self)
            .replacing("SUMMARY;LANGUAGE=de:Müll rausbringen (später)", with: "SUMMARY;LANGUAGE=de:Später")
        #expect(String(decoding: object.bytes, as: UTF8.self) == expected)
    }

    @Test("a new text keeps the language and drops parameters about the old one")
    func texts() throws {
        #expect(
            try edited("SUMMARY;LANGUAGE=de;X-A=\"1:2\":alt\nX-B:1") { $0.setSummary("neu") }
                == "SUMMARY;LANGUAGE=de;X-A=\"1:2\":neu\nX-B:1")
        #expect(
            try edited("DESCRIPTION;ALTREP=\"data:text/html,old\";LANGUAGE=de:old") { $0.setNotes("new") }
                == "DESCRIPTION;LANGUAGE=de:new")
        #expect(
            try edited("SUMMARY;ENCODING=QUOTED-PRINTABLE;CHARSET=UTF-8:a=C3") { $0.setSummary("b") } == "SUMMARY:b")
        #expect(
            try edited("DESCRIPTION;ALTREP=\"a\":same, as") { $0.setNotes("same, as") }
                == "DESCRIPTION;ALTREP=\"a\":same, as")
        #expect(try edited("SUMMARY:a\nDESCRIPTION:b") { $0.setNotes(nil) } == "SUMMARY:a")
        #expect(try edited("X-A:1") { $0.setSummary("a\nb, c") } == "X-A:1\nSUMMARY:a\\nb\\, c")
    }

    @Test("a duplicate property is read once and set once")
    func doubles() throws {
        #expect(try todo("SUMMARY:a\nX-A:1\nSUMMARY:b").summary == "a")
        #expect(try edited("SUMMARY:a\nX-A:1\nSUMMARY:b\nX-B:2") { $0.setSummary("c") } == "SUMMARY:c\nX-A:1\nX-B:2")
        #expect(try edited("DUE:20260101\nX-A:1\nDUE:20260102") { $0.setDue(nil) } == "X-A:1")
    }

    @Test("a new property is placed after the others and before the alarms, with their line ending")
    func place() throws {
        var object = try ICalendarObject(parsing: ICalendarFixture.androidTasks)
        object.updateTodos { $0.setNotes("new") }
        let text = String(decoding: object.bytes, as: UTF8.self)
        #expect(text.contains("DUE:20261122T101500\nDESCRIPTION:new\nBEGIN:VALARM\n"))
        #expect(!text.contains("\r"))
        object.updateTodos { $0.setSummary(String(repeating: "long ", count: 50)) }
        #expect(!object.bytes.contains(13))
    }

    @Test("a time sets the parameters that it needs and drops only invalid ones")
    func due() throws {
        let day = try CalendarDay("2026-12-03")
        let time = try #require(LocalDateTime(day, hour: 9, minute: 5))
        let zoned = ICalendarTime.zoned(time, timeZone: "Europe/Rome")
        let zonedLine = "DUE;X-A=1;TZID=Europe/Berlin;X-B=\"2\":20261201T180000"
        #expect(try edited(zonedLine) { $0.setDue(.utc(time)) } == "DUE;X-A=1;X-B=\"2\":20261203T090500Z")
        #expect(try edited(zonedLine) { $0.setDue(.local(time)) } == "DUE;X-A=1;X-B=\"2\":20261203T090500")
        #expect(try edited(zonedLine) { $0.setDue(.date(day)) } == "DUE;X-A=1;X-B=\"2\";VALUE=DATE:20261203")
        #expect(try edited(zonedLine) { $0.setDue(zoned) } == "DUE;X-A=1;TZID=Europe/Rome;X-B=\"2\":20261203T090500")
        #expect(try edited("DUE;VALUE=DATE:20261201") { $0.setDue(zoned) } == "DUE;TZID=Europe/Rome:20261203T090500")
        #expect(try edited("DUE;VALUE=DATE:20261201") { $0.setDue(.date(day)) } == "DUE;VALUE=DATE:20261203")
        #expect(
            try edited("DUE;VALUE=DATE-TIME:20261201T000000Z") { $0.setDue(.utc(time)) }
                == "DUE;VALUE=DATE-TIME:20261203T090500Z")
        #expect(try edited("X-A:1") { $0.setDue(.date(day)) } == "X-A:1\nDUE;VALUE=DATE:20261203")
        #expect(try edited("DUE:nonsense") { $0.setDue(.utc(time)) } == "DUE:20261203T090500Z")
    }

    @Test("found by fuzzing: a carriage return inside a parameter's name does not bring back a time zone")
    func carriageReturnInName() throws {
        let time = try #require(LocalDateTime(try CalendarDay("2026-12-03"), hour: 9, minute: 5))
        let text = "DUE;TZ\rID=Europe/Berlin:20261201T180000"
        #expect(try todo(text).due?.day.description == "2026-12-01")
        #expect(try edited(text) { $0.setDue(.local(time)) } == "DUE:20261203T090500")
    }

    @Test("a zone's name is quoted if necessary and read again")
    func zoneName() throws {
        var todo = try todo("X-A:1")
        let time = ICalendarTime.zoned(
            try #require(LocalDateTime(try CalendarDay("2026-12-03"), hour: 9, minute: 5)),
            timeZone: "GMT +01:00, \"Own\"")
        todo.setDue(time)
        #expect(todo.component.line("DUE")?.description == "DUE;TZID=\"GMT +01:00, ^'Own^'\":20261203T090500")
        #expect(try todo.due == time)
    }

    @Test("a due time given as a duration stays one until the time changes")
    func dueByDuration() throws {
        let text = "DTSTART:20261201T100000Z\nDURATION:PT2H"
        let due = try #require(try todo(text).due)
        #expect(try edited(text) { $0.setDue(due) } == text)
        #expect(
            try edited(text) { $0.setDue(.date(due.day)) } == "DTSTART;VALUE=DATE:20261201\nDUE;VALUE=DATE:20261201")
        #expect(try edited(text) { $0.setDue(nil) } == "DTSTART:20261201T100000Z")
    }

    @Test("setting an equal value changes no byte, in whatever form it is written")
    func unchanged() throws {
        for fixture in ICalendarFixture.all {
            var object = try ICalendarObject(parsing: fixture.bytes)
            try object.updateTodos { (todo: inout VTodo) throws in
                todo.setSummary(todo.summary)
                todo.setNotes(todo.notes)
                if todo.uid != "b" { try todo.setDue(todo.due) }
                todo.setPriorityClass(todo.priorityClass)
                if let created = todo.created, fixture.name != "webTasks" { todo.setCreated(created) }
                if todo.isCompleted { todo.setCompleted(at: todo.completed) }
                if !todo.isCompleted { todo.setCompleted(at: nil) }
            }
            #expect(object.bytes == fixture.bytes, "\(fixture.name)")
        }
        #expect(try edited("PRIORITY: 05") { $0.setPriorityClass(.normal) } == "PRIORITY: 05")
    }

    @Test(
        "a start moves only if it does not fit the new due time",
        arguments: [
            ("DTSTART;X-A=1:20261101T100000Z", "utc", "DTSTART;X-A=1:20261101T100000Z"),
            ("DTSTART:20261203T090500Z", "utc", "DTSTART:20261203T090500Z"),
            ("DTSTART;X-A=1:20261203T090501Z", "utc", "DTSTART;X-A=1:20261203T090500Z"),
            ("DTSTART;TZID=Asia/Tokyo:20261203T180000", "utc", "DTSTART;TZID=Asia/Tokyo:20261203T180000"),
            ("DTSTART;TZID=Asia/Tokyo:20261203T180501", "utc", "DTSTART:20261203T090500Z"),
            ("DTSTART;TZID=Nowhere:20261203T090500", "utc", "DTSTART;TZID=Nowhere:20261203T090500"),
            ("DTSTART;TZID=Nowhere:20261203T090501", "utc", "DTSTART:20261203T090500Z"),
            ("DTSTART;VALUE=DATE:20261101", "utc", "DTSTART:20261101T000000Z"),
            ("DTSTART;VALUE=DATE:20261204", "utc", "DTSTART:20261203T090500Z"),
            ("DTSTART;VALUE=DATE:20261101", "zoned", "DTSTART;TZID=Europe/Rome:20261101T000000"),
            ("DTSTART;VALUE=DATE:20261101", "local", "DTSTART:20261101T000000"),
            ("DTSTART;VALUE=DATE:20261203", "date", "DTSTART;VALUE=DATE:20261203"),
            ("DTSTART;VALUE=DATE:20261204", "date", "DTSTART;VALUE=DATE:20261203"),
            ("DTSTART;TZID=Europe/Rome:20261203T100000", "date", "DTSTART;VALUE=DATE:20261203"),
            ("DTSTART:nonsense", "utc", "DTSTART:nonsense"),
        ])
    func startFollows(start: String, kind: String, expected: String) throws {
        let day = try CalendarDay("2026-12-03")
        let time = try #require(LocalDateTime(day, hour: 9, minute: 5))
        let times: [String: ICalendarTime] = [
            "date": .date(day), "local": .local(time), "utc": .utc(time),
            "zoned": .zoned(time, timeZone: "Europe/Rome"),
        ]
        let text = try edited(start) { $0.setDue(times[kind]) }
        #expect(text.components(separatedBy: "\n").first == expected)
        #expect(try edited(start) { $0.setDue(nil) } == start)
    }

    @Test("an equal time in another notation is kept")
    func otherLetters() throws {
        let text = "DTSTART: 20261201t100000z\nDUE;VALUE=DATE:20261202T100000"
        let todo = try todo(text)
        let due = try todo.due
        #expect(try edited(text) { $0.setDue(due) } == text)
    }

    // MARK: Completion

    @Test(
        "a task is completed by its status, or without one by its other properties",
        arguments: [
            ("STATUS:COMPLETED", true), ("STATUS:completed", true),
            ("STATUS:NEEDS-ACTION\nCOMPLETED:20261201T100000Z", false),
            ("STATUS:CANCELLED\nPERCENT-COMPLETE:100", false), ("COMPLETED:20261201T100000Z", true),
            ("PERCENT-COMPLETE:100", true),
            ("PERCENT-COMPLETE:99", false), ("X-A:1", false), ("STATUS:X-DONE\nPERCENT-COMPLETE:100", true),
        ])
    func isCompleted(text: String, expected: Bool) throws {
        #expect(try todo(text).isCompleted == expected)
    }

    @Test("completing a task sets status, date and percentage in place")
    func complete() throws {
        let date = try date("20261201T100000Z")
        let done = "STATUS:COMPLETED\nCOMPLETED:20261201T100000Z\nPERCENT-COMPLETE:100"
        #expect(try edited("SUMMARY:a") { $0.setCompleted(at: date) } == "SUMMARY:a\n\(done)")
        #expect(
            try edited("PERCENT-COMPLETE;X-A=1:40\nSTATUS:IN-PROCESS\nX-B:1") { $0.setCompleted(at: date) }
                == "PERCENT-COMPLETE;X-A=1:100\nSTATUS:COMPLETED\nX-B:1\nCOMPLETED:20261201T100000Z\n"
                + "X-SUPERAPP-PROGRESS:IN-PROCESS 40 20261201T100000Z")
        #expect(try edited(done) { $0.setCompleted(at: date + 0.5) } == done)
        #expect(try edited(done) { $0.setCompleted(at: date + 1) }.contains("COMPLETED:20261201T100001Z"))
        #expect(
            try edited("COMPLETED;VALUE=DATE:20261130") { $0.setCompleted(at: date) }
                == "COMPLETED:20261201T100000Z\nSTATUS:COMPLETED\nPERCENT-COMPLETE:100")
    }

    @Test("reopening a task removes date and percentage; an open task is unchanged")
    func reopen() throws {
        #expect(
            try edited("STATUS:COMPLETED\nX-A:1\nCOMPLETED:20261201T100000Z\nPERCENT-COMPLETE:100") {
                $0.setCompleted(at: nil)
            }
                == "STATUS:NEEDS-ACTION\nX-A:1")
        #expect(try edited("COMPLETED:20261201T100000Z") { $0.setCompleted(at: nil) } == "STATUS:NEEDS-ACTION")
        #expect(
            try edited("STATUS:COMPLETED\nPERCENT-COMPLETE:40") { $0.setCompleted(at: nil) }
                == "STATUS:NEEDS-ACTION\nPERCENT-COMPLETE:40")
        #expect(try edited("STATUS:CANCELLED") { $0.setCompleted(at: nil) } == "STATUS:NEEDS-ACTION")
        for text in ["STATUS:IN-PROCESS\nPERCENT-COMPLETE:40", "SUMMARY:a"] {
            #expect(try edited(text) { $0.setCompleted(at: nil) } == text)
        }
    }

    @Test(
        "a task that had begun goes on where it was when it is reopened, unless another program has completed it since",
        arguments: [
            "STATUS:IN-PROCESS\nPERCENT-COMPLETE:40", "STATUS:IN-PROCESS", "STATUS:NEEDS-ACTION\nPERCENT-COMPLETE:99",
        ])
    func progress(before: String) throws {
        let date = try date("20261201T100000Z")
        let done = try edited(before) {
            $0.setCompleted(at: date)
            $0.setCompleted(at: date + 60)
        }
        #expect(try edited(done) { $0.setCompleted(at: nil) } == before)
        for (own, others) in [
            ("COMPLETED:20261201T100100Z", "COMPLETED:20261202T100000Z"), ("STATUS:COMPLETED", "STATUS:CANCELLED"),
            ("COMPLETED:20261201T100100Z\n", ""),
        ] {
            let reopened = try edited(done.replacing(own, with: others)) { $0.setCompleted(at: nil) }
            #expect(reopened == "STATUS:NEEDS-ACTION", "\(others)")
        }
    }

    // MARK: Numbers

    @Test(
        "priorities have three classes, and the number is kept while the class is the same",
        arguments: [
            (nil, TodoPriority.normal), ("0", .normal), ("1", .high), ("4", .high), ("5", .normal), ("6", .low),
            ("9", .low),
            ("10", .normal), ("high", .normal), ("-1", .normal), ("", .normal),
        ])
    func priority(value: String?, expected: TodoPriority) throws {
        let text = value.map { "PRIORITY;X-A=1:\($0)" } ?? "X-A:1"
        #expect(try todo(text).priorityClass == expected)
        for (priority, number) in [(TodoPriority.high, 1), (.normal, 5), (.low, 9)] {
            let expectedText =
                priority == expected ? text : value == nil ? "X-A:1\nPRIORITY:\(number)" : "PRIORITY;X-A=1:\(number)"
            #expect(try edited(text) { $0.setPriorityClass(priority) } == expectedText)
        }
    }

    // MARK: Stamps

    @Test("an edit updates the stamps, and the sequence number if others depend on it, without overflow")
    func modified() throws {
        let date = try date("20261201T100000Z")
        let stamps = "LAST-MODIFIED:20261201T100000Z\nDTSTAMP:20261201T100000Z"
        #expect(try edited("SEQUENCE:4") { $0.setLastModified(date) } == "SEQUENCE:4\n\(stamps)")
        #expect(try edited("SEQUENCE:4") { $0.setLastModified(date, isRevision: true) } == "SEQUENCE:5\n\(stamps)")
        #expect(try edited("X-A:1") { $0.setLastModified(date, isRevision: true) } == "X-A:1\n\(stamps)\nSEQUENCE:1")
        #expect(try edited("SEQUENCE:x") { $0.setLastModified(date, isRevision: true) } == "SEQUENCE:1\n\(stamps)")
        for large in ["2147483647", "999999999999999999", "9999999999999999999"] {
            #expect(
                try edited("SEQUENCE:\(large)") { $0.setLastModified(date, isRevision: true) }.hasPrefix(
                    large.count > 18 ? "SEQUENCE:1\n" : "SEQUENCE:2147483647\n"))
        }
        #expect(try edited("CREATED:20261130T000000Z") { $0.setCreated(date) } == "CREATED:20261201T100000Z")
    }

    @Test("a stamp in another valid form is read")
    func stamps() throws {
        #expect(try todo("CREATED;VALUE=DATE:20261201").created == date("20261201T000000Z"))
        #expect(try todo("CREATED;TZID=Europe/Berlin:20261201T010000").created == date("20261201T000000Z"))
        #expect(try todo("DTSTAMP:20261201T010000Z").stamp == date("20261201T010000Z"))
        let lost = try todo("CREATED;TZID=Nowhere:20261201T010000")
        #expect(lost.created == nil)
    }

    @Test(
        "hostile texts survive as summary and notes, except characters that cannot be written",
        arguments: HostileText.all.indices)
    func hostile(index: Int) throws {
        let text = HostileText.all[index]
        var object = try ICalendarObject(parsing: ICalendarFixture.appleReminders)
        object.updateTodos {
            $0.setSummary(text)
            $0.setNotes(text)
        }
        let read = try #require(try ICalendarObject(parsing: object.bytes).todos.first)
        let expected = Array(text.replacing("\0", with: "").utf8)
        #expect(read.summary.map { Array($0.utf8) } == expected)
        #expect(read.notes.map { Array($0.utf8) } == expected)
    }
}
