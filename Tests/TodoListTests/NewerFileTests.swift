import CoreModule
import Foundation
import SuperappTesting
import TestSupport
import Testing
import TodoList

/// A file of tasks that another program has changed.
@Suite("Newer files of tasks", .bounded)
struct NewerFileTests {
    private static func file(_ text: String, on day: Int, color: String = "red") -> [UInt8] {
        ICalendarFixture.calendar(
            "DTSTAMP:20261101T100000Z\nLAST-MODIFIED:202611\(day)T100000Z\nSUMMARY:\(text)\nX-COLOR:\(color)")
    }

    @Test("a file that is newer than the last one changes the task, also if another field was edited here later")
    func laterEdit() async throws {
        let time = ManualTime()
        let list = TaskList.inMemory()
        let exchange = TodoExchange(
            todos: list, clock: time.clock, identifiers: .sequence(prefix: "t"), timeZone: .gmt)
        _ = try await exchange.importTodos(Self.file("milk", on: 10), named: "file", format: .ics)
        // Later than the file that follows.
        try await list.edit(TodoID("1"), TodoEdit(notes: try TodoNotes("soy")), at: time.now)
        let report = try await exchange.importTodos(Self.file("rice milk", on: 12), named: "file", format: .ics)
        #expect(report.updated == 1)
        let milk = try await list.todo(named: "1")
        #expect(milk.text.value == "rice milk" && milk.notes.value == "soy" && milk.updatedAt == time.now)
        #expect(try await list.conflicts().isEmpty)
    }

    @Test("what only the other program knows of a task is that of the newest file")
    func unknownProperties() async throws {
        let list = TaskList.inMemory()
        let exchange = TodoExchange(
            todos: list, clock: ManualTime().clock, identifiers: .sequence(prefix: "t"), timeZone: .gmt)
        func exported() async throws -> String {
            String(decoding: try await exchange.exportTodos(.ics), as: UTF8.self)
        }
        _ = try await exchange.importTodos(Self.file("milk", on: 10), named: "file", format: .ics)
        #expect(try await exported().contains("X-COLOR:red\r\n"))
        for (text, day) in [("rice milk", 11), ("oat milk", 12)] {
            let color = "color of \(text)"
            _ = try await exchange.importTodos(Self.file(text, on: day, color: color), named: "file", format: .ics)
            let ics = try await exported()
            #expect(ics.contains("SUMMARY:\(text)\r\n") && ics.contains("X-COLOR:\(color)\r\n"))
        }
    }
}
