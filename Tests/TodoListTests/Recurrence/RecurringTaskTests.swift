import CoreModule
import Foundation
import SuperappTesting
import TestSupport
import Testing
import TodoList

@Suite("Recurring tasks", .bounded)
struct RecurringTaskTests: TestsOfPills {
    // MARK: The next time

    @Test("a done task moves to its next time and stays open there; start and deadline move by the same difference")
    func step() throws {
        var record = try record(
            object(
                "DTSTART;TZID=Europe/Berlin:20261201T080000", "DUE;TZID=Europe/Berlin:20261201T200000",
                "RRULE:FREQ=DAILY", "STATUS:IN-PROCESS", "PERCENT-COMPLETE:30"))
        try complete(&record, at: "2026-12-01T12:00")
        let todo = try #require(record.todo)
        #expect(!todo.isCompleted && todo.sync == .dirty)
        #expect(todo.deadline == .moment(try date("2026-12-02T19:00")))
        #expect(
            try lines(record) == [
                "DTSTART;TZID=Europe/Berlin:20261202T080000", "DUE;TZID=Europe/Berlin:20261202T200000",
                "RRULE:FREQ=DAILY", "STATUS:IN-PROCESS", "PERCENT-COMPLETE:30",
            ])
    }

    @Test(
        "the next time is the first one that is not past, and later than the one that was due",
        arguments: [
            ("DUE;VALUE=DATE:20261201", "2026-12-01T12:00", "2026-12-02"),
            ("DUE;VALUE=DATE:20261201", "2026-11-20T12:00", "2026-12-02"),
            ("DUE;VALUE=DATE:20261201", "2026-12-05T12:00", "2026-12-05"),
            ("DUE:20261201T090000", "2026-12-05T08:00", "2026-12-05T09:00:00"),
            ("DUE:20261201T090000", "2026-12-05T10:00", "2026-12-06T09:00:00"),
            ("DUE:20261201T090000Z", "2026-12-05T10:00", "2026-12-06T09:00:00Z"),
            ("DTSTART;VALUE=DATE:20261201", "2026-12-05T10:00", "none"),
        ])
    func afterNow(line: String, now: String, deadline: String) throws {
        var record = try record(object(line, "RRULE:FREQ=DAILY"))
        try complete(&record, at: now)
        #expect(record.todo?.deadline?.description ?? "none" == deadline)
        if deadline == "none" { #expect(try lines(record, "DTSTART") == ["DTSTART;VALUE=DATE:20261205"]) }
        #expect(record.todo?.isCompleted == false)
    }

    @Test(
        "over the whole life a task is done as often as its rule, its added and its left out times say",
        arguments: [
            (["RRULE:FREQ=DAILY;COUNT=4"], 4),
            (["RRULE:FREQ=DAILY;UNTIL=20261203"], 3),
            (["RRULE:FREQ=DAILY;COUNT=4", "EXDATE;VALUE=DATE:20261202,20261204"], 2),
            (["RRULE:FREQ=WEEKLY;COUNT=3", "RDATE;VALUE=DATE:20261203,20261210", "RDATE;VALUE=DATE:20270101"], 6),
            (["RRULE:FREQ=WEEKLY;INTERVAL=2;COUNT=2;BYDAY=TU", "RDATE;VALUE=DATE:20261203"], 3),
            (["RDATE;VALUE=DATE:20261203,20261210"], 3),
        ])
    func wholeLife(lines: [String], count: Int) throws {
        var record = try record(
            object("DTSTART;VALUE=DATE:20261201", "DUE;VALUE=DATE:20261201", lines.joined(separator: "\r\n")))
        let series = try #require(record.todo?.recurrence?.series(ICalendarTimeZones())).map(\.time.day.description)
        var days: [String] = []
        while record.todo?.isCompleted == false, days.count < 10 {
            days.append(try #require(record.todo?.deadline?.description))
            try complete(&record, at: "2026-11-01T12:00")
            // As another device reads it.
            let bytes = try #require(record.bytes(device: "here"))
            record.delivered(bytes, at: try #require(WebDAVPath(rawValue: "/pills.ics")), etag: ETag("\"2\""))
            #expect(record.todo?.sync == .synced)
        }
        #expect(days == series)
        #expect(days.count == count)
    }

    @Test("what is left of COUNT is counted, added times go when they are passed, and every other line stays")
    func properties() throws {
        var record = try record(
            object(
                "DTSTART;VALUE=DATE:20261201", "DUE;VALUE=DATE:20261202", "RRULE:freq=WEEKLY;COUNT=3",
                "RDATE;VALUE=DATE:20261203,20261210", "EXDATE;VALUE=DATE:20261201,20261222"))
        // The first time is left out, so the task stands for the next one.
        #expect(record.todo?.deadline?.description == "2026-12-04")
        try complete(&record, at: "2026-11-01T12:00")
        #expect(
            try lines(record) == [
                "DTSTART;VALUE=DATE:20261208", "DUE;VALUE=DATE:20261209", "RRULE:freq=WEEKLY;COUNT=2",
                "RDATE;VALUE=DATE:20261210", "EXDATE;VALUE=DATE:20261201,20261222",
            ])
        try complete(&record, at: "2026-11-01T12:00")
        #expect(try lines(record, "DTSTART", "RRULE", "RDATE", "X-SUPERAPP").contains("DTSTART;VALUE=DATE:20261210"))
        #expect(record.todo?.deadline?.description == "2026-12-11")
    }

    @Test("with the last time the task is done, and keeps its rule")
    func last() throws {
        var record = try record(object("DUE;VALUE=DATE:20261201", "RRULE:FREQ=DAILY;UNTIL=20261203"))
        try complete(&record, at: "2026-12-04T12:00")
        #expect(record.todo?.isCompleted == true)
        #expect(
            try lines(record, "DUE", "RRULE", "STATUS") == [
                "DUE;VALUE=DATE:20261201", "RRULE:FREQ=DAILY;UNTIL=20261203", "STATUS:COMPLETED",
            ])
        try record.edit(TodoEdit(isCompleted: false), at: try date("2026-12-04T13:00"), in: utc)
        #expect(record.todo?.isCompleted == false && record.todo?.deadline?.description == "2026-12-01")
    }

    @Test("the hour stays when the clocks change, and the 31st and 29 February are only where they are")
    func calendar() throws {
        var clocks = try record(object("DUE;TZID=Europe/Berlin:20270327T183000", "RRULE:FREQ=DAILY"))
        try complete(&clocks, at: "2027-03-27T12:00")
        #expect(clocks.todo?.deadline == .moment(try date("2027-03-28T16:30")))
        var month = try record(object("DUE;VALUE=DATE:20270131", "RRULE:FREQ=MONTHLY"))
        try complete(&month, at: "2027-01-31T12:00")
        #expect(month.todo?.deadline?.description == "2027-03-31")
        var leap = try record(object("DUE;VALUE=DATE:20280229", "RRULE:FREQ=YEARLY"))
        try complete(&leap, at: "2028-02-29T12:00")
        #expect(leap.todo?.deadline?.description == "2032-02-29")
    }

    @Test(
        "a time of day that the clocks skip on one day is that time again on the next",
        arguments: [
            ["DUE;TZID=Europe/Berlin:20270327T023000"],
            ["DTSTART;TZID=Europe/Berlin:20270327T023000", "DUE;TZID=Europe/Berlin:20270327T023000"],
            ["DTSTART;TZID=Europe/Berlin:20270326T200000", "DUE;TZID=Europe/Berlin:20270327T023000"],
        ], [false, true])
    func skippedHour(times: [String], isSent: Bool) throws {
        var record = try record(object(times.joined(separator: "\r\n"), "RRULE:FREQ=DAILY;COUNT=3"))
        var seen: [String?] = []
        for _ in 0..<2 {
            try complete(&record, at: "2027-03-01T12:00")
            seen.append(record.todo?.deadline?.description)
            seen += try lines(record, "DUE")
            // As another device reads it.
            if isSent { record = try self.record(try #require(record.bytes(device: "here"))) }
        }
        #expect(
            seen == [
                "2027-03-28T01:30:00Z", "DUE;TZID=Europe/Berlin:20270328T023000",
                "2027-03-29T00:30:00Z", "DUE;TZID=Europe/Berlin:20270329T023000",
            ])
    }

    @Test(
        "a task whose next time is not known is not done by a step; its error names the task and what is not understood"
    )
    func unknown() throws {
        let (english, russian) = (
            Localizer(locale: Locale(identifier: "en"), tables: [.todoList, .coreModule]),
            Localizer(locale: Locale(identifier: "ru"), tables: [.todoList, .coreModule])
        )
        let day = "DUE;VALUE=DATE:20261201"
        for (lines, reason, inRussian) in [
            ([day, "RRULE:FREQ=DAILY;SKIP=OMIT"], "“SKIP=OMIT” in its recurrence is", "«SKIP=OMIT» в её повторе"),
            ([day, "RRULE:INTERVAL=2"], "“INTERVAL=2” in its recurrence is", "«INTERVAL=2» в её повторе"),
            ([day, "RRULE:FREQ=WEEKLY;BYMONTHDAY=1"], "“FREQ=WEEKLY;BYMONTHDAY=1” in", "«FREQ=WEEKLY;BYMONTHDAY=1» в"),
            ([day, "RRULE:FREQ=DAILY;COUNT=x;BYDAY=MO"], "“COUNT=x” in its recurrence is", "«COUNT=x» в её повторе"),
            ([day, "RRULE:FREQ=HOURLY"], "“FREQ=HOURLY” repeats within a day", "«FREQ=HOURLY» — повтор в течение дня"),
            ([day, "RRULE:FREQ=DAILY", "RRULE:FREQ=WEEKLY"], "it recurs by several rules", "по нескольким правилам"),
            (
                [day, "RRULE:FREQ=DAILY", "EXRULE:FREQ=WEEKLY"], "adds or leaves out are not",
                "добавляет или пропускает"
            ),
            (["RRULE:FREQ=DAILY"], "neither a start nor a deadline", "начала и срока у неё нет"),
        ] {
            var record = try record(object(lines.joined(separator: "\r\n")))
            let (before, isUnknown) = (record, record.todo?.recurrence?.isUnderstood == false)
            let error = #expect(throws: TodoError.self) { try complete(&record, at: "2026-12-01T12:00") }
            let texts = [english, russian].map { localize in error.map { localize($0.explanation) } ?? "" }
            #expect(
                isUnknown && record == before && texts.allSatisfy { $0.contains("Take pills") }
                    && texts[0].contains(reason) && texts[1].contains(inRussian), "\(texts)")
        }
    }

    // MARK: Other programs

    @Test("a time that another program has closed by itself is passed, and is not the next one")
    func closedTimes() throws {
        let closed = [
            "RECURRENCE-ID;VALUE=DATE:20261201 STATUS:COMPLETED", "RECURRENCE-ID;VALUE=DATE:20261203 STATUS:CANCELLED",
            "RECURRENCE-ID;VALUE=DATE:20261204 SUMMARY:Two",
        ]
        let bytes = object(
            "DTSTART;VALUE=DATE:20261201", "DUE;VALUE=DATE:20261201", "RRULE:FREQ=DAILY", overrides: closed)
        var record = try record(bytes)
        #expect(record.todo?.deadline?.description == "2026-12-02")
        #expect(record.todo?.sync == .synced)
        try complete(&record, at: "2026-12-01T12:00")
        #expect(record.todo?.deadline?.description == "2026-12-04")
        // The times that are passed stay as they are.
        #expect(
            try lines(record, "DTSTART", "RECURRENCE-ID") == ["DTSTART;VALUE=DATE:20261204"]
                + closed.map { String($0.split(separator: " ")[0]) })
    }

    @Test("an edit that has nothing to do with the times keeps each of their bytes")
    func bytes() throws {
        let bytes = object(
            "DTSTART;X-A=1;VALUE=DATE:20261201", "RRULE:FREQ=DAILY;INTERVAL=1", "EXDATE;VALUE=DATE;X-B=2:20261201")
        var record = try record(bytes)
        try record.edit(TodoEdit(priority: .high), at: try date("2026-12-01T12:00"), in: utc)
        #expect(
            try lines(record) == [
                "DTSTART;X-A=1;VALUE=DATE:20261201", "RRULE:FREQ=DAILY;INTERVAL=1", "EXDATE;VALUE=DATE;X-B=2:20261201",
            ])
    }

    @Test("a day as the deadline of a task at a time makes every time of its rule a day, and the other way round")
    func types() throws {
        var record = try record(
            object(
                "DTSTART;TZID=Europe/Berlin:20261201T180000", "DUE;TZID=Europe/Berlin:20261201T180000",
                "RRULE:FREQ=DAILY;UNTIL=20261210T170000Z", "EXDATE;TZID=Europe/Berlin:20261203T180000",
                "RDATE;TZID=Europe/Berlin:20261220T180000",
                overrides: ["RECURRENCE-ID;TZID=Europe/Berlin:20261204T180000 SUMMARY:Two"]))
        try record.edit(
            TodoEdit(deadline: .day(try CalendarDay("2026-12-02"))), at: try date("2026-11-01T12:00"), in: utc)
        #expect(
            try lines(record) == [
                "DTSTART;VALUE=DATE:20261202", "DUE;VALUE=DATE:20261202", "RRULE:FREQ=DAILY;UNTIL=20261210",
                "EXDATE;VALUE=DATE:20261203", "RDATE;VALUE=DATE:20261220", "RECURRENCE-ID;VALUE=DATE:20261204",
            ])
        let other = try self.record(try #require(record.bytes(device: "here")))
        #expect(other.todo?.recurrence == record.todo?.recurrence)
        record = other
        try record.edit(
            TodoEdit(deadline: .set(try TodoDeadline("2026-12-02T07:00"))), at: try date("2026-11-01T12:00"), in: utc)
        #expect(
            try lines(record) == [
                "DTSTART:20261202T070000", "DUE:20261202T070000", "RRULE:FREQ=DAILY;UNTIL=20261210T070000",
                "EXDATE:20261203T070000", "RDATE:20261220T070000", "RECURRENCE-ID:20261204T070000",
            ])
    }

    @Test(
        "start and deadline of a series that do not fit are corrected so that its days stay",
        arguments: [
            (
                ["DTSTART;VALUE=DATE:20261203", "DUE;TZID=Europe/Berlin:20261204T180000"], "2026-12-04T17:00:00Z",
                [
                    "DTSTART;TZID=Europe/Berlin:20261203T000000", "DUE;TZID=Europe/Berlin:20261204T180000",
                    "RRULE:FREQ=DAILY;UNTIL=20261209T230000Z", "EXDATE;TZID=Europe/Berlin:20261206T000000",
                    "RDATE;TZID=Europe/Berlin:20261220T000000",
                    "X-SUPERAPP-SERIES:20261205T000000 20261203T000000 Europe/Berlin",
                    "RECURRENCE-ID;TZID=Europe/Berlin:20261207T000000",
                ]
            ),
            (["DTSTART;VALUE=DATE:20261203", "DUE;VALUE=DATE:20261201"], "2026-12-03", ["DUE;VALUE=DATE:20261203"]),
            (["DTSTART;VALUE=DATE:20261203", "DUE:20261201T180000"], "2026-12-03", ["DUE;VALUE=DATE:20261203"]),
            (["DTSTART;VALUE=DATE:20261203", "DUE;VALUE=DATE:20261204"], "2026-12-04", ["DUE;VALUE=DATE:20261204"]),
        ])
    func corrected(times: [String], deadline: String, expected: [String]) throws {
        let others = [
            "RRULE:FREQ=DAILY;UNTIL=20261210", "EXDATE;VALUE=DATE:20261206", "RDATE;VALUE=DATE:20261220",
            "X-SUPERAPP-SERIES:20261205 20261203",
        ]
        let override = "RECURRENCE-ID;VALUE=DATE:20261207"
        let bytes = object(
            (times + others).joined(separator: "\r\n"), overrides: ["\(override) SUMMARY:Two"])
        let document = try #require(try TodoDocument(bytes))
        #expect(document.fields.schedule.deadline?.description == deadline)
        let days = try #require(document.fields.schedule.recurrence?.series(document.zones)).map(\.time.day.description)
        #expect(days == ["03", "05", "07", "08", "09", "10", "20"].map { "2026-12-\($0)" })
        var record = try record(bytes)
        #expect(record.todo?.sync == .synced)
        try record.edit(TodoEdit(priority: .high), at: try date("2026-11-01T12:00"), in: utc)
        #expect(try lines(record) == (expected.count > 1 ? expected : [times[0]] + expected + others + [override]))
    }

    @Test("a series at a time of day with a day as its deadline keeps both")
    func dayOfTimedSeries() throws {
        var record = try record(
            object("DTSTART:20261201T080000Z", "DUE;VALUE=DATE:20261202", "RRULE:FREQ=DAILY;UNTIL=20261203T080000Z"))
        #expect(record.todo?.deadline?.description == "2026-12-02")
        try record.edit(TodoEdit(priority: .high), at: try date("2026-11-01T12:00"), in: utc)
        #expect(
            try lines(record, "DTSTART", "DUE", "RRULE", "X-SUPERAPP-DEADLINE") == [
                "DTSTART:20261201T080000Z", "DUE:20261202T080000Z", "RRULE:FREQ=DAILY;UNTIL=20261203T080000Z",
                "X-SUPERAPP-DEADLINE:2026-12-02 20261202T080000Z",
            ])
        let other = try self.record(try #require(record.bytes(device: "here")))
        #expect(other.todo?.deadline == record.todo?.deadline && other.todo?.recurrence == record.todo?.recurrence)
    }

    // MARK: Setting and undoing

    @Test("a new rule begins at the deadline, and without one on the first day of the rule from today")
    func setting() async throws {
        let list = TaskList.inMemory()
        func added(_ rule: String, _ deadline: TodoDeadline?) async throws -> Todo {
            let now = try date("2026-12-02T12:00")
            let todo = Todo(
                id: TodoID(UUID().uuidString), text: try TodoText("Take pills"), deadline: deadline,
                recurrence: TodoRecurrence(rule: rule), createdAt: now, updatedAt: now)
            try await list.add(todo, in: utc)
            return try #require(try await list.todo(todo.id))
        }
        let (timed, dated) = (try TodoDeadline("2026-12-01T18:00"), TodoDeadline.day(try CalendarDay("2026-12-01")))
        let todos = [
            try await added("FREQ=DAILY", timed), try await added("FREQ=DAILY", dated),
            try await added("FREQ=DAILY", nil),
            try await added("FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TH", nil),
            try await added("FREQ=MONTHLY;BYMONTHDAY=-1", nil),
            try await added("FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1", nil),
        ]
        #expect(
            todos.map { $0.deadline?.description } == [
                "2026-12-01T18:00:00", "2026-12-01", "2026-12-02", "2026-12-03", "2026-12-31",
                "2026-12-31",
            ])
        #expect(
            todos.map { $0.recurrence?.start?.value } == [
                "20261201T180000", "20261201", "20261202", "20261203", "20261231", "20261231",
            ])
        let none = try await list.edit(
            todos[0].id, TodoEdit(recurrence: .cleared), at: try date("2026-12-02T13:00"), in: utc)
        #expect(none.recurrence == nil && none.deadline == timed)
    }

    @Test("a recurrence that is removed leaves no line of it, and no component for a single time")
    func removing() throws {
        var record = try record(
            object(
                "DTSTART;VALUE=DATE:20261201", "DUE;VALUE=DATE:20261201", "RRULE:FREQ=DAILY",
                "EXDATE;VALUE=DATE:20261205",
                overrides: ["RECURRENCE-ID;VALUE=DATE:20261204 SUMMARY:Two"]))
        try record.edit(TodoEdit(recurrence: .cleared), at: try date("2026-12-01T12:00"), in: utc)
        #expect(try lines(record) == ["DTSTART;VALUE=DATE:20261201", "DUE;VALUE=DATE:20261201"])
    }

    @Test(
        "a step that is taken back is as if it had not been made, also in another run of the program",
        arguments: TaskListKind.allCases)
    func undo(kind: TaskListKind) async throws {
        let list = try await kind.makeList()
        let now = try date("2026-12-09T12:00")
        let todo = Todo(
            id: TodoID("pills"), text: try TodoText("Take pills"), deadline: .day(try CalendarDay("2026-12-01")),
            recurrence: TodoRecurrence(rule: "FREQ=DAILY;COUNT=30"), createdAt: now, updatedAt: now)
        try await list.add(todo, in: utc)
        let before = try #require(try await list.todo(todo.id))
        let moved = try await list.edit(todo.id, TodoEdit(isCompleted: true), at: now + 1, in: utc)
        #expect(moved.deadline?.description == "2026-12-09" && moved.recurrence?.rule == "FREQ=DAILY;COUNT=22")
        let back = try await list.edit(todo.id, TodoEdit(isCompleted: false), at: now + 2, in: utc)
        #expect(back.deadline == before.deadline && back.recurrence == before.recurrence && !back.isCompleted)
        // Once.
        #expect(try await list.edit(todo.id, TodoEdit(isCompleted: false), at: now + 3, in: utc) == back)
    }

    @Test("what is typed when a step is taken back is kept: the task goes back first", arguments: TaskListKind.allCases)
    func undoWithEdit(kind: TaskListKind) async throws {
        let list = try await kind.makeList()
        let now = try date("2026-12-09T12:00")
        let todo = Todo(
            id: TodoID("pills"), text: try TodoText("Take pills"), deadline: .day(try CalendarDay("2026-12-01")),
            recurrence: TodoRecurrence(rule: "FREQ=DAILY;COUNT=30"), createdAt: now, updatedAt: now)
        try await list.add(todo, in: utc)
        try await list.edit(todo.id, TodoEdit(isCompleted: true), at: now + 1, in: utc)
        let deadline = TodoEdit(deadline: .day(try CalendarDay("2026-12-04")), isCompleted: false)
        let back = try await list.edit(todo.id, deadline, at: now + 2, in: utc)
        #expect(back.deadline?.description == "2026-12-04" && back.recurrence?.rule == "FREQ=DAILY;COUNT=30")
        #expect(back.recurrence?.start?.value == "20261204" && !back.isCompleted)
        try await list.edit(todo.id, TodoEdit(isCompleted: true), at: now + 3, in: utc)
        let rule = TodoEdit(recurrence: .set(TodoRecurrence(rule: "FREQ=WEEKLY")), isCompleted: false)
        let weekly = try await list.edit(todo.id, rule, at: now + 4, in: utc)
        #expect(weekly.deadline?.description == "2026-12-04" && weekly.recurrence?.rule == "FREQ=WEEKLY")
    }

    @Test("a task that is done has no time to skip", arguments: TaskListKind.allCases)
    func skipEnded(kind: TaskListKind) async throws {
        let list = try await kind.makeList()
        let now = try date("2026-12-01T12:00")
        let todo = Todo(
            id: TodoID("pills"), text: try TodoText("Take pills"), deadline: .day(try CalendarDay("2026-12-01")),
            recurrence: TodoRecurrence(rule: "FREQ=DAILY;COUNT=2"), createdAt: now, updatedAt: now)
        try await list.add(todo, in: utc)
        #expect(try await list.skip(todo.id, at: now + 1, in: utc).deadline?.description == "2026-12-02")
        let done = try await list.skip(todo.id, at: now + 2, in: utc)
        #expect(done.isCompleted)
        await #expect(throws: TodoError.nothingToSkip("Take pills")) {
            try await list.skip(todo.id, at: now + 3, in: utc)
        }
        #expect(try await list.todo(todo.id) == done)
    }

    @Test("a store of an earlier version has the recurrences that its server copies say")
    func earlierRecords() throws {
        let record = try record(object("DUE;VALUE=DATE:20261201", "RRULE:FREQ=DAILY"))
        var coded = try #require(try JSONSerialization.jsonObject(with: JSONEncoder().encode(record)) as? [String: Any])
        (coded["recurrence"], coded["start"]) = (nil, nil)
        let read = try JSONDecoder().decode(TodoRecord.self, from: JSONSerialization.data(withJSONObject: coded))
        #expect(read == record)
        #expect(read.todo?.recurrence?.rule == "FREQ=DAILY")
    }
}
