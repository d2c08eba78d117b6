import CoreModule
import Foundation
import SuperappTesting
import TestSupport
import Testing
import TodoList

@Suite("todo.txt", .bounded)
struct TodoTxtTests {
    private static let file =
        "\u{FEFF}(A) 2026-11-20 Call mum  @phone +family due:2026-12-01 rec:1w\r\n"
        + "x 2026-11-21 2026-11-19 Pay rent pri:B t:2026-11-01 https://example.com/a:b\n"
        + "\n  \nx (C) 2026-11-21 2026-11-19 measure\tspace for +shelves @home due:soon\n"
        + "xylophone lesson\r\r\nX 2026-01-01 not done\n(a) nor a priority\n(AB) neither\n2026-13-01 no date"

    private func lines(_ text: String) -> [TodoTxtLine] { TodoTxtLine.lines(of: Array(text.utf8)) }

    private func line(_ text: String) throws -> TodoTxtLine {
        try #require(lines(text).first)
    }

    private func day(_ text: String) throws -> CalendarDay { try CalendarDay(text) }

    @Test("every byte of a file is in one line")
    func lossless() throws {
        let lines = lines(Self.file)
        #expect(lines.flatMap(\.bytes) == Array(Self.file.utf8))
        #expect(lines.count == 10)
        #expect(lines.map(\.isBlank) == [false, false, true, true, false, false, false, false, false, false])
        #expect(TodoTxtLine.lines(of: []).isEmpty)
        #expect(TodoTxtLine.lines(of: [0xFF, 10, 0xFF]).map(\.bytes) == [[0xFF, 10], [0xFF]])
        #expect(TodoTxtLine.lines(of: [0xFF, 10]).map { $0.text() } == ["\u{FFFD}"])
    }

    @Test("the parts of a task are read")
    func parts() throws {
        let lines = lines(Self.file)
        let call = lines[0]
        #expect(call.priority == TodoTxtPriority("A") && !call.isCompleted)
        #expect(try call.creationDate == day("2026-11-20"))
        #expect(try call.due == day("2026-12-01"))
        #expect(call.value("due") == "2026-12-01" && call.value("rec") == "1w" && call.value("Call") == nil)
        #expect(call.text() == "Call mum  @phone +family")
        #expect(call.text(without: ["rec"]) == "Call mum  @phone +family due:2026-12-01")
        let rent = lines[1]
        #expect(rent.isCompleted && rent.priority == TodoTxtPriority("B"))
        #expect(try rent.completionDate == day("2026-11-21") && rent.creationDate == day("2026-11-19"))
        #expect(rent.due == nil)
        #expect(rent.text() == "Pay rent https://example.com/a:b")
        let shelves = lines[4]
        #expect(shelves.isCompleted && shelves.priority == TodoTxtPriority("C"))
        #expect(shelves.text() == "measure\tspace for +shelves @home")
        #expect(shelves.due == nil && shelves.value("due") == "soon")
    }

    @Test(
        "a text that only resembles a mark, a priority or a date is text",
        arguments: [
            "xylophone lesson", "X 2026-01-01 not done", "(a) nor a priority", "(AB) neither", "2026-13-01 no date",
            "(A)no space",
            " x space before", "(A)", "x", "2026-01-01T10 no day", " (A) space before", "@ +", "key: value", ":value",
            "a", "",
        ])
    func noHeader(text: String) throws {
        let line = try line(text + "\n")
        #expect(!line.isCompleted && line.priority == nil && line.creationDate == nil && line.completionDate == nil)
        #expect(line.text() == text.trimmingCharacters(in: .whitespaces))
        #expect(line.due == nil && ["key", "", "2026-01-01T10"].allSatisfy { line.value($0) == nil })
    }

