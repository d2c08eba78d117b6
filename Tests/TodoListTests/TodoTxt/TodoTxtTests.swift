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

    private func line(_ text: String) throws -> TodoTxtLine {
        try #require(try TodoTxtFile(parsing: text.utf8).lines.first)
    }

    private func edited(_ text: String, _ edit: (inout TodoTxtLine) throws -> Void) throws -> String {
        var line = try line(text)
        try edit(&line)
        return String(decoding: line.bytes, as: UTF8.self)
    }

    private func day(_ text: String) throws -> CalendarDay { try CalendarDay(text) }

    @Test("what is not edited comes back byte for byte")
    func lossless() throws {
        let file = try TodoTxtFile(parsing: Self.file.utf8)
        #expect(file.bytes == Array(Self.file.utf8))
        #expect(file.lines.count == 10)
        #expect(file.lines.map(\.isBlank) == [false, false, true, true, false, false, false, false, false, false])
        #expect(try TodoTxtFile(parsing: []).bytes == [])
        #expect(try TodoTxtFile(parsing: [0xFF, 10, 0xFF]).bytes == [0xFF, 10, 0xFF])
        #expect(try TodoTxtFile(parsing: [0xFF, 10]).lines.map { $0.text() } == ["\u{FFFD}"])
    }

    @Test("the parts of a task are read")
    func parts() throws {
        let lines = try TodoTxtFile(parsing: Self.file.utf8).lines
        let call = lines[0]
        #expect(call.priority == TodoTxtPriority("A") && !call.isCompleted)
        #expect(try call.creationDate == day("2026-11-20"))
        #expect(try call.due == day("2026-12-01"))
        #expect(call.contexts == ["phone"] && call.projects == ["family"])
        #expect(call.pairs.map { "\($0.key)=\($0.value)" } == ["due=2026-12-01", "rec=1w"])
        #expect(call.text() == "Call mum  @phone +family rec:1w")
        #expect(call.text(without: ["rec"]) == "Call mum  @phone +family due:2026-12-01")
        let rent = lines[1]
        #expect(rent.isCompleted && rent.priority == TodoTxtPriority("B"))
        #expect(try rent.completionDate == day("2026-11-21") && rent.creationDate == day("2026-11-19"))
        #expect(try rent.due == nil)
        #expect(rent.text() == "Pay rent t:2026-11-01 https://example.com/a:b")
        let shelves = lines[4]
        #expect(shelves.isCompleted && shelves.priority == TodoTxtPriority("C"))
        #expect(shelves.text() == "measure\tspace for +shelves @home")
        #expect(throws: TodoTxtError.malformedDate(key: "due", value: "soon")) { try shelves.due }
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
        #expect(line.contexts == [] && line.projects == [] && line.pairs == [])
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

    @Test("a pair is set in place or at the end; the last of a key counts; removing it removes all")
    func pairs() throws {
        let text = "(A) a  due:2026-01-01\tb k:v due:2026-01-02 c\r\n"
        #expect(try line(text).due == day("2026-01-02"))
        #expect(
            try edited(text) { $0.setDue(try day("2026-02-02")) } == "(A) a  due:2026-01-01\tb k:v due:2026-02-02 c\r\n"
        )
        #expect(try edited(text) { $0.setDue(nil) } == "(A) a\tb k:v c\r\n")
        #expect(try edited("a\n") { $0.setDue(try day("2026-02-02")) } == "a due:2026-02-02\n")
        #expect(try edited("a ") { $0.setDue(try day("2026-02-02")) } == "a due:2026-02-02")
        #expect(try edited("a due:tomorrow b") { $0.setDue(try day("2026-02-02")) } == "a due:2026-02-02 b")
        #expect(try edited("a k:1") { try $0.setValue("x:y", for: "k") } == "a k:x:y")
        #expect(try edited("a k:1") { try $0.setValue(nil, for: "k") } == "a")
        #expect(try edited("k:1 a") { try $0.setValue(nil, for: "k") } == " a")
    }

    @Test(
        "a pair that cannot be read back is refused",
        arguments: [
            ("", "v"), ("k", ""), ("k", "a b"), ("k k", "v"), ("k:", "v"), ("k", "//v"), ("k", "a\nb"), ("k", "\u{85}"),
        ])
    func unwritable(key: String, value: String) throws {
        var line = try line("a k:1")
        #expect(throws: TodoTxtError.unwritable(key: key, value: value)) { try line.setValue(value, for: key) }
        #expect(line.bytes == Array("a k:1".utf8))
    }

    @Test("completing a task moves its priority into a pair, and reopening restores it")
    func completion() throws {
        let text = "(B) 2026-01-01 a k:v\n"
        let done = "x 2026-01-05 2026-01-01 a k:v pri:B\n"
        #expect(try edited(text) { $0.complete(on: try day("2026-01-05")) } == done)
        #expect(try edited(done) { $0.reopen() } == text)
        #expect(try edited(done) { $0.complete(on: try day("2026-01-05")) } == done)
        #expect(try edited(done) { $0.complete(on: try day("2026-01-06")) } == "x 2026-01-06 2026-01-01 a k:v pri:B\n")
        #expect(try edited(text) { $0.reopen() } == text)
        #expect(try edited("x (C) a") { $0.reopen() } == "(C) a")
        #expect(try edited("x a") { $0.reopen() } == "a")
        #expect(try edited("\u{FEFF}a") { $0.complete(on: try day("2026-01-05")) } == "\u{FEFF}x 2026-01-05 a")
    }

    @Test("a priority is set at the front, or in its pair if the task is completed")
    func priority() throws {
        #expect(try edited("a") { $0.setPriority(TodoTxtPriority("Z")) } == "(Z) a")
        #expect(try edited("(A) 2026-01-01 a") { $0.setPriority(nil) } == "2026-01-01 a")
        #expect(try edited("x a") { $0.setPriority(TodoTxtPriority("A")) } == "x a pri:A")
        #expect(try edited("x (B) a") { $0.setPriority(TodoTxtPriority("A")) } == "x (A) a")
        #expect(try edited("x a pri:A b") { $0.setPriority(nil) } == "x a b")
        #expect(try edited("(A) a pri:B") { $0.setPriority(nil) } == "a")
        #expect(try edited("a pri:B") { $0.setPriority(TodoTxtPriority("C")) } == "(C) a")
        #expect(TodoTxtPriority("a") == nil && TodoTxtPriority("Ä") == nil)
        #expect(["C", "A", "B"].compactMap { TodoTxtPriority($0) }.sorted().map(\.description) == ["A", "B", "C"])
    }

    @Test(
        "priorities have three classes, and the letter is kept while the class is the same",
        arguments: [("", TodoPriority.normal), ("(A) ", .high), ("(B) ", .normal), ("(C) ", .low), ("(Z) ", .low)])
    func priorityClass(front: String, expected: TodoPriority) throws {
        #expect(try line("\(front)a").priority?.priorityClass ?? .normal == expected)
        for (priority, letter) in [(TodoPriority.high, "(A) "), (.normal, ""), (.low, "(C) ")] {
            #expect(
                try edited("\(front)a") { $0.setPriorityClass(priority) } == "\(priority == expected ? front : letter)a"
            )
        }
    }

    @Test("a new text keeps other pairs, the dates and the mark")
    func text() throws {
        #expect(
            try edited("(A) 2026-01-01 old due:2026-02-02 @c k:v\n") { $0.setText("new\ntext") }
                == "(A) 2026-01-01 new text due:2026-02-02\n")
        #expect(
            try edited("old k:v due:2026-02-02") { $0.setText("new", keeping: ["k", "due"]) }
                == "new k:v due:2026-02-02")
        #expect(try edited("a due:2026-02-02  b") { $0.setText("a  b") } == "a due:2026-02-02  b")
        #expect(try edited("a due:2026-02-02") { $0.setText("") } == "due:2026-02-02")
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
                var line = TodoTxtLine(text: text, priority: priority, creationDate: created)
                #expect(line.text(without: []) == text)
                #expect(line.priority == priority && line.creationDate == created && !line.isCompleted)
                line.complete(on: day)
                #expect(line.text(without: ["pri"]) == text)
                #expect(
                    line.isCompleted && line.completionDate == day && line.creationDate == created
                        && line.priority == priority)
                line.reopen()
                line.setPriority(nil)
                #expect(line.text(without: []) == text && line.priority == nil && !line.isCompleted)
                #expect(try TodoTxtFile(parsing: line.bytes).lines == [line])
            }
        }
    }

    @Test("joined lines end with line breaks")
    func joined() throws {
        var file = try TodoTxtFile(parsing: "a\r\nb".utf8)
        file.lines.append(TodoTxtLine(text: "c"))
        file.lines.swapAt(0, 1)
        #expect(file.bytes == Array("b\na\r\nc\n".utf8))
    }

    @Test("a file that is too large is refused")
    func limit() {
        let bytes = [UInt8](repeating: 10, count: TodoTxtFile.maximumSize + 1)
        #expect(throws: TodoTxtError.tooManyBytes(limit: 32 << 20)) { try TodoTxtFile(parsing: bytes) }
    }

    @Test("hostile texts stay on their line", arguments: HostileText.all.indices)
    func hostile(index: Int) throws {
        let expected = HostileText.all[index].replacing("\n", with: " ")
        let line = TodoTxtLine(text: HostileText.all[index])
        #expect(Array(line.text().utf8) == Array(expected.utf8))
        #expect(try TodoTxtFile(parsing: line.bytes).lines == [line])
    }
}
