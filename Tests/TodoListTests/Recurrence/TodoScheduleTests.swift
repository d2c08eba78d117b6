import CoreModule
import Foundation
import SuperappTesting
import TestSupport
import Testing
import TodoList

@Suite("Start, deadline and recurrence as one", .bounded)
struct TodoScheduleTests: TestsOfPills {
    // MARK: Rules

    @Test("a rule given to a task with a start and a deadline begins at the start, and both stay")
    func ruleOfTaskWithStart() throws {
        var record = try record(object("DTSTART;VALUE=DATE:20261201", "DUE;VALUE=DATE:20261203"))
        try edit(&record, rule("FREQ=WEEKLY"))
        #expect(
            try lines(record) == ["DTSTART;VALUE=DATE:20261201", "DUE;VALUE=DATE:20261203", "RRULE:FREQ=WEEKLY"])
        try send(&record)
    }

    @Test("the hour of a rule for a deadline of no time zone stays when the clocks change")
    func hour() async throws {
        let berlin = try #require(TimeZone(identifier: "Europe/Berlin"))
        let list = TaskList.inMemory()
        let now = try date("2027-03-26T12:00")
        let todo = Todo(
            id: TodoID("1"), text: try TodoText("Take pills"), deadline: .moment(try date("2027-03-27T17:00")),
            recurrence: TodoRecurrence(rule: "FREQ=DAILY"), createdAt: now, updatedAt: now)
        #expect(try await list.add(todo, in: berlin).deadline?.description == "2027-03-27T18:00:00")
        let next = try await list.edit(todo.id, TodoEdit(isCompleted: true), at: now + 86_400, in: berlin)
        #expect(next.deadline?.description == "2027-03-28T18:00:00")
    }

    @Test("an edit with the rule that a task has, of an earlier state or of another task, moves nothing")
    func sameRule() throws {
        let bytes = object("DTSTART;VALUE=DATE:20261201", "RRULE:FREQ=DAILY;COUNT=9", "EXDATE;VALUE=DATE:20261204")
        var record = try record(bytes)
        let earlier = try #require(record.todo?.recurrence)
        try complete(&record, at: "2026-12-01T12:00")
        let moved = try #require(record.todo)
        try edit(&record, rule("FREQ=DAILY;INTERVAL=1;COUNT=8"))
        #expect(record.todo?.schedule == moved.schedule)
        // Another rule begins where the task is, whatever time comes with it.
        var other = earlier
        other.rule = "FREQ=WEEKLY"
        try edit(&record, TodoEdit(recurrence: .set(other)))
        #expect(try lines(record) == ["DTSTART;VALUE=DATE:20261202", "RRULE:FREQ=WEEKLY"])
    }

    @Test(
        "a rule that is set and a task that is done in one edit make one step of the new rule, which is taken back as one"
    )
    func ruleAndStep() throws {
        var record = try record(object("DUE;VALUE=DATE:20261201"))
        var both = rule("FREQ=WEEKLY")
        both.isCompleted = true
        try edit(&record, both)
        #expect(record.todo?.deadline?.description == "2026-12-08" && record.todo?.isCompleted == false)
        try edit(&record, TodoEdit(isCompleted: false))
        #expect(record.todo?.deadline?.description == "2026-12-01" && record.todo?.recurrence?.rule == "FREQ=WEEKLY")
        try send(&record)
    }

    @Test("SEQUENCE counts a new rule, and not a new tag")
    func sequence() throws {
        var record = try record(object("DUE;VALUE=DATE:20261201", "SEQUENCE:4"))
        try edit(&record, TodoEdit(tags: try TodoTags(["home"])))
        #expect(try lines(record, "SEQUENCE") == ["SEQUENCE:4"])
        try edit(&record, rule("FREQ=WEEKLY"))
        #expect(try lines(record, "SEQUENCE") == ["SEQUENCE:5"])
    }

    // MARK: Other deadlines

    @Test("a task that stands for an added time is put off alone: its rule goes on as before")
    func addedTime() throws {
        let bytes = object(
            "DTSTART;VALUE=DATE:20261201", "DUE;VALUE=DATE:20261201", "RRULE:FREQ=WEEKLY;COUNT=4",
            "RDATE;VALUE=DATE:20261203")
        for (day, next, count) in [
            ("2026-12-04", "2026-12-08", 3), ("2026-12-10", "2026-12-15", 2), ("2026-12-30", "done", 0),
        ] {
            var record = try record(bytes)
            try complete(&record, at: "2026-12-01T12:00")
            #expect(record.todo?.deadline?.description == "2026-12-03")
            try edit(&record, TodoEdit(deadline: .set(try TodoDeadline(day))))
            #expect(record.todo?.deadline?.description == day)
            try send(&record)
            try complete(&record, at: "2026-12-01T13:00")
            #expect(record.todo?.isCompleted == true || record.todo?.deadline?.description == next, "\(day)")
            if count > 0 { #expect(try lines(record, "RRULE") == ["RRULE:FREQ=WEEKLY;COUNT=\(count)"]) }
        }
    }

    @Test("a step that is taken back after its deadline was moved goes nowhere: only the last move can be taken back")
    func undoAfterDeadline() throws {
        var record = try record(object("DUE;VALUE=DATE:20261201", "RRULE:FREQ=DAILY"))
        try complete(&record, at: "2026-12-01T12:00")
        try edit(&record, TodoEdit(deadline: .set(try TodoDeadline("2026-12-20"))))
        try edit(&record, TodoEdit(isCompleted: false))
        #expect(record.todo?.deadline?.description == "2026-12-20")
    }

    @Test("a step of a series at a time of day whose deadline is a day keeps both")
    func stepOfTimedSeries() throws {
        var record = try record(object("DTSTART:20261201T080000Z", "DUE;VALUE=DATE:20261202", "RRULE:FREQ=DAILY"))
        try complete(&record, at: "2026-12-01T12:00")
        #expect(record.todo?.deadline?.description == "2026-12-03")
        #expect(try lines(record, "DTSTART", "DUE") == ["DTSTART:20261202T080000Z", "DUE:20261203T080000Z"])
        try send(&record)
    }

    @Test("the last day of a rule that ends in UTC stays when its times become days")
    func lastDay() throws {
        let bytes = object(
            "DTSTART;TZID=Pacific/Auckland:20261201T080000", "DUE;TZID=Pacific/Auckland:20261201T080000",
            "RRULE:FREQ=DAILY;UNTIL=20261202T190000Z",
            "X-SUPERAPP-SERIES:20261202T080000 20261201T080000 Pacific/Auckland")
        var record = try record(bytes)
        try record.edit(
            TodoEdit(deadline: .set(try TodoDeadline("2026-12-01"))), at: try date("2026-11-01T12:00"),
            in: try #require(TimeZone(identifier: "Pacific/Auckland")))
        #expect(
            try lines(record, "RRULE", "X-SUPERAPP-SERIES") == [
                "RRULE:FREQ=DAILY;UNTIL=20261203", "X-SUPERAPP-SERIES:20261202 20261201",
            ])
    }

    // MARK: Another hour

    @Test(
        "at another hour of a series the times that are left out or closed stay so, in the form of the others",
        arguments: [
            (
                ";TZID=Europe/Berlin:", "", "DTSTART;TZID=Europe/Berlin:20261202T113000", "20261203T113000",
                "20261205T113000"
            ),
            (":", "", "DTSTART:20261202T113000", "20261203T113000", "20261205T113000"),
            (":", "Z", "DTSTART:20261202T103000Z", "20261203T103000Z", "20261205T103000Z"),
        ])
    func anotherHour(zone: String, end: String, start: String, excluded: String, next: String) throws {
        let berlin = try #require(TimeZone(identifier: "Europe/Berlin"))
        let bytes = object(
            "DTSTART\(zone)20261202T100000\(end)", "DUE\(zone)20261202T100000\(end)", "RRULE:FREQ=DAILY",
            "EXDATE\(zone)20261203T100000\(end)",
            overrides: ["RECURRENCE-ID\(zone)20261204T100000\(end) STATUS:COMPLETED COMPLETED:20261130T100000Z"])
        for isSent in [false, true] {
            var record = try record(bytes)
            try record.edit(
                TodoEdit(deadline: .set(try TodoDeadline("2026-12-02T11:30"))), at: try date("2026-12-01T12:00"),
                in: berlin)
            let written = try lines(record, "DTSTART", "EXDATE", "RECURRENCE-ID")
            #expect(
                written == [
                    start, "EXDATE\(zone)\(excluded)", "RECURRENCE-ID\(zone)\(next.replacing("1205", with: "1204"))",
                ],
                "\(written)")
            if isSent { try send(&record) }
            try record.edit(TodoEdit(isCompleted: true), at: try date("2026-12-02T12:00"), in: berlin)
            #expect(try lines(record, "DTSTART") == ["DTSTART\(zone)\(next)"])
        }
    }

    @Test("a time that is typed for a task of another time zone is one of the user's time zone")
    func typedElsewhere() throws {
        let newYork = try #require(TimeZone(identifier: "America/New_York"))
        for (due, edit, expected) in [
            (
                "DUE;TZID=Europe/Berlin:20261202T100000",
                TodoEdit(deadline: .set(try TodoDeadline("2026-12-02T11:00"))),
                ["DUE;TZID=Europe/Berlin:20261202T170000"]
            ),
            (
                "DUE:20261202T100000Z", TodoEdit(deadline: .set(try TodoDeadline("2026-12-02T11:00"))),
                ["DUE:20261202T160000Z"]
            ),
            (
                "DUE;TZID=Europe/Berlin:20261202T100000", TodoEdit(start: .set(try TodoDeadline("2026-12-02T03:30"))),
                ["DUE;TZID=Europe/Berlin:20261202T100000", "DTSTART;TZID=Europe/Berlin:20261202T093000"]
            ),
        ] {
            var record = try record(object(due))
            try record.edit(edit, at: try date("2026-12-01T12:00"), in: newYork)
            #expect(try Set(lines(record, "DTSTART", "DUE")) == Set(expected))
        }
        var record = try record(object("DUE:20261202T100000Z"))
        #expect(throws: TodoError.startAfterDeadline) {
            try record.edit(
                TodoEdit(start: .set(try TodoDeadline("2026-12-02T11:00"))), at: try date("2026-12-01T12:00"),
                in: newYork)
        }
    }

    @Test("a day or an hour that is typed for a task of another time zone keeps every day that its user sees")
    func daysElsewhere() throws {
        let daily =
            "DTSTART:20261202T023000Z DUE:20261202T023000Z RRULE:FREQ=DAILY;UNTIL=20261210T023000Z EXDATE:20261204T023000Z"
        for (zone, task, edit, expected) in [
            ("America/New_York", "DUE:20261205T023000Z", "start 2026-12-02", "DTSTART:20261202T050000Z"),
            (
                "America/New_York", "DUE;TZID=Asia/Tokyo:20261205T100000", "start 2026-12-02",
                "DTSTART;TZID=Asia/Tokyo:20261202T140000"
            ),
            ("Europe/Berlin", "DUE:20261201T233000Z", "start 2026-12-02", "DTSTART:20261201T230000Z"),
            (
                "America/New_York", "DTSTART:20261202T023000Z DUE:20261205T023000Z", "due 2026-12-04",
                "DTSTART;VALUE=DATE:20261201 DUE;VALUE=DATE:20261204"
            ),
            (
                "America/New_York", daily, "due 2026-12-01",
                "DTSTART;VALUE=DATE:20261201 DUE;VALUE=DATE:20261201 RRULE:FREQ=DAILY;UNTIL=20261209 "
                    + "EXDATE;VALUE=DATE:20261203 RECURRENCE-ID;VALUE=DATE:20261204"
            ),
            (
                "America/New_York", daily, "due 2026-12-01T18:00",
                "DTSTART:20261201T230000Z DUE:20261201T230000Z RRULE:FREQ=DAILY;UNTIL=20261209T230000Z "
                    + "EXDATE:20261203T230000Z RECURRENCE-ID:20261204T230000Z"
            ),
            (
                "America/New_York", daily.replacing("DUE:20261202T02", with: "DUE:20261202T03"), "start 2026-12-01",
                "DTSTART:20261201T050000Z DUE:20261202T033000Z RRULE:FREQ=DAILY;UNTIL=20261209T050000Z "
                    + "EXDATE:20261203T050000Z RECURRENCE-ID:20261204T050000Z"
            ),
            (
                "America/New_York", daily.replacing("DUE:20261202T02", with: "DUE:20261202T03"), "due 2026-12-01",
                "DTSTART;VALUE=DATE:20261201 DUE;VALUE=DATE:20261201 RRULE:FREQ=DAILY;UNTIL=20261209 "
                    + "EXDATE;VALUE=DATE:20261203 RECURRENCE-ID;VALUE=DATE:20261204"
            ),
        ] {
            let timeZone = try #require(TimeZone(identifier: zone))
            let overrides =
                task.hasPrefix(daily.prefix(9)) && task.contains("RRULE")
                ? ["RECURRENCE-ID:20261205T023000Z STATUS:NEEDS-ACTION"] : []
            let bytes = object(task.split(separator: " ").joined(separator: "\r\n"), overrides: overrides)
            var record = try record(bytes)
            let words = edit.split(separator: " ").map(String.init)
            let time = TodoEdit.Change.set(try TodoDeadline(words[1]))
            let change = words[0] == "due" ? TodoEdit(deadline: time) : TodoEdit(start: time)
            try record.edit(change, at: try date("2026-11-01T12:00"), in: timeZone)
            let written = try #require(try TodoDocument(bytes)).bytes(
                with: TodoFields(try #require(record.todo)), at: try date("2026-11-01T12:00"), device: "",
                timeZone: timeZone)
            let lines = Set(String(decoding: written, as: UTF8.self).split(separator: "\r\n").map(String.init))
            let missing = expected.split(separator: " ").map(String.init).filter { !lines.contains($0) }
            #expect(missing.isEmpty, "\(zone) \(task) \(edit): \(lines.sorted())")
        }
    }

    // MARK: Closed times

    @Test(
        "a task of which other programs closed every time is done; not done after all, it stands for the last of them")
    func allClosed() throws {
        let bytes = object(
            "DTSTART;VALUE=DATE:20261201", "DUE;VALUE=DATE:20261201", "RRULE:FREQ=DAILY;COUNT=2",
            overrides: [
                "RECURRENCE-ID;VALUE=DATE:20261202 STATUS:COMPLETED COMPLETED:20261203T100000Z",
                "RECURRENCE-ID;VALUE=DATE:20261201 STATUS:COMPLETED COMPLETED:20261201T100000Z",
            ])
        var record = try record(bytes)
        #expect(try record.todo?.isCompleted == true && record.todo?.completedAt == date("2026-12-03T10:00"))
        #expect(record.todo?.sync == .synced)
        try edit(&record, TodoEdit(isCompleted: false))
        #expect(record.todo?.isCompleted == false && record.todo?.deadline?.description == "2026-12-02")
        #expect(try lines(record, "RECURRENCE-ID") == ["RECURRENCE-ID;VALUE=DATE:20261201"])
        try send(&record)
        try complete(&record, at: "2026-12-02T12:00")
        #expect(record.todo?.isCompleted == true)
        try send(&record)
    }

    @Test("periods count as added times by their beginning")
    func periods() throws {
        let record = try record(
            object(
                "DTSTART:20261201T080000Z", "RDATE;VALUE=PERIOD:20261203T080000Z/PT1H,20261205T080000Z/20261205T100000Z"
            ))
        let times = try #require(record.todo?.recurrence?.series(ICalendarTimeZones())).map(\.time.value)
        #expect(times == ["20261201T080000Z", "20261203T080000Z", "20261205T080000Z"])
    }

    // MARK: Merging

    @Test(
        "a lost recurrence is restored with its start and its deadline; what an earlier version has recorded is still read"
    )
    func restoring() async throws {
        let (server, time) = (SmallTodoCollection(), ManualTime(try date("2026-12-01T00:00")))
        let devices = [
            try await TodoDevice(.inMemory, server, name: "one", time: time),
            try await TodoDevice(.inMemory, server, name: "two", time: time),
        ]
        let todo = Todo(
            id: TodoID("pills"), text: try TodoText("Take pills"), deadline: try TodoDeadline("2026-12-03"),
            recurrence: TodoRecurrence(rule: "FREQ=DAILY"), createdAt: time.now, updatedAt: time.now)
        let list = devices[0].todos
        try await list.add(todo, in: utc)
        for device in devices { try await device.sync() }
        time.advance(by: 10)
        try await list.edit(
            todo.id,
            TodoEdit(start: .set(try TodoDeadline("2026-12-10")), deadline: .set(try TodoDeadline("2026-12-12"))),
            at: time.now, in: utc)
        let lost = try #require(try await list.todo(todo.id)).schedule
        time.advance(by: 10)
        try await devices[1].todos.edit(todo.id, rule("FREQ=WEEKLY"), at: time.now, in: utc)
        for device in devices.reversed() + devices { try await device.sync() }
        let conflicts = try await devices[0].todos.conflicts()
        #expect(conflicts.map(\.message.key).count == 1)
        #expect(try await list.todo(todo.id)?.deadline?.description == "2026-12-03")
        let code = try JSONEncoder().encode(conflicts)
        #expect(try JSONDecoder().decode([TodoConflict].self, from: code) == conflicts)
        time.advance(by: 10)
        _ = try await list.restore(try #require(conflicts.first).id, at: time.now)
        #expect(try await list.todo(todo.id)?.schedule == lost)
        for device in devices + devices { try await device.sync() }
        #expect(try await devices[1].todos.todo(todo.id)?.schedule == lost)
        let earlier =
            #"{"field":{"kept":{"recurrence":{}},"lost":{"recurrence":{"_0":{"rule":"FREQ=DAILY","hasStart":true}}}}}"#
        let kind = try JSONDecoder().decode(TodoConflict.Kind.self, from: Data(earlier.utf8))
        #expect(
            kind
                == .field(
                    kept: .recurrence(nil), lost: .recurrence(TodoRecurrence(rule: "FREQ=DAILY")), device: nil,
                    date: nil))
    }

    @Test("of a start here and a deadline before it there the deadline counts, and the start is among the conflicts")
    func startAndDeadline() throws {
        let (early, late) = (try TodoDeadline("2026-12-05"), try TodoDeadline("2026-12-10"))
        var base = TodoFields(text: "Taxes")
        (base.schedule.start, base.schedule.deadline) = (try TodoDeadline("2026-12-01"), try TodoDeadline("2026-12-20"))
        var (one, other) = (base, base)
        (one.schedule.start, other.schedule.deadline) = (late, early)
        for (here, there, side) in [(one, other, TodoMerge.Side.here), (other, one, .there)] {
            let merge = TodoMerge(
                base: base, baseDate: nil, here: here, dates: { _ in .distantPast }, there: there, date: .distantPast)
            #expect(merge.fields.schedule == TodoSchedule(deadline: early))
            #expect(merge.losses == [.init(kept: .start(nil), lost: .start(late), side: side, date: .distantPast)])
        }
    }

    @Test("a step is one also where the object has time zones of its own")
    func ownZones() throws {
        let zone = [
            "BEGIN:VTIMEZONE", "TZID:Office", "BEGIN:STANDARD", "DTSTART:20201101T020000", "TZOFFSETFROM:+0100",
            "TZOFFSETTO:+0100", "END:STANDARD", "END:VTIMEZONE",
        ].joined(separator: "\r\n")
        let text = String(
            decoding: object(
                "DTSTART;TZID=Office:20261201T080000", "DUE;TZID=Office:20261201T180000",
                "RRULE:FREQ=DAILY;UNTIL=20261205T170000Z"),
            as: UTF8.self
        ).replacing("BEGIN:VTODO", with: zone + "\r\nBEGIN:VTODO")
        let base = try record(Array(text.utf8))
        let zones = try #require(TodoRecord.document(base.remote?.bytes)).zones
        var (here, there) = (base, base)
        try complete(&here, at: "2026-12-01T12:00")
        try complete(&there, at: "2026-12-03T20:00")
        let fields = try [base, here, there].map { TodoFields(try #require($0.todo)) }
        let merge = TodoMerge(
            base: fields[0], baseDate: nil, here: fields[1], dates: { _ in .distantPast }, there: fields[2], date: nil,
            zones: zones)
        #expect(merge.losses.isEmpty && merge.fields.schedule == fields[2].schedule)
    }
}
