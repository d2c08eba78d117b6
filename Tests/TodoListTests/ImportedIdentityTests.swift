import CoreModule
import Foundation
import SuperappTesting
import TestSupport
import Testing
import TodoList

@Suite("Which task of a file is which", .bounded)
struct ImportedIdentityTests {
    private func imported(_ components: String, into todos: TaskList) async throws -> [Int] {
        let file = "BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:x\n\(components)\nEND:VCALENDAR\n"
        let exchange = TodoExchange(
            todos: todos, clock: ManualTime().clock, identifiers: IdentifierGenerator.sequence(prefix: "t"),
            timeZone: .gmt)
        let report = try await exchange.importTodos(Array(file.utf8), named: "file", format: .ics)
        return [report.added, report.updated, report.unchanged, report.rejected.count]
    }

    private func task(_ lines: String...) -> String {
        (["BEGIN:VTODO"] + lines + ["END:VTODO"]).joined(separator: "\n")
    }

    private func texts(_ todos: TaskList) async throws -> Set<String> { try await Set(todos.todos().map(\.text.value)) }

    @Test("tasks without an identifier are imported once, also from a later export", arguments: TaskListKind.allCases)
    func withoutIdentifier(kind: TaskListKind) async throws {
        let todos = try await kind.makeList()
        func file(_ stamp: String) -> String {
            task(stamp, "SUMMARY:Call the bank") + "\n" + task(stamp, "UID:", "SUMMARY:Buy stamps")
        }
        #expect(try await imported(file("DTSTAMP:20261101T080000Z"), into: todos) == [2, 0, 0, 0])
        #expect(try await texts(todos) == ["Call the bank", "Buy stamps"])
        #expect(try await imported(file("DTSTAMP:20261101T080000Z"), into: todos) == [0, 0, 2, 0])
        _ = try await imported(file("DTSTAMP:20261102T080000Z"), into: todos)
        #expect(try await todos.todos().count == 2)
    }

    @Test("of two tasks with one identifier the greater sequence number is imported, else the open one, else the first")
    func sameIdentifier() async throws {
        let (old, new) = (task("UID:b", "SEQUENCE:0", "SUMMARY:old"), task("UID:b", "SEQUENCE:2", "SUMMARY:new"))
        let (done, open) = (task("UID:b", "SUMMARY:done", "STATUS:COMPLETED"), task("UID:b", "SUMMARY:open"))
        let newDone = task("UID:b", "SEQUENCE:3", "SUMMARY:closed", "STATUS:COMPLETED")
        for (first, second, kept) in [
            (old, new, "new"), (new, old, "new"), (done, open, "open"), (open, done, "open"), (open, newDone, "closed"),
            (open, task("UID:b", "SUMMARY:other"), "open"),
        ] {
            let todos = try await TaskListKind.inMemory.makeList()
            #expect(try await imported(first + "\n" + second, into: todos) == [1, 0, 0, 1])
            #expect(try await texts(todos) == [kept])
        }
    }

    @Test("a file with events only says so; one without anything does not")
    func events() async throws {
        let todos = try await TaskListKind.inMemory.makeList()
        await #expect(throws: TodoError.fileUnreadable(path: "file", reason: Message("it has events, and no tasks"))) {
            try await imported("BEGIN:VEVENT\nUID:e\nSUMMARY:party\nEND:VEVENT", into: todos)
        }
        #expect(try await imported("X-NAME:empty", into: todos) == [0, 0, 0, 0])
    }
}
