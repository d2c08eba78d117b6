import CoreModule
import Foundation
import SuperappTesting
import TestSupport
import Testing
import TodoList

@Suite("What other programs write in files", .bounded)
struct ForeignTaskFileTests {
    private let time = ManualTime()

    private func exchange(_ todos: TaskList) throws -> TodoExchange {
        TodoExchange(
            todos: todos, clock: time.clock, identifiers: IdentifierGenerator.sequence(prefix: "t"),
            timeZone: try #require(TimeZone(identifier: "Asia/Tokyo")))
    }

    private func imported(
        _ text: String, _ format: TodoExchangeFormat, into todos: TaskList
    ) async throws -> [Int] {
        let report = try await exchange(todos).importTodos(Array(text.utf8), named: "file", format: format)
        return [report.added, report.updated, report.unchanged, report.rejected.count]
    }

    private func exported(_ format: TodoExchangeFormat, from todos: TaskList) async throws -> String {
        String(decoding: try await exchange(todos).exportTodos(format), as: UTF8.self).replacing("\r\n", with: "\n")
    }

    private static let cancelled = """
        BEGIN:VCALENDAR
        VERSION:2.0
        PRODID:x
        BEGIN:VTODO
        UID:milk
        DTSTAMP:20261101T100000Z
        SUMMARY:Buy milk
        STATUS:CANCELLED
        END:VTODO
        END:VCALENDAR

        """

    @Test(
        "a line keeps a priority below C, and a due that is no date",
        arguments: [
            "(D) 2026-11-01 Pay @bank", "2026-11-01 Pay due:soon", "2026-11-01 due:someday",
            "(A) 2026-11-01 Pay due:2026-13-01 now", "(E) 2026-11-01 Pay due:2026-12-01",
            "2026-11-01 Pay due:2026-12-01 due:soon", "x 2026-11-03 2026-11-01 Pay pri:D",
        ])
    func foreignParts(line: String) async throws {
        let todos = TaskList.inMemory()
        #expect(try await imported(line + "\n", .txt, into: todos) == [1, 0, 0, 0])
        #expect(try await exported(.txt, from: todos) == line + "\n")
        #expect(try await imported(line + "\n", .txt, into: todos) == [0, 0, 1, 0])
        let todo = try #require(try await todos.todos().first)
        let isBelowC = line.contains(/^\([D-Z]\)|pri:D/)
        #expect(todo.priority == (isBelowC ? .low : line.hasPrefix("(A)") ? .high : .normal))
        #expect((todo.deadline == nil) == !line.contains(/due:2026-12-01$/))
        // The task of a list that has lost the letter is the same one.
        let other = TaskList.inMemory()
        let plain = line.replacing(/^\([D-Z]\)/, with: "(C)").replacing("pri:D", with: "pri:C")
        _ = try await imported(plain + "\n", .txt, into: other)
        #expect(try await imported(line + "\n", .txt, into: other) == [0, 0, 1, 0])
        // The letter gives way to a priority that the user sets.
        try await todos.edit(todo.id, TodoEdit(priority: .high), at: time.now)
        let raised = try await exported(.txt, from: todos)
        #expect(try await imported(raised, .txt, into: todos) == [0, 0, 1, 0])
        #expect(raised.contains("(A)") || raised.contains("pri:A"))
    }

    @Test(
        "each letter is kept through the store, a restart and a server, until the user sets another priority",
        arguments: TaskListKind.allCases)
    func letters(kind: TaskListKind) async throws {
        let todos = try await kind.makeList()
        let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
        let file = letters.map { "(\($0)) 2026-11-01 Task \($0) @home\n" }.joined()
        #expect(try await imported(file, .txt, into: todos) == [26, 0, 0, 0])
        // Tasks of one second are in the order of their identifiers.
        #expect(try await exported(.txt, from: todos).split(separator: "\n").sorted() == file.split(separator: "\n"))
        #expect(try await imported(file, .txt, into: todos) == [0, 0, 26, 0])
        let all = try await todos.todos()
        #expect(all.map(\.text.value).sorted() == letters.map { "Task \($0) @home" })
        for todo in all {
            let bytes = TodoDocument(new: todo, at: time.now).bytes(with: TodoFields(todo), at: time.now, device: "")
            let copy = try #require(try TodoDocument(bytes))
            #expect(copy.fields == TodoDocument.written(TodoFields(todo)))
        }
        let d = try #require(all.first { $0.text.value.contains("D") })
        for priority in [TodoPriority.high, .low] {
            try await todos.edit(d.id, TodoEdit(priority: priority), at: time.now)
        }
        #expect(try await exported(.txt, from: todos).contains("(C) 2026-11-01 Task D"))
    }

    @Test("a letter and a rec in a file of the store are there after it was opened again")
    func restart() async throws {
        try await withTemporaryFolder { folder in
            let file = folder.appending(path: "a.sqlite")
            let line = "(B) 2026-11-01 Water @garden due:2026-12-01 rec:1w\n"
            for isFirst in [true, false] {
                let database = try await SQLiteDatabase.open(.file(file), schemas: [TodoSchema.todos])
                let todos = TaskList(database)
                if isFirst { _ = try await imported(line, .txt, into: todos) }
                #expect(try await exported(.txt, from: todos) == line)
                await database.close()
            }
        }
    }

    @Test("a merge keeps the letter of the side that has changed it, as long as it says the priority")
    func mergedLetters() throws {
        func fields(_ priority: TodoPriority, _ form: String) -> TodoFields {
            var fields = TodoFields(text: "a", priority: priority)
            fields.todoTxt = TodoTxtForm(form)
            return fields
        }
        let base = fields(.low, "pri:D")
        for (here, there, merged) in [
            (fields(.low, "pri:E"), base, "pri:E"), (base, fields(.low, "pri:E"), "pri:E"),
            (base, fields(.high, ""), ""), (fields(.normal, "pri:B"), base, "pri:B"), (base, base, "pri:D"),
            (fields(.high, ""), base, ""),
        ] {
            let merge = TodoMerge(
                base: base, baseDate: time.now, here: here, dates: { _ in time.now }, there: there, date: time.now)
            #expect("\(merge.fields.todoTxt)" == merged)
        }
    }

    @Test(
        "a rec is the recurrence of the task, and is written as it was until the recurrence changes",
        arguments: ["rec:1w", "rec:+1m", "rec:3d", "rec:2w", "rec:1y", "rec:1b"])
    func recurrences(rec: String) async throws {
        let todos = TaskList.inMemory()
        let line = "2026-11-01 Water the plants due:2026-12-01 \(rec)\n"
        #expect(try await imported(line, .txt, into: todos) == [1, 0, 0, 0])
        let todo = try await todos.todos()[0]
        #expect(todo.text.value == "Water the plants" && todo.recurrence != nil)
        #expect(try await exported(.txt, from: todos) == line)
        // The done line of a task that recurs is one of its times, and does not move it.
        let done = "x 2026-11-20 " + line
        #expect(try await imported(line + done, .txt, into: TaskList.inMemory()) == [2, 0, 0, 0])
        #expect(try await imported(done, .txt, into: todos) == [0, 0, 1, 0])
        try await todos.edit(todo.id, TodoEdit(isCompleted: true), at: time.now)
        #expect(try await exported(.txt, from: todos).contains(rec))
        try await todos.edit(todo.id, TodoEdit(recurrence: .set(try TodoRecurrence("every 5 days"))), at: time.now)
        #expect(try await exported(.txt, from: todos).contains("rec:+5d"))
        #expect(try await imported(line, .txt, into: todos) == [0, 0, 1, 0])
    }

    @Test(
        "what an earlier version of the library left in the text is the letter, the rec and the start, and matches its line"
    )
    func earlierTexts() async throws {
        let todos = TaskList.inMemory()
        for (id, text, priority) in [
            ("1", "(D) Pay", TodoPriority.low), ("2", "Water rec:1w", .normal), ("3", "Read t:2026-12-01", .normal),
        ] {
            try await todos.add(
                Todo(
                    id: TodoID(id), text: try TodoText(text), priority: priority, createdAt: time.now,
                    updatedAt: time.now))
        }
        #expect(try await imported("(D) Pay\nWater rec:1w\nRead t:2026-12-01\n", .txt, into: todos) == [0, 2, 1, 0])
        #expect(try await todos.todo(named: "2").recurrence?.rule == "FREQ=WEEKLY")
        #expect(try await todos.todo(named: "3").start == TodoDeadline("2026-12-01"))
        let out = try await exported(.txt, from: todos)
        #expect(out.contains("(D) ") && !out.contains("(D) Pay"))
        #expect(try await imported(out, .txt, into: todos) == [0, 0, 3, 0])
    }

    @Test("an export counts the recurrences and tags that a line cannot say")
    func leftOut() async throws {
        let todos = TaskList.inMemory()
        for (id, rule, tag) in [
            ("1", "FREQ=WEEKLY", "home"), ("2", "FREQ=MONTHLY;BYDAY=-1FR", "home"), ("3", "FREQ=DAILY", "other one"),
        ] {
            try await todos.add(
                Todo(
                    id: TodoID(id), text: try TodoText("Sweep @home"), deadline: try TodoDeadline("2026-12-01"),
                    recurrence: try TodoRecurrence(rule), tags: try TodoTags([tag]), createdAt: time.now,
                    updatedAt: time.now))
        }
        try await withTemporaryFolder { folder in
            let exchange = TodoExchange(
                todos: todos, clock: time.clock, identifiers: .sequence(prefix: "t"), timeZone: .gmt)
            let report = try await exchange.exportTodos(to: folder.appending(path: "a.txt"), format: .txt)
            #expect(report.withoutDetails == 2)
        }
    }

    @Test(
        "the start of a line is its t, both ways; one that is not before the deadline is text"
    )
    func starts() async throws {
        let todos = TaskList.inMemory()
        let file = """
            2026-11-01 Pay due:2026-12-05 t:2026-12-01
            2026-11-01 Rest t:2026-12-24
            2026-11-01 Late t:2026-12-06 due:2026-12-05
            2026-11-01 Same t:2026-12-05 due:2026-12-05
            2026-11-01 Odd t:soon
            2026-11-01 Read

            """
        #expect(try await imported(file, .txt, into: todos) == [6, 0, 0, 0])
        #expect(try await imported(file, .txt, into: todos) == [0, 0, 6, 0])
        let starts = try await todos.todos().map { "\($0.text) \($0.start?.description ?? "-")" }
        #expect(
            Set(starts) == [
                "Pay 2026-12-01", "Rest 2026-12-24", "Late t:2026-12-06 -", "Same t:2026-12-05 -", "Odd t:soon -",
                "Read -",
            ])
        #expect(try await Set(exported(.txt, from: todos).split(separator: "\n")) == Set(file.split(separator: "\n")))
        // A line without a start leaves the one that is there; one with a start gives it to a task without.
        _ = try await imported("2026-11-01 Pay\n2026-11-01 Odd t:soon due:2026-12-09\n", .txt, into: todos)
        #expect(try await todos.todo(named: "Pay").start?.description == "2026-12-01")
        _ = try await imported("2026-11-01 Read t:2026-12-02\n", .txt, into: todos)
        #expect(try await todos.todo(named: "Read").start?.description == "2026-12-02")
    }

