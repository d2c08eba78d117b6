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

    @Test("a letter is no text of a task")
    func letterOnly() async throws {
        let todos = TaskList.inMemory()
        #expect(try await imported("(D) due:2026-12-01\n(A) pri:E\n(E) pri:F\n", .txt, into: todos) == [2, 0, 0, 1])
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
            #expect(probe.run("ALTER TABLE todo_collection DROP COLUMN token_before"))
            for column in ["recurrence", "last_step", "details"] {
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
