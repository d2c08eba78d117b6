import CoreModule
import Foundation
import SuperappTesting
import TestSupport
import Testing
import TodoList

@Suite("Tasks in files", .bounded)
struct TodoExchangeTests {
    private let time = ManualTime()
    private let english = Localizer(locale: Locale(identifier: "en"), tables: [.todoList, .coreModule])

    private func exchange(_ todos: TaskList) throws -> TodoExchange {
        TodoExchange(
            todos: todos, clock: time.clock,
            identifiers: IdentifierGenerator.sequence(prefix: "t"),
            timeZone: try #require(TimeZone(identifier: "Asia/Tokyo")))
    }

    private func imported(
        _ text: String, _ format: TodoExchangeFormat, into todos: TaskList, isTrial: Bool = false
    ) async throws -> [Int] {
        let report = try await exchange(todos).importTodos(
            Array(text.replacing("\n", with: "\r\n").utf8), named: "file", format: format, isTrial: isTrial)
        return [report.added, report.updated, report.unchanged, report.rejected.count]
    }

    private func exported(_ format: TodoExchangeFormat, from todos: TaskList) async throws -> String {
        String(decoding: try await exchange(todos).exportTodos(format), as: UTF8.self).replacing("\r\n", with: "\n")
    }

    private static func calendar(_ todos: String) -> String {
        "BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:x\nX-WR-CALNAME:Mine\n\(todos)END:VCALENDAR\n"
    }

    private static let milk = """
        BEGIN:VTODO
        UID:milk
        DTSTAMP:20261101T100000Z
        LAST-MODIFIED:20261101T100000Z
        CREATED:20261001T100000Z
        SUMMARY:Buy milk
        DESCRIPTION:oat
        PRIORITY:2
        DUE;VALUE=DATE:20261201
        RELATED-TO:party
        X-COLOR;X-P=1:red
        BEGIN:VALARM
        TRIGGER:-PT1H
        END:VALARM
        END:VTODO

        """

    @Test(
        "a VTODO is imported with its fields and exported complete, also after an edit",
        arguments: TaskListKind.allCases)
    func wholeObjects(kind: TaskListKind) async throws {
        let todos = try await kind.makeList()
        #expect(try await imported(Self.calendar(Self.milk), .ics, into: todos) == [1, 0, 0, 0])
        let milk = try await todos.todo(named: "milk")
        #expect(milk.text.value == "Buy milk" && milk.notes.value == "oat" && milk.priority == .high)
        #expect(milk.deadline?.description == "2026-12-01" && milk.sync == .local)
        #expect(milk.createdAt == Date(timeIntervalSince1970: 1_790_848_800))
        let out = try await exported(.ics, from: todos)
        #expect(out.contains(Self.milk) && !out.contains("X-WR-CALNAME"))
        try await todos.edit(milk.id, TodoEdit(text: try TodoText("Buy oat milk")), at: time.now)
        let edited = try await exported(.ics, from: todos)
        #expect(edited.contains("SUMMARY:Buy oat milk\n") && !edited.contains("X-SUPERAPP-DEVICE"))
        for line in ["RELATED-TO:party\n", "X-COLOR;X-P=1:red\n", "BEGIN:VALARM\nTRIGGER:-PT1H\n", "PRIORITY:2\n"] {
            #expect(edited.contains(line), "\(line)")
        }
    }

    @Test(
        "importing the same file, or the list's own export, again changes nothing, whatever was edited meanwhile",
        arguments: TaskListKind.allCases, TodoExchangeFormat.allCases)
    func again(kind: TaskListKind, format: TodoExchangeFormat) async throws {
        let todos = try await kind.makeList()
        let file =
            switch format {
            case .ics: Self.calendar(Self.milk + Self.milk.replacing("UID:milk", with: "UID:bread"))
            case .txt:
                "(A) 2026-11-01 Call Anna @phone due:2026-12-01\nBuy milk\nBuy milk\nx 2026-11-03 2026-11-02 Pay +rent\n\n"
            }
        let count = format == .ics ? 2 : 4
        #expect(try await imported(file, format, into: todos, isTrial: true) == [count, 0, 0, 0])
        #expect(try await todos.todos().isEmpty)
        #expect(try await imported(file, format, into: todos) == [count, 0, 0, 0])
        time.advance(by: 86_400)
        #expect(try await imported(file, format, into: todos) == [0, 0, count, 0])
        let first = try await todos.todos()[0]
        try await todos.edit(
            first.id, TodoEdit(priority: .low, notes: try TodoNotes("later"), isCompleted: true), at: time.now)
        let before = try await todos.todos()
        #expect(try await imported(file, format, into: todos) == [0, 0, count, 0])
        #expect(try await todos.todos() == before)
        let own = try await exported(format, from: todos)
        #expect(try await imported(own, format, into: todos) == [0, 0, count, 0])
        #expect(try await todos.todos() == before)
        #expect(try await exported(format, from: todos) == own)
    }

    @Test("a trial import publishes no change", arguments: TaskListKind.allCases)
    func trial(kind: TaskListKind) async throws {
        let todos = try await kind.makeList()
        let changes = todos.changes.events()
        #expect(try await imported(Self.calendar(Self.milk), .ics, into: todos, isTrial: true) == [1, 0, 0, 0])
        let bread = Todo(id: TodoID("1"), text: try TodoText("bread"), createdAt: time.now, updatedAt: time.now)
        try await todos.add(bread)
        #expect(await changes.first(1) == [.added(bread)])
    }

    @Test(
        "a newer file changes the task field by field; the replaced values are kept as conflicts",
        arguments: TaskListKind.allCases)
    func later(kind: TaskListKind) async throws {
        let todos = try await kind.makeList()
        _ = try await imported(Self.calendar(Self.milk), .ics, into: todos)
        let middle = Date(timeIntervalSince1970: 1_793_577_600)
        try await todos.edit(
            TodoID("milk"), TodoEdit(text: try TodoText("Milk!"), notes: try TodoNotes("soy")), at: middle)
        let newer = Self.milk.replacing("LAST-MODIFIED:20261101", with: "LAST-MODIFIED:20261110")
            .replacing("SUMMARY:Buy milk", with: "SUMMARY:Buy rice milk").replacing("X-P=1:red", with: "X-P=1:blue")
        #expect(try await imported(Self.calendar(newer), .ics, into: todos) == [0, 1, 0, 0])
        let milk = try await todos.todo(named: "milk")
        #expect(milk.text.value == "Buy rice milk" && milk.notes.value == "soy")
        let conflict = try #require(try await todos.conflicts().first)
        #expect(
            conflict.kind
                == .field(kept: .text("Buy rice milk"), lost: .text("Milk!"), device: nil, date: middle))
        #expect(english(conflict.message) == "text: “Buy rice milk” was kept, “Milk!” lost")
        #expect(try await exported(.ics, from: todos).contains("X-P=1:blue"))
        #expect(try await imported(Self.calendar(newer), .ics, into: todos) == [0, 0, 1, 0])
        #expect(try await todos.conflicts().count == 1)
        _ = try await todos.restore(conflict.id, at: time.now)
        #expect(try await todos.todo(named: "milk").text.value == "Milk!")
        #expect(try await imported(Self.calendar(newer), .ics, into: todos) == [0, 0, 1, 0])
    }

