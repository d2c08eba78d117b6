import CoreModule
import Foundation
import SuperappTesting
import TestSupport
import Testing
import TodoList

@Suite("The start of a task", .bounded)
struct TodoStartTests: TestsOfPills {
    @Test(
        "a start is read, set, moved and removed, in a form that fits the deadline, and is the same after it was sent",
        arguments: [
            // The task, the edits of start and deadline (“-” is none), the start, and the lines.
            (["DTSTART;VALUE=DATE:20261201"], [], "2026-12-01", ["DTSTART;VALUE=DATE:20261201"]),
            (["DTSTART:20261201T080000", "DUE:20261201T180000"], [], "2026-12-01T08:00:00", nil),
            (["DTSTART:20261201T000000", "DUE:20261201T180000"], [], "2026-12-01", nil),
            // A start that is the deadline says nothing, and moves with it.
            (["DTSTART:20261201T180000", "DUE:20261201T180000"], [], "-", nil),
            (
                ["DTSTART:20261201T180000", "DUE:20261201T180000"], ["due 2026-12-05T18:00"], "-",
                ["DTSTART:20261205T180000", "DUE:20261205T180000"]
            ),
            (["DTSTART;VALUE=DATE:20261201", "DUE;VALUE=DATE:20261201"], ["due -"], "-", []),
            (
                ["DUE;VALUE=DATE:20261205"], ["start 2026-12-01"], "2026-12-01",
                ["DUE;VALUE=DATE:20261205", "DTSTART;VALUE=DATE:20261201"]
            ),
            (
                ["DUE:20261205T180000Z"], ["start 2026-12-01"], "2026-12-01",
                ["DUE:20261205T180000Z", "DTSTART:20261201T000000Z"]
            ),
            (
                ["DUE;TZID=Europe/Berlin:20261205T180000"], ["start 2026-12-01T09:00"], "2026-12-01T09:00:00Z",
                ["DUE;TZID=Europe/Berlin:20261205T180000", "DTSTART;TZID=Europe/Berlin:20261201T100000"]
            ),
            (
                ["DTSTART;VALUE=DATE:20261201", "DUE;VALUE=DATE:20261205"], ["start -"], "-",
                ["DUE;VALUE=DATE:20261205"]
            ),
            (
                ["DTSTART;VALUE=DATE:20261201", "DURATION:P2D"], ["start 2026-12-02"], "2026-12-02",
                ["DTSTART;VALUE=DATE:20261202", "DUE;VALUE=DATE:20261203"]
            ),
            // A deadline before the start removes it.
            (
                ["DTSTART;VALUE=DATE:20261201", "DUE;VALUE=DATE:20261205"], ["due 2026-11-20"], "-",
                ["DUE;VALUE=DATE:20261120"]
            ),
            // In whatever form the deadline is typed.
            (
                ["DTSTART;TZID=Europe/Berlin:20261201T180000", "DUE;TZID=Europe/Berlin:20261201T180000"],
                ["due 2026-12-05T18:00"], "-",
                ["DTSTART;TZID=Europe/Berlin:20261205T190000", "DUE;TZID=Europe/Berlin:20261205T190000"]
            ),
            (["DTSTART:20261201T180000Z", "DUE:20261201T180000Z"], ["due 2026-12-05T18:00"], "-", nil),
            (
                ["DTSTART:20261201T180000Z", "DUE:20261201T180000Z", "RRULE:FREQ=DAILY"], ["due 2026-12-05T18:00"], "-",
                nil
            ),
            (
                [
                    "DTSTART;TZID=Europe/Berlin:20261201T180000", "DUE;TZID=Europe/Berlin:20261201T180000",
                    "RRULE:FREQ=DAILY",
                ],
                ["due 2026-12-05T18:00"], "-", nil
            ),
            // A time that is left out or passed is not gone back to.
            (
                [
                    "DTSTART;VALUE=DATE:20261201", "DUE;VALUE=DATE:20261203", "RRULE:FREQ=DAILY",
                    "EXDATE;VALUE=DATE:20261201",
                ],
                ["due 2026-12-05"], "2026-12-02", ["DTSTART;VALUE=DATE:20261202", "DUE;VALUE=DATE:20261205"]
            ),
            (
                [
                    "DTSTART;VALUE=DATE:20261201", "DUE;VALUE=DATE:20261203", "RRULE:FREQ=DAILY",
                    "EXDATE;VALUE=DATE:20261201",
                ],
                ["rule -"], "2026-12-02", ["DTSTART;VALUE=DATE:20261202", "DUE;VALUE=DATE:20261204"]
            ),
            // A start that becomes the old deadline is one.
            (
                ["DTSTART;VALUE=DATE:20261201", "DUE;VALUE=DATE:20261203", "RRULE:FREQ=WEEKLY"],
                ["start 2026-12-03 due 2026-12-06"], "2026-12-03",
                ["DTSTART;VALUE=DATE:20261203", "DUE;VALUE=DATE:20261206"]
            ),
        ] as [([String], [String], String, [String]?)])
    func starts(task: [String], edits: [String], start: String, expected: [String]?) throws {
        var record = try record(object(task.joined(separator: "\r\n")))
        #expect(record.todo?.sync == .synced)
        for text in edits {
            var change = TodoEdit()
            let words = text.split(separator: " ").map(String.init)
            for (name, value) in zip(words, words.dropFirst()) where Int(name.prefix(4)) == nil {
                let time: TodoEdit.Change<TodoDeadline> = value == "-" ? .cleared : .set(try TodoDeadline(value))
                switch name {
                case "start": change.start = time
                case "due": change.deadline = time
                case "rule": change.recurrence = .cleared
                default: break
                }
            }
            try edit(&record, change)
        }
        #expect(record.todo?.start?.description ?? "-" == start)
        if let expected { #expect(try lines(record, "DTSTART", "DUE", "DURATION") == expected) }
        if !edits.isEmpty { try send(&record) }
        #expect(record.todo?.start?.description ?? "-" == start)
    }

    @Test(
        "a start after the deadline is refused with an error, in an edit and in a new task",
        arguments: TaskListKind.allCases)
    func lateStart(kind: TaskListKind) async throws {
        let list = try await kind.makeList()
        let now = try date("2026-11-01T12:00")
        var todo = Todo(
            id: TodoID("1"), text: try TodoText("Taxes"), start: try TodoDeadline("2026-12-02"),
            deadline: try TodoDeadline("2026-12-01"), createdAt: now, updatedAt: now)
        let late = todo
        await #expect(throws: TodoError.startAfterDeadline) { try await list.add(late, in: utc) }
        todo.start = try TodoDeadline("2026-11-30")
        try await list.add(todo, in: utc)
        await #expect(throws: TodoError.startAfterDeadline) {
            try await list.edit(
                todo.id,
                TodoEdit(
                    start: .set(try TodoDeadline("2026-12-01T00:01")),
                    deadline: .set(try TodoDeadline("2026-11-30T18:00"))),
                at: now, in: utc)
        }
        let edited = try await list.edit(
            todo.id, TodoEdit(start: .set(try TodoDeadline("2026-11-20"))), at: now, in: utc)
        let begin = try date("2026-11-20T00:00")
        #expect(edited.isLater(than: now, in: utc) && !edited.isLater(than: begin, in: utc))
        #expect(try await list.todo(todo.id) == edited)
    }