    @Test("behind a letter at the front, a pri is text")
    func letterOnly() async throws {
        let todos = TaskList.inMemory()
        #expect(try await imported("(D) due:2026-12-01\n(A) pri:E\n(E) pri:F\n", .txt, into: todos) == [3, 0, 0, 0])
    }

    @Test("a cancelled task is not open, and keeps its status until it is reopened")
    func cancelled() async throws {
        let todos = TaskList.inMemory()
        _ = try await imported(Self.cancelled, .ics, into: todos)
        let milk = try await todos.todos()[0]
        #expect(milk.isCompleted && milk.completedAt == nil)
        try await todos.edit(milk.id, TodoEdit(text: try TodoText("Buy oat milk")), at: time.now)
        #expect(try await exported(.ics, from: todos).contains("STATUS:CANCELLED\n"))
        #expect(try await exported(.ics, from: todos).contains("COMPLETED:") == false)
        try await todos.edit(milk.id, TodoEdit(isCompleted: false), at: time.now)
        #expect(try await exported(.ics, from: todos).contains("STATUS:NEEDS-ACTION\n"))
        try await todos.edit(milk.id, TodoEdit(isCompleted: true), at: time.now)
        #expect(try await exported(.ics, from: todos).contains("STATUS:COMPLETED\n"))
    }

