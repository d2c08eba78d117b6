import CoreModule
import Foundation
import SuperappTesting
import TestSupport
import Testing
import TodoList

@Suite("Which task of a file is which", .bounded)
struct ImportedIdentityTests {
    private func imported(_ components: String, into todos: TaskList) async throws -> [Int] {
        let file = "BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:x\n\(components)\nEND:VCALENDAR\n"
        let exchange = TodoExchange(
            todos: todos, clock: ManualTime().clock, identifiers: IdentifierGenerator.sequence(prefix: "t"),
            timeZone: .gmt)
        let report = try await exchange.importTodos(Array(file.utf8), named: "file", format: .ics)
        return [report.added, report.updated, report.unchanged, report.rejected.count]
    }

    private func task(_ lines: String...) -> String {
        (["BEGIN:VTODO"] + lines + ["END:VTODO"]).joined(separator: "\n")
    }

    private func texts(_ todos: TaskList) async throws -> Set<String> { try await Set(todos.todos().map(\.text.value)) }

    @Test("tasks without an identifier are imported once, also from a later export", arguments: TaskListKind.allCases)
    func withoutIdentifier(kind: TaskListKind) async throws {
        let todos = try await kind.makeList()
        func file(_ stamp: String) -> String {
            task(stamp, "SUMMARY:Call the bank") + "\n" + task(stamp, "UID:", "SUMMARY:Buy stamps")
        }
        #expect(try await imported(file("DTSTAMP:20261101T080000Z"), into: todos) == [2, 0, 0, 0])
        #expect(try await texts(todos) == ["Call the bank", "Buy stamps"])
        #expect(try await imported(file("DTSTAMP:20261101T080000Z"), into: todos) == [0, 0, 2, 0])
        _ = try await imported(file("DTSTAMP:20261102T080000Z"), into: todos)
        #expect(try await todos.todos().count == 2)
    }

    @Test("of two tasks with one identifier the greater sequence number is imported, else the open one, else the first")
    func sameIdentifier() async throws {
        let (old, new) = (task("UID:b", "SEQUENCE:0", "SUMMARY:old"), task("UID:b", "SEQUENCE:2", "SUMMARY:new"))
        let (done, open) = (task("UID:b", "SUMMARY:done", "STATUS:COMPLETED"), task("UID:b", "SUMMARY:open"))
        let newDone = task("UID:b", "SEQUENCE:3", "SUMMARY:closed", "STATUS:COMPLETED")
        for (first, second, kept) in [
            (old, new, "new"), (new, old, "new"), (done, open, "open"), (open, done, "open"), (open, newDone, "closed"),
            (open, task("UID:b", "SUMMARY:other"), "open"),
        ] {
            let todos = try await TaskListKind.inMemory.makeList()
            #expect(try await imported(first + "\n" + second, into: todos) == [1, 0, 0, 1])
            #expect(try await texts(todos) == [kept])
        }
    }

    @Test("an imported task that is edited has met no server all the same", arguments: TaskListKind.allCases)
    func editedState(kind: TaskListKind) async throws {
        let todos = try await kind.makeList()
        _ = try await imported(
            task("UID:a", "DTSTAMP:20261101T080000Z", "SUMMARY:Call", "RRULE:FREQ=DAILY", "DUE;VALUE=DATE:20261201"),
            into: todos)
        let edited = try await todos.edit(TodoID("a"), TodoEdit(priority: .high), at: ManualTime.start)
        #expect(edited.sync == .local)
        #expect(try await todos.todo(TodoID("a")) == edited)
    }

    @Test("two equal tasks without an identifier are one, and nothing is said of an identifier")
    func twins() async throws {
        let todos = try await TaskListKind.inMemory.makeList()
        let twin = task("SUMMARY:Call the bank", "DUE;VALUE=DATE:20261201")
        #expect(try await imported(twin + "\n" + twin, into: todos) == [1, 0, 0, 0])
        #expect(try await imported(twin + "\n" + twin, into: todos) == [0, 0, 1, 0])
    }