    @Test("a line with only a completion mark and date is read")
    func noText() throws {
        for text in ["x 2026-01-02 2026-01-01", "x 2026-01-02 2026-01-01 "] {
            let line = try line(text)
            #expect(
                try line.isCompleted && line.completionDate == day("2026-01-02")
                    && line.creationDate == day("2026-01-01"))
            #expect(line.text() == "")
        }
    }

    @Test("the last pair of a key counts")
    func pairs() throws {
        #expect(try line("(A) a  due:2026-01-01\tb k:v due:2026-01-02 c\r\n").due == day("2026-01-02"))
        #expect(try line("a due:2026-01-01 due:none").due == nil)
    }

    @Test("a completed task is read with its priority in front of the dates, between or behind them, or in a pair")
    func completion() throws {
        for text in [
            "x 2026-01-05 2026-01-01 a k:v pri:B\n", "x (B) 2026-01-05 2026-01-01 a k:v\n",
            "x 2026-01-05 (B) 2026-01-01 a k:v\n", "x 2026-01-05 2026-01-01 (B) a k:v\n",
        ] {
            let line = try line(text)
            #expect(line.isCompleted && line.priority == TodoTxtPriority("B") && line.text() == "a k:v")
        }
        #expect(try line("x 2026-01-05 (B) 2026-01-01 a").creationDate == day("2026-01-01"))
        let second = try line("x (B) 2026-01-05 2026-01-01 (C) a")
        #expect(second.priority == TodoTxtPriority("B") && second.text() == "(C) a")
        #expect(try line("x a").isCompleted)
        #expect(try line("\u{FEFF}x 2026-01-05 a").completionDate == day("2026-01-05"))
        #expect(TodoTxtPriority("a") == nil && TodoTxtPriority("Ä") == nil)
    }

    @Test(
        "a rec is a rule, of which a plus changes nothing; what no rule says is none",
        arguments: [
            ("1d", "FREQ=DAILY"), ("2w", "FREQ=WEEKLY;INTERVAL=2"), ("+1m", "FREQ=MONTHLY"),
            ("3y", "FREQ=YEARLY;INTERVAL=3"),
            ("1b", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"), ("2b", nil), ("0d", nil), ("1000d", nil), ("w", nil),
            ("1x", nil),
            ("-1d", nil), ("+", nil), ("1", nil), ("daily", nil),
        ] as [(String, String?)])
    func rec(value: String, rule: String?) throws {
        let rec = try line("a rec:\(value)").rec
        #expect(rec?.recurrence.rule == rule && rec?.description == (rule == nil ? nil : value))
        // Counted from the deadline, as the rule is.
        let written = rec.flatMap { TodoTxtRecurrence($0.recurrence) }.map { "\($0)" }
        #expect(written == (rule == nil ? nil : "+" + value.filter { $0 != "+" }))
    }

    @Test(
        "a rule that a rec cannot say has none; the weekday on which a task is due says nothing more",
        arguments: [
            ("FREQ=MONTHLY;BYDAY=-1FR", nil), ("FREQ=DAILY;COUNT=3", nil), ("FREQ=WEEKLY;UNTIL=20271201", nil),
            ("FREQ=WEEKLY;BYDAY=MO,TH", nil), ("FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TU,WE,TH,FR", nil),
            ("FREQ=HOURLY", nil),
            ("FREQ=WEEKLY;BYDAY=TU", "+1w"), ("FREQ=WEEKLY;BYDAY=WE", nil), ("FREQ=DAILY;BYDAY=MO,TU,WE,TH,FR", "+1b"),
            ("X", nil),
        ] as [(String, String?)])
    func rules(rule: String, rec: String?) throws {
        // A Tuesday.
        let recurrence = TodoRecurrence(rule: rule).starting(
            at: .date(try day("2026-12-01")), in: ICalendarTimeZones(), on: .gmt)
        #expect(TodoTxtRecurrence(recurrence)?.description == rec)
    }

    @Test(
        "priorities have three classes",
        arguments: [("", TodoPriority.normal), ("(A) ", .high), ("(B) ", .normal), ("(C) ", .low), ("(Z) ", .low)])
    func priorityClass(front: String, expected: TodoPriority) throws {
        #expect(try line("\(front)a").priority?.priorityClass ?? .normal == expected)
    }

    @Test(
        "a text that looks like a header stays text",
        arguments: [
            "x ray", "(A) grade", "2026-01-01 party", "x 2026-01-01 2026-01-02", "x (A) x (A) x",
            "due:2026-01-01 or so",
        ])
    func ambiguous(text: String) throws {
        let day = try day("2026-05-05")
        for priority in [nil, TodoTxtPriority("D")] {
            for created in [nil, day] {
                let line = TodoTxtLine(text: text, priority: priority, creationDate: created)
                #expect(line.text(without: []) == text)
                #expect(line.priority == priority && line.creationDate == created && !line.isCompleted)
                #expect(TodoTxtLine.lines(of: line.bytes) == [line])
                let done = TodoTxtLine(text: text, creationDate: created, completionDate: day)
                #expect(done.text(without: []) == text)
                #expect(done.isCompleted && done.completionDate == day && done.creationDate == created)
                #expect(TodoTxtLine.lines(of: done.bytes) == [done])
            }
        }
    }

    @Test("hostile texts stay on their line", arguments: HostileText.all.indices)
    func hostile(index: Int) throws {
        let expected = HostileText.all[index].replacing("\n", with: " ")
        let line = TodoTxtLine(text: HostileText.all[index])
        #expect(Array(line.text().utf8) == Array(expected.utf8))
        #expect(TodoTxtLine.lines(of: line.bytes) == [line])
    }

    @Test("a file over 32 MiB is refused with its name, and nothing is imported")
    func size() async throws {
        let todos = try await TaskListKind.inMemory.makeList()
        let exchange = TodoExchange(
            todos: todos, clock: ManualTime().clock, identifiers: .sequence(prefix: "t"), timeZone: .gmt)
        let bytes = Array("milk\n".utf8) + Array(repeating: UInt8.lineFeed, count: 32 << 20)
        await #expect(
            throws: TodoError.fileUnreadable(path: "tasks", reason: Message("there are more than \(32 << 20) bytes"))
        ) {
            try await exchange.importTodos(bytes, named: "tasks", format: .txt)
        }
        #expect(try await todos.todos().isEmpty)
    }
}