    @Test("a cancelled task that was open in an earlier version is closed, unless the user reopened it")
    func migration() async throws {
        try await withTemporaryFolder { folder in
            let file = folder.appending(path: "a.sqlite")
            func open() async throws -> SQLiteDatabase {
                try await SQLiteDatabase.open(.file(file), schemas: [TodoSchema.todos])
            }
            let first = try await open()
            let tasks = [
                "synced": ("synced", "{}"), "edited": ("dirty", #"{"text":1}"#),
                "reopened": ("dirty", #"{"completion":1}"#), "plain": ("synced", "{}"), "recurring": ("synced", "{}"),
            ]
            for id in tasks.keys {
                try await TaskList(first).add(
                    Todo(id: TodoID(id), text: try TodoText(id), createdAt: time.now, updatedAt: time.now))
            }
            await first.close()
            let object = Self.cancelled.replacing("\n", with: "\r\n")
            let probe = try SQLiteProbe(file.systemPath)
            probe.dropTodoCounts()
            for (id, (sync, edits)) in tasks {
                var copy = object.replacing("STATUS", with: ["plain", "recurring"].contains(id) ? "X-A" : "STATUS")
                if id == "recurring" {
                    // Only one recurrence is cancelled.
                    let part = "BEGIN:VTODO\r\nRECURRENCE-ID:20261102\r\nSTATUS:CANCELLED\r\nEND:VTODO\r\n"
                    copy.replace("END:VCALENDAR", with: part + "END:VCALENDAR")
                }
                #expect(
                    probe.run(
                        """
                        INSERT INTO todo_copy(id, path, etag, object, edits)
                        VALUES ('\(id)', '/\(id).ics', '"1"', CAST('\(copy)' AS BLOB), '\(edits)');
                        UPDATE todo SET sync = '\(sync)' WHERE id = '\(id)';
                        UPDATE schema_version SET version = 3 WHERE name = 'todos';
                        """))
            }
            let second = try await open()
            let closed = try await TaskList(second).todos().filter(\.isCompleted)
            #expect(Set(closed.map(\.id.rawValue)) == ["synced", "edited"])
            await second.close()
        }
    }

    @Test(
        "a store of before recurring tasks recurs as its copies say, in whatever way they are written, also by a prefix"
    )
    func earlierRecurrences() async throws {
        try await withTemporaryFolder { folder in
            let file = folder.appending(path: "a.sqlite")
            let time = ManualTime()
            let lines = [
                "upper": "RRULE:FREQ=DAILY", "lower": "rrule:FREQ=DAILY", "folded": "RR\r\n ULE:FREQ=DAILY",
                "dates": "RDATE;VALUE=DATE:20261205",
            ]
            let first = try await SQLiteDatabase.open(.file(file), schemas: [TodoSchema.todos])
            for id in lines.keys.sorted() + ["none"] {
                try await TaskList(first).add(
                    Todo(id: TodoID(id), text: try TodoText(id), createdAt: time.now, updatedAt: time.now))
            }
            await first.close()
            let probe = try SQLiteProbe(file.systemPath)
            #expect(probe.run("DROP TABLE todo_bin; ALTER TABLE todo_collection DROP COLUMN token_before"))
            for column in ["recurrence", "last_step", "details", "start"] {
                #expect(probe.run("ALTER TABLE todo DROP COLUMN \(column)"))
            }
            for (id, line) in lines {
                let copy =
                    "BEGIN:VCALENDAR\r\nBEGIN:VTODO\r\nUID:\(id)\r\nSUMMARY:\(id)\r\nDTSTART;VALUE=DATE:20261201\r\n"
                    + "\(line)\r\nEND:VTODO\r\nEND:VCALENDAR\r\n"
                #expect(
                    probe.run(
                        """
                        INSERT INTO todo_copy(id, path, etag, object, edits)
                        VALUES ('\(id)', '/\(id).ics', '"1"', CAST('\(copy)' AS BLOB), '{}');
                        """))
            }
            #expect(probe.run("UPDATE schema_version SET version = 7 WHERE name = 'todos'"))
            let second = try await SQLiteDatabase.open(.file(file), schemas: [TodoSchema.todos])
            let read = try await TaskList(second).todos()
            #expect(read.count == 5)
            for todo in read {
                let rule = lines[todo.id.rawValue].map { $0.hasPrefix("RDATE") ? "" : "FREQ=DAILY" }
                #expect(todo.recurrence?.rule == rule, "\(todo.id)")
                let byPrefix = try await SQLiteTodoRecordRepository(database: second).read {
                    (records) throws(TodoError) in
                    try records.todos(idPrefix: todo.id.rawValue, limit: 2)
                }
                #expect(byPrefix == [todo])
            }
            await second.close()
        }
    }

