import CoreModule
import Foundation
import SuperappTesting
import TestSupport
import Testing
import TodoList

/// A file of tasks that another program has changed.
@Suite("Newer files of tasks", .bounded)
struct NewerFileTests {
    private static func file(_ text: String, on day: Int) -> [UInt8] {
        ICalendarFixture.calendar(
            "DTSTAMP:20261101T100000Z\nLAST-MODIFIED:202611\(day)T100000Z\nSUMMARY:\(text)\nX-COLOR:red")
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
}
