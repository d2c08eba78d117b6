import CoreModule
import Foundation
import SuperappTesting
import TestSupport
import Testing
import TodoList

/// What another program wrote into a task stays with the task while no server has it.
@Suite("The last copy that a server had of a task", .bounded)
struct ServerCopyTests {
    private func device(_ kind: TaskListKind) async throws -> TodoDevice {
        let device = try await TodoDevice(kind)
        device.server.write(vtodo("a", "a"), at: "a")
        try await device.sync()
        return device
    }

    /// Synchronizes, and expects the task "a" on the server, with what the other program wrote.
    private func expectWhole(_ device: TodoDevice, _ text: String) async throws {
        for _ in 1...3 { try await device.sync() }
        let sent = device.server.texts.filter { $0.contains("UID:a\r\n") }
        #expect(sent.count == 1 && sent.first?.contains("SUMMARY:\(text)\r\nX-UNKNOWN:stays\r\n") == true, "\(sent)")
    }

    @Test("a task that was edited here and removed there is sent again whole", arguments: TaskListKind.allCases)
    func removedThere(kind: TaskListKind) async throws {
        let device = try await device(kind)
        try await device.edit("a", "edited")
        device.server.remove("a")
        try await expectWhole(device, "edited")
    }

    @Test("a task whose path another task has taken is sent again whole", arguments: TaskListKind.allCases)
    func replacedThere(kind: TaskListKind) async throws {
        let device = try await device(kind)
        try await device.edit("a", "edited")
        device.server.write(vtodo("b", "b"), at: "a")
        try await expectWhole(device, "edited")
        #expect(try await device.texts == ["b", "edited"])
    }

    @Test(
        "a task that was removed everywhere and is restored here is sent again whole", arguments: TaskListKind.allCases)
    func restoredHere(kind: TaskListKind) async throws {
        let device = try await device(kind)
        let removedAt = device.time.now
        let removed = try await device.todos.remove([TodoID("a")], at: removedAt)
        try await device.sync()
        #expect(device.server.texts.isEmpty)
        _ = try await device.todos.undoRemoval(of: removed, at: removedAt)
        try await expectWhole(device, "a")
    }

    @Test("a removed task that comes back from an older file was changed now", arguments: TaskListKind.allCases)
    func importedAgain(kind: TaskListKind) async throws {
        let device = try await device(kind)
        try await device.todos.remove([TodoID("a")], at: device.time.now)
        let exchange = TodoExchange(
            todos: device.todos, clock: device.time.clock, identifiers: .sequence(prefix: "t"), timeZone: .gmt)
        let file = vtodo("a", "from a file").replacing("20260101", with: "20260201").replacing("\n", with: "\r\n")
        #expect(try await exchange.importTodos(Array(file.utf8), named: "file", format: .ics).added == 1)
        // Another device has edited it later than the file says, but before it was imported.
        device.server.write(vtodo("a", "elsewhere").replacing("20260101", with: "20260601"), at: "a")
        try await device.sync()
        #expect(try await device.texts == ["from a file"])
        #expect(try await device.todos.conflicts().count == 1)
    }

    @Test("a file that another server cannot read says nothing of a server's file of the same name and version")
    func ignoredElsewhere() async throws {
        let device = try await TodoDevice(.inMemory)
        device.server.write("no calendar", at: "a")
        try await device.sync()
        let other = SmallTodoCollection()
        other.write(vtodo("a", "a of the other"), at: "a")
        let moved = try TodoDevice(device.todos, other, address: "https://example.org/tasks/", time: device.time)
        try await moved.sync()
        #expect(try await moved.texts == ["a of the other"])
    }

    @Test(
        "after a server was set back to an older version of a removed task, versions have another author, whom the lost ones do not know",
        arguments: TaskListKind.allCases)
    func setBack(kind: TaskListKind) async throws {
        let device = try await TodoDevice(kind)
        /// The store that wrote the version on the server.
        func author() throws -> String {
            let object = try #require(device.server.texts.first)
            return try String(#require(object.firstMatch(of: /X-SUPERAPP-LINEAGE:\d+ (\S+)/)).1)
        }
        try await device.add("a")
        try await device.sync()
        let (backup, before) = (device.server.texts[0].replacing("\r\n", with: "\n"), try author())
        try await device.edit("a", "lost")
        try await device.sync()
        try await device.todos.remove([TodoID("a")], at: device.time.now)
        try await device.sync()
        device.server.write(backup, at: "a")
        try await device.sync()
        #expect(try await device.texts == ["text of a"])
        try await device.edit("a", "new")
        try await device.sync()
        #expect(try author() == before + "'")
    }
}