    @Test(
        "an edit is newer than a file that was exported earlier within the same second",
        arguments: TaskListKind.allCases)
    func sameSecond(kind: TaskListKind) async throws {
        let todos = try await kind.makeList()
        let date = Date(timeIntervalSince1970: 1_793_577_600.25)
        try await todos.add(Todo(id: TodoID("a"), text: try TodoText("a"), createdAt: date, updatedAt: date))
        let file = try await exported(.ics, from: todos)
        try await todos.edit(TodoID("a"), TodoEdit(text: try TodoText("edited")), at: date + 0.5)
        #expect(try await imported(file, .ics, into: todos) == [0, 0, 1, 0])
        #expect(try await todos.todos().map(\.text.value) == ["edited"])
    }

    @Test(
        "a task that cannot be imported is reported with its line, and the rest is imported",
        arguments: TaskListKind.allCases
    )
    func rejections(kind: TaskListKind) async throws {
        let todos = try await kind.makeList()
        let long = String(repeating: "x", count: 501)
        let file = Self.calendar(
            """
            BEGIN:VTODO
            SUMMARY:nobody
            END:VTODO
            BEGIN:VTODO
            UID:1
            END:VTODO
            BEGIN:VTODO
            UID:2
            SUMMARY:fo
             lded
            END:VTODO
            BEGIN:VTODO
            UID:2
            SUMMARY:again
            END:VTODO
            BEGIN:VTODO
            UID:3
            SUMMARY:\(long)
            END:VTODO
            BEGIN:VTODO
            UID:4
            SUMMARY:due
            DUE:tomorrow
            END:VTODO
            BEGIN:VEVENT
            UID:5
            END:VEVENT

            """)
        let report = try await exchange(todos).importTodos(Array(file.utf8), named: "file", format: .ics)
        #expect(report.added == 3 && report.total == 6)
        #expect(
            report.rejected.map { "\($0.line): \(english($0.reason))" } == [
                "16: it has the same UID as line 11", "20: the text has 501 characters; 500 are allowed",
                "24: DUE cannot be “tomorrow”",
            ])
        #expect(try await Set(todos.todos().map(\.text.value)) == ["nobody", "folded", ""])
        let lines = Array("good\n\n(A) due:2026-12-01\nbad due:soon\n\u{FF}".utf8.dropLast(2)) + [0xFF]
        let other = try await exchange(todos).importTodos(lines, named: "file", format: .txt)
        #expect(other.added == 3)
        #expect(other.rejected.map { "\($0.line): \(english($0.reason))" } == ["5: it is no UTF-8"])
    }

    @Test(
        "a file of another format is refused",
        arguments: ["", "hello", "BEGIN:VCALENDAR\nBEGIN:VTODO\n"])
    func refused(text: String) async throws {
        let todos = TaskList.inMemory()
        let error = await #expect(throws: TodoError.self) { try await imported(text, .ics, into: todos) }
        #expect(error?.code == "fileUnreadable")
        let missing = URL(filePath: "/no/such/file.ics")
        let unwritable = await #expect(throws: TodoError.self) {
            try await exchange(todos).exportTodos(to: missing, format: .ics)
        }
        #expect(unwritable?.code == "fileUnwritable")
    }

    @Test("a todo.txt line has its parts; an existing task keeps its values and gets missing ones")
    func lines() async throws {
        let todos = TaskList.inMemory()
        #expect(
            try await imported("(A) 2026-11-01 Call Anna @phone due:2026-12-01\nPay +rent rec:1m\n", .txt, into: todos)
                == [2, 0, 0, 0])
        let (anna, rent) = (try await todos.todos()[0], try await todos.todos()[1])
        #expect(anna.text.value == "Call Anna @phone" && anna.priority == .high)
        #expect(anna.deadline?.description == "2026-12-01" && rent.text.value == "Pay +rent")
        #expect(anna.tags.names == ["phone"] && rent.tags.names == ["rent"] && rent.recurrence?.rule == "FREQ=MONTHLY")
        try await todos.edit(anna.id, TodoEdit(priority: .low), at: time.now)
        #expect(
            try await imported(
                "x 2026-11-22 2026-11-01 Call Anna @phone due:2026-12-05\n(C) Pay +rent rec:1m due:2026-12-24\n", .txt,
                into: todos) == [0, 2, 0, 0])
        let after = try await todos.todos()
        #expect(after[0].isCompleted && after[0].deadline == anna.deadline && after[0].priority == .low)
        // A task that recurs had a deadline at once.
        #expect(after[1].priority == .low && after[1].deadline?.description == "2026-11-21")
        #expect(
            try await exported(.txt, from: todos) == """
                x 2026-11-22 2026-11-01 Call Anna @phone due:2026-12-01 pri:C
                (C) 2026-11-21 Pay +rent due:2026-11-21 rec:1m

                """)
        // A text that looks like parts of a line is imported as it was read.
        _ = try await todos.add(
            Todo(
                id: TodoID("z"), text: try TodoText("x (A) due:2026-01-01 odd"), createdAt: time.now,
                updatedAt: time.now))
        let own = try await exported(.txt, from: todos)
        #expect(try await imported(own, .txt, into: todos)[0] == 0)
    }

    @Test(
        "a text that contains key:value pairs survives export and import, and so do priority and day",
        arguments: [
            "pri:A x", "x due:2026-05-05", "due:2026-05-05", "pri:B", "pri:A pri:none", "due:soon",
            "due:none x pri:C pri:Z", "x done", "2026-01-01 x", "rec:1w due:2026-05-05 @a +b",
            "rec:1w", "rec:none", "rec:soon x",
        ])
    func pairsInTexts(text: String) async throws {
        let todos = TaskList.inMemory()
        let deadlines = [nil, TodoDeadline.day(try CalendarDay("2026-06-01"))]
        for priority in TodoPriority.allCases {
            for deadline in deadlines {
                for isCompleted in [false, true] {
                    time.advance(by: 86_400)
                    _ = try await todos.add(
                        Todo(
                            id: TodoID("\(time.now)"), text: try TodoText(text), priority: priority,
                            deadline: deadline, isCompleted: isCompleted, completedAt: isCompleted ? time.now : nil,
                            createdAt: time.now, updatedAt: time.now))
                }
            }
        }
        let out = try await exported(.txt, from: todos)
        let copy = TaskList.inMemory()
        #expect(try await imported(out, .txt, into: copy) == [12, 0, 0, 0])
        let (before, after) = (try await todos.todos(), try await copy.todos())
        #expect(after.map(\.text) == before.map(\.text))
        #expect(after.map(\.priority) == before.map(\.priority) && after.map(\.deadline) == before.map(\.deadline))
        #expect(after.map(\.isCompleted) == before.map(\.isCompleted))
        #expect(try await exported(.txt, from: copy) == out)
        #expect(try await imported(out, .txt, into: todos) == [0, 0, 12, 0])
        let foreign = TaskList.inMemory()
        _ = try await imported("(A) 2026-01-01 \(text)\n", .txt, into: foreign)
        #expect(try await foreign.todos().contains { $0.text.value.contains("pri:") } == text.contains("pri:"))
    }

    @Test("an export reports what the format cannot hold")
    func leftOut() async throws {
        let todos = TaskList.inMemory()
        for (id, deadline, notes) in [
            ("1", "2026-12-01", "oat"), ("2", "2026-12-01T18:00", ""), ("3", "2026-12-01T18:00Z", "x"),
            ("4", "2026-12-01", ""),
        ] {
            _ = try await todos.add(
                Todo(
                    id: TodoID(id), text: try TodoText("milk"), deadline: try TodoDeadline(deadline),
                    tags: id == "4" ? try TodoTags(["tea time"]) : .none, notes: try TodoNotes(notes),
                    createdAt: time.now,
                    updatedAt: time.now))
        }
        try await withTemporaryFolder { folder in
            let exchange = try exchange(todos)
            let lines = try await exchange.exportTodos(to: folder.appending(path: "a.txt"), format: .txt)
            #expect([lines.written, lines.withoutNotes, lines.withoutTime] == [4, 2, 2] && lines.withoutDetails == 1)
            #expect(lines.omissions.count == 3)
            let whole = try await exchange.exportTodos(to: folder.appending(path: "a.ics"), format: .ics)
            #expect([whole.written, whole.withoutNotes, whole.withoutTime] == [4, 0, 0] && whole.withoutDetails == 0)
            #expect(whole.omissions.isEmpty)
        }
    }

    @Test("of any number of rejected tasks, the first 1,000 are kept, and the number", arguments: [3_000, 6_000])
    func manyRejected(count: Int) async throws {
        let exchange = try exchange(TaskList.inMemory())
        let lines = try await exchange.importTodos(
            Array(repeating: [0xFF, .lineFeed], count: count).flatMap(\.self), named: "file", format: .txt)
        #expect(lines.rejected.map(\.line) == Array(1...1000) && lines.rejectedCount == count)
        // Those with a wrong deadline are found after those with a known identifier, and come between them.
        let rows = (0..<count).flatMap { number in
            ["BEGIN:VTODO", number % 2 == 0 ? "UID:same" : "UID:\(number)\nDUE:x", "SUMMARY:x", "END:VTODO"]
        }
        let file = Self.calendar("BEGIN:VTODO\nUID:same\nSUMMARY:x\nEND:VTODO\n" + rows.joined(separator: "\n") + "\n")
        let objects = try await exchange.importTodos(Array(file.utf8), named: "file", format: .ics)
        #expect(objects.rejectedCount == count)
        // Nine lines for two tasks.
        let expected: [Int] = (0..<500).flatMap { number in [9 + 9 * number, 13 + 9 * number] }
        #expect(objects.rejected.map(\.line) == expected)
    }

    @Test("a task that is not UTF-8 is rejected with its line and not changed silently")
    func encoding() async throws {
        let todos = TaskList.inMemory()
        let file = Array(Self.calendar(Self.milk + Self.milk.replacing("UID:milk", with: "UID:tea")).utf8)
        var latin = file
        let place = try #require(Data(latin).range(of: Data("Buy milk".utf8))).lowerBound
        latin[place] = 0xE4
        let report = try await exchange(todos).importTodos(latin, named: "file", format: .ics)
        #expect(report.added == 1 && report.rejected.map(\.line) == [5])
        #expect(report.rejected.map { english($0.reason) } == ["it is no UTF-8"])
        // Some programs fold in the middle of a character, which is no fault of the text.
        var folded = file
        folded.replaceSubrange(place..<place + 3, with: [0xC3, 0x0D, 0x0A, 0x20, 0xA4])
        #expect(try await exchange(todos).importTodos(folded, named: "file", format: .ics).rejected.isEmpty)
        #expect(try await todos.todo(named: "milk").text.value == "ä milk")
    }

    @Test("time zones and recurrences are exported with their tasks, and two with one name stay separate")
    func timeZones() async throws {
        let todos = TaskList.inMemory()
        let zone = { (offset: String) in
            """
            BEGIN:VTIMEZONE
            TZID:Own
            BEGIN:STANDARD
            DTSTART:19700101T000000
            TZOFFSETFROM:\(offset)
            TZOFFSETTO:\(offset)
            END:STANDARD
            END:VTIMEZONE

            """
        }
        let todo = { (uid: String) in
            "BEGIN:VTODO\nUID:\(uid)\nDTSTAMP:20261101T100000Z\nSUMMARY:\(uid)\nDUE;TZID=Own:20261201T180000\nEND:VTODO\n"
        }
        let override = "BEGIN:VTODO\nUID:a\nRECURRENCE-ID:20261202T100000Z\nSUMMARY:other\nEND:VTODO\n"
        _ = try await imported(Self.calendar(zone("+0200") + todo("a") + override + todo("b")), .ics, into: todos)
        _ = try await imported(Self.calendar(zone("+0300") + todo("c")), .ics, into: todos)
        #expect(
            try await todos.todos().map(\.deadline?.description) == [
                "2026-12-01T16:00:00Z", "2026-12-01T16:00:00Z", "2026-12-01T15:00:00Z",
            ])
        let out = try await exported(.ics, from: todos)
        #expect(out.components(separatedBy: "BEGIN:VCALENDAR").count == 3)
        #expect(
            out.contains(zone("+0200") + todo("a") + override + todo("b")) && out.contains(zone("+0300") + todo("c")))
        let other = TaskList.inMemory()
        #expect(try await imported(out, .ics, into: other) == [3, 0, 0, 0])
        #expect(try await other.todos().map(\.deadline) == todos.todos().map(\.deadline))
        #expect(try await imported(out, .ics, into: todos) == [0, 0, 3, 0])
    }

    @Test("an import appears on the screens")
    @MainActor
    func screens() async throws {
        let tree = FeatureTree()
        let graph = TodoListBuilder(
            dependencies: TodoListDependencies(
                todos: TaskList.inMemory(), clock: time.clock,
                identifiers: IdentifierGenerator.sequence(prefix: "t")), parent: tree.root
        ).build()
        let list = graph.mainScreen.list.viewModel
        await list.load()
        let bytes = Array(Self.calendar(Self.milk).utf8)
        let exchange = graph.exchange
        _ = try await exchange.importTodos(bytes, named: "file", format: .ics, isTrial: true)
        _ = try await exchange.importTodos(bytes, named: "file", format: .ics)
        #expect(await waitUntil { list.todos.map(\.text.value) == ["Buy milk"] })
        #expect(await list.remove([TodoID("milk")]))
        #expect(await list.undo()?.count == 1)
        #expect(String(decoding: try await exchange.exportTodos(.ics), as: UTF8.self).contains("X-COLOR;X-P=1:red"))
    }
}
