import CoreModule
import Foundation
import SuperappTesting
import TestSupport
import Testing
import TodoList

@Suite("Tasks in todo.txt files", .bounded)
struct TodoTxtExchangeTests {
    private let time = ManualTime()

    private func exchange(_ todos: TaskList, in timeZone: TimeZone = .gmt) -> TodoExchange {
        TodoExchange(todos: todos, clock: time.clock, identifiers: .sequence(prefix: "t"), timeZone: timeZone)
    }

    private func imported(_ text: String, into todos: TaskList) async throws -> [Int] {
        let report = try await exchange(todos).importTodos(Array(text.utf8), named: "file", format: .txt)
        return [report.added, report.updated, report.unchanged, report.rejectedCount]
    }

    private func exported(_ todos: TaskList) async throws -> String {
        String(decoding: try await exchange(todos).exportTodos(.txt), as: UTF8.self)
    }

    private func add(_ text: String, tags: [String] = [], to todos: TaskList) async throws {
        try await todos.add(
            Todo(
                id: TodoID("own \(text)"), text: try TodoText(text), tags: try TodoTags(tags), createdAt: time.now,
                updatedAt: time.now))
    }

    @Test("tags that are not in the text go out as contexts and come back; what is not one word is counted")
    func tags() async throws {
        let todos = TaskList.inMemory()
        for (number, (tags, written)) in [
            (["shop"], " @shop"), (["home", "Work"], " @home @Work"), (["at home"], " @at_home"), (["2026"], " @2026"),
            (["дом"], " @дом"), ([], ""),
        ].enumerated() {
            try await add("Buy \(number) @bag", tags: ["bag"] + tags, to: todos)
            let out = try await exported(todos)
            #expect(out.contains("Buy \(number) @bag\(written)\n"))
        }
        try await withTemporaryFolder { folder in
            let report = try await exchange(todos).exportTodos(to: folder.appending(path: "a.txt"), format: .txt)
            #expect(report.withoutDetails == 2)
        }
        let (own, copy) = (try await exported(todos), TaskList.inMemory())
        #expect(try await imported(own, into: todos) == [0, 0, 6, 0])
        #expect(try await imported(own, into: copy) == [6, 0, 0, 0])
        #expect(
            try await Set(copy.todos().map(\.tags.names)) == [
                ["bag", "shop"], ["bag", "home", "Work"], ["bag", "at_home"], ["bag"], ["bag", "дом"],
            ])
        #expect(try await exported(copy) == own)
        // A line from before the task got its tags is the same one.
        #expect(try await imported("Buy 0 @bag\n2026-11-21 Buy 1 @bag\n", into: todos) == [0, 0, 2, 0])
    }

    @Test("a line is imported once, whatever becomes of its task", arguments: TaskListKind.allCases)
    func edited(kind: TaskListKind) async throws {
        let todos = try await kind.makeList()
        let file = "Buy milk\nBuy milk\n2026-11-01 Buy bread @shop\nx 2026-11-02 2026-11-01 Pay\nPay\nRead\n"
        #expect(try await imported(file, into: todos) == [6, 0, 0, 0])
        try await add("Sweep", to: todos)
        let texts = [("Buy milk", "Buy bread"), ("Buy bread @shop", "Buy butter"), ("Read", "Sweep"), ("Pay", "Rent")]
        for (old, new) in texts {
            let todo = try #require(try await todos.todos().first { $0.text.value == old && !$0.isCompleted })
            try await todos.edit(todo.id, TodoEdit(text: try TodoText(new), priority: .high), at: time.now)
        }
        let before = try await todos.todos()
        #expect(try await imported(file, into: todos) == [0, 0, 6, 0])
        #expect(try await imported(exported(todos), into: todos) == [0, 0, 7, 0])
        #expect(try await todos.todos() == before)
        // A line that was edited in the file is another one, and so is one more of the same text.
        #expect(try await imported("Read on\nRead\nRead\n", into: todos) == [2, 0, 1, 0])
        // A removed task comes back.
        try await todos.remove([before[0].id], at: time.now)
        #expect(try await imported(file, into: todos) == [1, 0, 5, 0])
    }

    @Test("a line with a date takes the task of its day, done or not, before one without takes any")
    func datedFirst() async throws {
        let todos = TaskList.inMemory()
        #expect(try await imported("2026-11-01 Knock\n2026-11-02 Knock\n", into: todos) == [2, 0, 0, 0])
        #expect(try await imported("Knock\nx 2026-11-05 2026-11-01 Knock\n", into: todos) == [0, 1, 1, 0])
        let days = try await todos.todos().map { "\(CalendarDay($0.createdAt, in: .gmt)) \($0.isCompleted)" }
        #expect(days.sorted() == ["2026-11-01 true", "2026-11-02 false"])
    }

    @Test("tags that do not fit behind a long text are left out and counted, and the text comes back")
    func longText() async throws {
        let todos = TaskList.inMemory()
        let text = String(repeating: "a", count: 490)
        try await add(text, tags: ["home", "garden"], to: todos)
        let file = try await exported(todos)
        #expect(file.contains("\(text) @home") && !file.contains("garden"))
        #expect(try await imported(file, into: TaskList.inMemory()) == [1, 0, 0, 0])
        #expect(try await imported(file, into: todos) == [0, 0, 1, 0])
    }

    @Test("a line without a text is a task without a text, with the rest of the line, and comes back")
    func withoutText() async throws {
        let todos = TaskList.inMemory()
        let file = [
            "(A) 2026-11-01 due:2026-12-01", "x 2026-11-02 2026-11-01", "2026-11-03 t:2026-12-01 rec:1w", "2026-11-04",
            "2026-11-05 @home", "(A)",
        ]
        #expect(try await imported(file.joined(separator: "\n"), into: todos) == [6, 0, 0, 0])
        let read = try await todos.todos().map { "\($0.text) \($0.priority) \($0.deadline?.description ?? "-")" }
        #expect(
            Set(read) == [" high 2026-12-01", " normal -", "@home normal -", "(A) normal -"]
                && read.count == 6)
        let own = try await exported(todos)
        #expect(try await imported(own, into: todos) == [0, 0, 6, 0])
        #expect(try await imported(file.joined(separator: "\n"), into: todos) == [0, 0, 6, 0])
        let copy = TaskList.inMemory()
        #expect(try await imported(own, into: copy) == [6, 0, 0, 0])
        #expect(try await exported(copy) == own)
    }

    @Test("the report names the lines with a rec and without a date, whose tasks recur from the day of the import on")
    func recurrenceWithoutDate() async throws {
        let todos = TaskList.inMemory()
        let file = "Water rec:1w\nSweep rec:1w due:2026-12-01\nRead rec:+1d t:2026-12-01\nRest\nWash rec:2w\n"
        let weekend = try await exchange(todos).importTodos(
            Array("Work rec:1b due:2026-12-05\n".utf8), named: "file", format: .txt)
        #expect(
            weekend.remarks.map { "\($0.message)" } == ["line 1: the first day of its recurrence was taken: 2026-12-07"]
        )
        for remarks in [["line 1", "line 5"], []] {
            let report = try await exchange(todos).importTodos(Array(file.utf8), named: "file", format: .txt)
            #expect(
                report.remarks.map { "\($0.message)" }
                    == remarks.map { "\($0): it has no date, and recurs from today on" })
        }
        #expect(try await todos.todo(named: "Water").deadline?.description == "2026-11-21")
    }

    @Test("the report names what is not understood, and what the list keeps otherwise than the file says")
    func remarks() async throws {
        let todos = TaskList.inMemory()
        let file = [
            "bad due:2026-02-30", "dentist due:2027-03-01T18:00 rec:6m", "rest t:2026-12-10 due:2026-12-01",
            "pay due:2026-12-05", "(A) pills due:2026-12-01 rec:1w", "none due:none",
        ]
        func remarks(_ lines: [String]) async throws -> [String] {
            try await exchange(todos).importTodos(
                Array(lines.joined(separator: "\n").utf8), named: "file", format: .txt
            )
            .remarks.map { "\($0.message)" }
        }
        let notUnderstood = [
            "line 1: not understood: due:2026-02-30", "line 2: not understood: due:2027-03-01T18:00 rec:6m",
            "line 3: not understood: t:2026-12-10",
        ]
        #expect(try await remarks(file) == notUnderstood)
        #expect(try await remarks(file).isEmpty)
        #expect(try await remarks(exported(todos).split(separator: "\n").map(String.init)).isEmpty)
        #expect(try await todos.todo(named: "dentist due:2027-03-01T18:00 rec:6m").recurrence == nil)
        #expect(
            try await remarks(["pay due:2026-12-09", "(C) pills due:2026-12-01 rec:2w"]) == [
                "line 1: the list keeps its own: deadline", "line 2: the list keeps its own: priority, recurrence",
            ])
        let done = try await remarks(["x 2026-12-01 pills due:2026-12-01"])
        #expect(done == ["line 1: the list keeps its own: completion"])
    }

    @Test(
        "what was changed in the list since a line was imported stays, and the report says so; a line that was changed counts"
    )
    func changedSince() async throws {
        let todos = TaskList.inMemory()
        let file = [
            "x 2026-11-02 2026-11-01 Pay", "(A) Call t:2026-12-01 due:2026-12-05", "Water rec:1w due:2026-12-05",
            "Rest",
        ]
        func imported(_ lines: [String]) async throws -> [String] {
            let report = try await exchange(todos).importTodos(
                Array(lines.joined(separator: "\n").utf8), named: "file", format: .txt)
            return ["\(report.added) \(report.updated) \(report.unchanged)"] + report.remarks.map { "\($0.message)" }
        }
        #expect(try await imported(file) == ["4 0 0"])
        let edits = [
            "Pay": TodoEdit(isCompleted: false),
            "Call": TodoEdit(priority: .normal, start: .cleared, deadline: .cleared),
            "Water": TodoEdit(recurrence: .cleared), "Rest": TodoEdit(text: try TodoText("Sleep")),
        ]
        for (text, edit) in edits {
            try await todos.edit(try await todos.todo(named: text).id, edit, at: time.now, in: .gmt)
        }
        let before = try await todos.todos()
        for _ in 0..<2 {
            #expect(
                try await imported(file) == [
                    "0 0 4", "line 1: the list keeps its own: completion",
                    "line 2: the list keeps its own: priority, start, deadline",
                    "line 3: the list keeps its own: recurrence", "line 4: the list keeps its own: text",
                ])
        }
        #expect(try await todos.todos() == before)
        #expect(try await imported(["x 2026-11-09 2026-11-01 Pay", "Call due:2026-12-06"]) == ["0 2 0"])
        #expect(try await todos.todo(named: "Pay").isCompleted)
        // So does a task of the user's own that a line has completed.
        try await add("Sweep", to: todos)
        #expect(try await imported(["x Sweep"]) == ["0 1 0"])
        try await todos.edit(try await todos.todo(named: "Sweep").id, TodoEdit(isCompleted: false), at: time.now)
        #expect(try await imported(["x Sweep"]) == ["0 0 1", "line 1: the list keeps its own: completion"])
    }

    @Test("a line of an earlier export finds its task whatever has become of its tags and contexts")
    func changedContexts() async throws {
        let todos = TaskList.inMemory()
        for text in ["Buy milk", "Call @phone", "Call @phone +family", "Write @desk"] {
            try await add(text, tags: text == "Buy milk" ? ["shop", "at home"] : [], to: todos)
        }
        let file = try await exported(todos)
        time.advance(by: 60)
        for (text, edit) in [
            ("Buy milk", TodoEdit(tags: try TodoTags(["home"]))),
            ("Call @phone", TodoEdit(text: try TodoText("Call @office @desk"))),
            ("Call @phone +family", TodoEdit(tags: TodoTags.none)),
            ("Write @desk", TodoEdit(tags: try TodoTags(["desk"]))),
        ] {
            try await todos.edit(try await todos.todo(named: text).id, edit, at: time.now)
        }
        let before = try await todos.todos()
        let report = try await exchange(todos).importTodos(Array(file.utf8), named: "file", format: .txt)
        #expect(report.added == 0 && report.unchanged == 4)
        let remarks = report.remarks.map { "\($0.message)" }
        #expect(!remarks.isEmpty && remarks.allSatisfy { $0.hasSuffix("the list keeps its own: tags") })
        #expect(try await todos.todos() == before)
        // Without a date, and with another text, it may be another task.
        #expect(
            try await imported("Call @bank\n2026-11-21 Calls @phone\n2026-11-20 Buy milk @shop\n", into: todos) == [
                3, 0, 0, 0,
            ])
    }

    @Test("a line that differs from a task only in its contexts is another task, unless that was edited since")
    func otherContexts() async throws {
        let todos = TaskList.inMemory()
        _ = try await imported("2026-11-21 Call @phone\n", into: todos)
        try await add("Write @desk", to: todos)
        let other = "2026-11-21 Call @bank\n\(CalendarDay(time.now, in: .gmt)) Write @bus\n"
        #expect(try await imported(other, into: todos) == [2, 0, 0, 0])
    }

    @Test("a line whose recurrence does not fit the task leaves the other lines alone")
    func unfitting() async throws {
        let todos = TaskList.inMemory()
        let task = "UID:a\nSUMMARY:Call\nDUE;TZID=America/New_York:20261207T200000"
        let file = "BEGIN:VCALENDAR\nBEGIN:VTODO\n\(task)\nEND:VTODO\nEND:VCALENDAR\n"
        _ = try await exchange(todos).importTodos(Array(file.utf8), named: "file", format: .ics)
        #expect(try await imported("Call rec:1b\nPay\n", into: todos) == [1, 0, 1, 0])
        #expect(try await todos.todo(named: "Call").recurrence == nil)
    }

    @Test("tasks without dates stay in the order of the file")
    func order() async throws {
        let todos = TaskList.inMemory()
        let lines = (0..<9).map { "Task \($0 * 7 % 9)" }
        _ = try await imported(lines.joined(separator: "\n"), into: todos)
        #expect(try await todos.todos().map(\.text.value) == lines)
    }

    @Test(
        "in another time zone the lines of a file are the same tasks, and up to eleven hours away their days are the same"
    )
    func zones() async throws {
        let file = "x 2026-06-20 2026-06-01 called\n2026-06-05 paid due:2026-07-01\nplain\nx 2026-06-19 done\n"
        let zones = try ["Asia/Tokyo", "Europe/Berlin", "America/Los_Angeles", "GMT"].map {
            try #require(TimeZone(identifier: $0))
        }
        for home in zones {
            let todos = TaskList.inMemory()
            _ = try await exchange(todos, in: home).importTodos(Array(file.utf8), named: "file", format: .txt)
            let paid = try await todos.todo(named: "paid")
            _ = try await todos.edit(paid.id, TodoEdit(text: TodoText("paid it")), at: time.now)
            for zone in zones {
                let there = exchange(todos, in: zone)
                #expect(try await there.importTodos(Array(file.utf8), named: "file", format: .txt).added == 0)
                let out = String(decoding: try await there.exportTodos(.txt), as: UTF8.self)
                let distance = abs(home.secondsFromGMT(for: time.now) - zone.secondsFromGMT(for: time.now))
                let isSame = out.contains("x 2026-06-20 2026-06-01 called\n")
                #expect(isSame || distance > 11 * 3_600, "\(home), then \(zone): \(out)")
            }
        }
    }
}