    @Test("a task without a text is exported and imported again", arguments: TaskListKind.allCases)
    func withoutText(kind: TaskListKind) async throws {
        let todos = try await kind.makeList()
        let file = task("UID:a", "DUE;VALUE=DATE:20261201") + "\n" + task("UID:b", "SUMMARY: ", "DESCRIPTION:notes")
        #expect(try await imported(file, into: todos) == [2, 0, 0, 0])
        let exchange = TodoExchange(
            todos: todos, clock: ManualTime().clock, identifiers: IdentifierGenerator.sequence(prefix: "t"),
            timeZone: .gmt)
        let out = try await exchange.exportTodos(.ics)
        for (list, counts) in [(todos, [0, 2]), (try await kind.makeList(), [2, 0])] {
            let report = try await TodoExchange(
                todos: list, clock: ManualTime().clock, identifiers: IdentifierGenerator.sequence(prefix: "t"),
                timeZone: .gmt
            ).importTodos(out, named: "file", format: .ics)
            #expect([report.added, report.unchanged] == counts && report.rejected.isEmpty)
            #expect(try await list.todos().map(\.deadline?.description).contains("2026-12-01"))
        }
    }

    @Test("of two tasks with one identifier the kept one has the time zones of the calendar that it came from")
    func zonesOfTheKept() async throws {
        func calendar(_ offset: String, _ sequence: Int) -> String {
            "BEGIN:VTIMEZONE\nTZID:Own\nBEGIN:STANDARD\nDTSTART:19700101T000000\nTZOFFSETFROM:\(offset)\nTZOFFSETTO:\(offset)\n"
                + "END:STANDARD\nEND:VTIMEZONE\n"
                + task("UID:a", "SEQUENCE:\(sequence)", "SUMMARY:a", "DUE;TZID=Own:20261201T180000")
        }
        let border = "\nEND:VCALENDAR\nBEGIN:VCALENDAR\nVERSION:2.0\nPRODID:x\n"
        for (first, second) in [(0, 1), (1, 0)] {
            let todos = try await TaskListKind.inMemory.makeList()
            let file = calendar("+0200", first) + border + calendar("+0500", second)
            #expect(try await imported(file, into: todos) == [1, 0, 0, 1])
            let hour = first == 0 ? 13 : 16
            #expect(try await todos.todos().map(\.deadline?.description) == ["2026-12-01T\(hour):00:00Z"])
        }
    }

    @Test(
        "a time zone of the file's own may say the hour of its changes in the rule",
        arguments: [
            ("BYHOUR=2;BYMINUTE=0", "2026-03-29T01:30:00", "2026-03-28T23:30:00Z"),
            ("BYHOUR=2;BYMINUTE=0;BYSECOND=0", "2026-03-29T03:30:00", "2026-03-29T00:30:00Z"),
            ("BYHOUR=4", "2026-03-29T03:30:00", "2026-03-29T01:30:00Z"),
            ("BYHOUR=4", "2026-03-29T05:30:00", "2026-03-29T02:30:00Z"),
            // What is not understood is read as a local time.
            ("BYHOUR=2,4", "2026-03-29T05:30:00", "2026-03-29T05:30:00"),
            ("BYHOUR=24", "2026-03-29T05:30:00", "2026-03-29T05:30:00"),
        ])
    func hours(part: String, due: String, expected: String) async throws {
        let todos = try await TaskListKind.inMemory.makeList()
        let zone = """
            BEGIN:VTIMEZONE
            TZID:Own
            BEGIN:DAYLIGHT
            DTSTART:19700329T020000
            TZOFFSETFROM:+0200
            TZOFFSETTO:+0300
            RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU;\(part)
            END:DAYLIGHT
            BEGIN:STANDARD
            DTSTART:19701025T030000
            TZOFFSETFROM:+0300
            TZOFFSETTO:+0200
            RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU
            END:STANDARD
            END:VTIMEZONE

            """
        let time = due.filter { $0 != "-" && $0 != ":" }
        _ = try await imported(zone + task("UID:a", "SUMMARY:a", "DUE;TZID=Own:\(time)"), into: todos)
        #expect(try await todos.todos().map(\.deadline?.description) == [expected])
    }

    @Test("a file with events only says so; one without anything does not")
    func events() async throws {
        let todos = try await TaskListKind.inMemory.makeList()
        await #expect(throws: TodoError.fileUnreadable(path: "file", reason: Message("it has events, and no tasks"))) {
            try await imported("BEGIN:VEVENT\nUID:e\nSUMMARY:party\nEND:VEVENT", into: todos)
        }
        #expect(try await imported("X-NAME:empty", into: todos) == [0, 0, 0, 0])
    }
}