    @Test("the start of a recurring task moves with each step, and its series follows a new one")
    func startOfSeries() throws {
        var record = try record(object("DTSTART;VALUE=DATE:20261201", "DUE;VALUE=DATE:20261203", "RRULE:FREQ=WEEKLY"))
        #expect(record.todo?.start?.description == "2026-12-01")
        try complete(&record, at: "2026-12-01T12:00")
        #expect(record.todo?.start?.description == "2026-12-08")
        try edit(&record, TodoEdit(start: .set(try TodoDeadline("2026-12-09"))))
        #expect(
            try lines(record) == ["DTSTART;VALUE=DATE:20261209", "DUE;VALUE=DATE:20261210", "RRULE:FREQ=WEEKLY"])
        try complete(&record, at: "2026-12-09T12:00")
        #expect(record.todo?.start?.description == "2026-12-16" && record.todo?.deadline?.description == "2026-12-17")
        #expect(throws: TodoError.startAfterDeadline) {
            try edit(&record, TodoEdit(deadline: .set(try TodoDeadline("2026-12-10"))))
        }
        try edit(&record, TodoEdit(start: .cleared))
        #expect(try lines(record) == ["DUE;VALUE=DATE:20261217", "RRULE:FREQ=WEEKLY"])
        try send(&record)
    }

    @Test(
        "a start, or else a deadline, that is no day of a new rule becomes the first one from then on, and the answer says so"
    )
    @MainActor
    func firstDay() async throws {
        let time = ManualTime()
        let dependencies = TodoListDependencies(
            todos: TaskList.inMemory(), clock: time.clock, identifiers: .sequence(prefix: "t"), timeZone: .gmt)
        let list = TodoListBuilder(dependencies: dependencies, parent: FeatureTree().root).build().mainScreen.list
            .viewModel
        func date(_ text: String) throws -> TodoDeadline? { text == "-" ? nil : try TodoDeadline(text) }
        for (start, due, rule, expected) in [
            ("-", "2026-12-05", "FREQ=WEEKLY;BYDAY=MO", "- 2026-12-07 2026-12-07"),
            ("2026-12-05", "-", "FREQ=WEEKLY;BYDAY=MO", "2026-12-07 - 2026-12-07"),
            ("2026-12-05", "2026-12-09", "FREQ=WEEKLY;BYDAY=MO", "2026-12-07 2026-12-09 2026-12-07"),
            ("-", "2026-12-05T18:00", "FREQ=WEEKLY;BYDAY=MO", "- 2026-12-07T18:00:00 2026-12-07"),
            ("-", "2026-12-05", "FREQ=MONTHLY;BYMONTHDAY=31;COUNT=2", "- 2026-12-31 2026-12-31"),
            ("-", "2026-12-07", "FREQ=WEEKLY;BYDAY=MO", "- 2026-12-07 -"),
            ("-", "-", "FREQ=WEEKLY;BYDAY=MO", "- 2026-11-23 -"),
            ("-", "2026-12-05", "FREQ=WEEKLY", "- 2026-12-05 -"),
        ] {
            for isEdit in [false, true] {
                let recurrence = TodoRecurrence(rule: rule)
                var todo = try #require(
                    await list.add(
                        "a", start: date(start), deadline: date(due), recurrence: isEdit ? nil : .set(recurrence)))
                if isEdit { todo = try #require(await list.edit(todo.id, TodoEdit(recurrence: .set(recurrence)))) }
                let taken = list.lastOutcome?.firstDay.map { "\($0)" } ?? "-"
                let read = "\(todo.start?.description ?? "-") \(todo.deadline?.description ?? "-") \(taken)"
                #expect(read == expected, "\(start) \(due) \(rule) \(isEdit)")
            }
        }
        // A rule that replaces another one, too.
        let daily = try #require(
            await list.add("b", deadline: date("2026-12-05"), recurrence: .set(TodoRecurrence(rule: "FREQ=DAILY"))))
        let weekly = await list.edit(daily.id, TodoEdit(recurrence: .set(TodoRecurrence(rule: "FREQ=WEEKLY;BYDAY=MO"))))
        #expect(weekly?.deadline?.description == "2026-12-07" && list.lastOutcome?.firstDay != nil)
        #expect(await list.undo()?.first?.schedule == daily.schedule)
    }

    @Test(
        "a start that would not be kept, or would change when a series is due, is refused; so is the removal of its only date",
        arguments: [
            // The task, start, deadline and rule (“-” is none), and what is refused.
            ("DUE;VALUE=DATE:20261207 RRULE:FREQ=WEEKLY;BYDAY=MO", "start 2026-12-05", TodoError.startMovesSeries),
            ("DUE;VALUE=DATE:20261207 RRULE:FREQ=DAILY", "start 2026-12-05", nil),
            ("DUE;VALUE=DATE:20270131 RRULE:FREQ=MONTHLY", "start 2027-01-28", .startMovesSeries),
            (
                "DTSTART;VALUE=DATE:20261207 DUE;VALUE=DATE:20261208 RRULE:FREQ=WEEKLY;BYDAY=MO", "start -",
                .startMovesSeries
            ),
            ("DTSTART;VALUE=DATE:20261207 DUE;VALUE=DATE:20261208 RRULE:FREQ=WEEKLY;BYDAY=MO", "start 2026-11-30", nil),
            ("DTSTART;VALUE=DATE:20261207 DUE;VALUE=DATE:20261208 RRULE:FREQ=WEEKLY", "start -", nil),
            ("DUE;VALUE=DATE:20261207", "start 2026-12-05 rule FREQ=WEEKLY;BYDAY=MO", .startMovesSeries),
            ("X:1", "start 2026-12-05 rule FREQ=WEEKLY;BYDAY=MO", nil),
            ("DTSTART;VALUE=DATE:20261205", "rule FREQ=WEEKLY;BYDAY=MO", nil),
            (
                "X:1", "start 2026-12-05 rule FREQ=WEEKLY;BYDAY=MO;UNTIL=20261206",
                .emptyRecurrence("every week on mon until 2026-12-06")
            ),
            ("X:1", "start 2026-12-07 rule FREQ=WEEKLY;BYDAY=MO", nil),
            // Both are changed: every later time would be due on Wednesday; or only this one is put off.
            (
                "DUE;VALUE=DATE:20261207 RRULE:FREQ=WEEKLY;BYDAY=MO", "start 2026-12-05 due 2026-12-14",
                .startMovesSeries
            ),
            (
                "DUE;VALUE=DATE:20261207 RRULE:FREQ=WEEKLY;BYDAY=MO", "start 2026-12-05 due 2026-12-07",
                .startMovesSeries
            ),
            ("DUE;VALUE=DATE:20261207 RRULE:FREQ=WEEKLY;BYDAY=MO", "start 2026-12-05 due -", .startMovesSeries),
            ("DUE;VALUE=DATE:20261207 RRULE:FREQ=WEEKLY;BYDAY=MO", "start 2026-12-14 due 2026-12-16", nil),
            (
                "DTSTART;VALUE=DATE:20261207 DUE;VALUE=DATE:20261208 RRULE:FREQ=WEEKLY;BYDAY=MO",
                "start 2026-12-08 due 2026-12-09", nil
            ),
            // The rule that the task has is no new one.
            (
                "DUE;VALUE=DATE:20261207 RRULE:FREQ=WEEKLY;BYDAY=MO", "start 2026-12-05 rule FREQ=WEEKLY;BYDAY=MO",
                .startMovesSeries
            ),
            ("DUE;VALUE=DATE:20261207 RRULE:FREQ=DAILY", "due - rule FREQ=DAILY", .recurrenceWithoutDate),
            // A rule counts in the time zone of the task: Tuesday of the user is Monday there.
            (
                "DUE;TZID=America/New_York:20261207T200000", "rule FREQ=WEEKLY;BYDAY=TU",
                .recurrenceOfOtherDays
            ),
            ("DUE;TZID=America/New_York:20261207T200000", "rule FREQ=MONTHLY;BYMONTHDAY=8", .recurrenceOfOtherDays),
            ("DUE;TZID=America/New_York:20261207T200000", "rule FREQ=WEEKLY", nil),
            ("DUE;TZID=America/New_York:20261207T200000", "due 2026-12-08 rule FREQ=WEEKLY;BYDAY=TU", nil),
            ("DUE;TZID=America/New_York:20261207T120000", "rule FREQ=WEEKLY;BYDAY=MO", nil),
            // Without a date the task would be due on the first day of the rule from today on.
            ("X:1", "rule FREQ=DAILY;UNTIL=20261031", .emptyRecurrence("every day until 2026-10-31")),
            ("X:1", "rule FREQ=DAILY;UNTIL=20261101", nil),
            (
                "X:1", "rule FREQ=WEEKLY;BYDAY=MO;UNTIL=20261101",
                .emptyRecurrence("every week on mon until 2026-11-01")
            ),
            ("DUE;VALUE=DATE:20261208", "start 2026-12-07 rule FREQ=WEEKLY;BYDAY=MO", nil),
            ("DTSTART;VALUE=DATE:20261207 RRULE:FREQ=DAILY", "start -", .recurrenceWithoutDate),
            ("DTSTART;VALUE=DATE:20261207 RRULE:FREQ=DAILY", "start - due 2026-12-08", nil),
            ("DUE;VALUE=DATE:20261207 RRULE:FREQ=DAILY", "due -", .recurrenceWithoutDate),
            ("DTSTART;VALUE=DATE:20261207 DUE;VALUE=DATE:20261207 RRULE:FREQ=DAILY", "due -", .recurrenceWithoutDate),
            ("DTSTART;VALUE=DATE:20261207 DUE;VALUE=DATE:20261208 RRULE:FREQ=DAILY", "due -", nil),
            ("DUE;VALUE=DATE:20261207 RRULE:FREQ=DAILY", "due - rule -", nil),
            (
                "DUE;VALUE=DATE:20261207", "rule FREQ=DAILY;UNTIL=20261206",
                .emptyRecurrence("every day until 2026-12-06")
            ),
            ("DUE;VALUE=DATE:20261207", "rule FREQ=DAILY;UNTIL=20261207", nil),
            ("DUE;VALUE=DATE:20261207", "start 2026-12-07", .startIsDeadline),
            ("DUE;VALUE=DATE:20261207", "start 2026-12-01T09:00", .startHasTime),
            ("DUE;VALUE=DATE:20261207", "start 2026-12-01T09:00 due 2026-12-07T18:00", nil),
        ] as [(String, String, TodoError?)])
    func refused(task: String, text: String, error: TodoError?) throws {
        var record = try record(object(task.split(separator: " ").joined(separator: "\r\n")))
        var change = TodoEdit()
        let words = text.split(separator: " ").map(String.init)
        for number in stride(from: 0, to: words.count, by: 2) {
            let value = words[number + 1]
            if words[number] == "rule" {
                change.recurrence = value == "-" ? .cleared : .set(TodoRecurrence(rule: value))
            } else {
                let time: TodoEdit.Change<TodoDeadline> = value == "-" ? .cleared : .set(try TodoDeadline(value))
                if words[number] == "due" { change.deadline = time } else { change.start = time }
            }
        }
        let (before, now) = (record, try date("2026-11-01T12:00"))
        do throws(TodoError) {
            try record.edit(change, at: now, in: utc)
            #expect(error == nil && record != before)
        } catch let thrown {
            #expect(thrown == error && record == before)
        }
    }

    @Test("the last time of a series is on the day on which its user sees it")
    func lastDay() throws {
        let zone = try #require(TimeZone(identifier: "Asia/Tokyo"))
        let lines = "DTSTART;TZID=Asia/Tokyo:20261210T080000\r\nRRULE:FREQ=DAILY;UNTIL=20261209T230000Z"
        for (start, due, isPossible) in [
            (nil, "2026-12-10T09:00", true), ("2026-12-11T08:00", "2026-12-11T09:00", false),
        ] {
            var record = try record(object(lines))
            let (before, now) = (record, try date("2026-12-07T09:00"))
            var edit = TodoEdit(deadline: .set(try TodoDeadline(due)))
            if let start { edit.start = .set(try TodoDeadline(start)) }
            do throws(TodoError) {
                try record.edit(edit, at: now, in: zone)
            } catch {
                #expect(error == .emptyRecurrence("FREQ=DAILY;UNTIL=20261209T230000Z"))
            }
            #expect((record != before) == isPossible)
        }
    }
}