    @Test("a file that is no calendar is called what it is")
    func otherFormats() async throws {
        let calendar = Self.cancelled
        let files: [(Data, String)] = [
            (Data(), "it is empty"), (Data("\u{FEFF}\r\n \n".utf8), "it is empty"),
            (Data("\n<!DOCTYPE html>\n<html>".utf8), "it is a web page"),
            (try #require(calendar.data(using: .utf16)), "it is UTF-16, and not UTF-8"),
            (try #require(calendar.data(using: .utf16BigEndian)), "it is UTF-16, and not UTF-8"),
            (Data("milk\n".utf8), "line 1 is outside a calendar"),
        ]
        let localizer = Localizer(locale: Locale(identifier: "en"), tables: [.todoList, .coreModule])
        for (file, reason) in files {
            let exchange = try exchange(.inMemory())
            do throws(TodoError) {
                _ = try await exchange.importTodos(Array(file), named: "file", format: .ics)
                Issue.record("imported: \(reason)")
            } catch {
                #expect(localizer(error.explanation) == "file: \(reason)")
            }
        }
    }

    @Test(
        "a list of lines in UTF-16 is refused as what it is, and not imported as other characters",
        arguments: [
            String.Encoding.utf16, .utf16LittleEndian, .utf16BigEndian,
        ])
    func linesInUTF16(encoding: String.Encoding) async throws {
        let store = TaskList.inMemory()
        let file = try #require("Buy milk\r\nКупить хлеб\r\n".data(using: encoding))
        let error = await #expect(throws: TodoError.self) {
            _ = try await exchange(store).importTodos(Array(file), named: "list.txt", format: .txt)
        }
        guard case .fileUnreadable(_, let reason)? = error else {
            Issue.record("imported")
            return
        }
        #expect(reason.key == "it is UTF-16, and not UTF-8")
        #expect(try await store.todos().isEmpty)
    }
}
