import CoreModule
import Foundation
import SuperappTesting
import TestSupport
import Testing
import TodoList

/// A list that is synchronized with one collection, and then with another.
@Suite("A list that moves to another server", .bounded)
struct TodoServerChangeTests {
    /// A device that knows the tasks `a` and `b` of a server.
    private func device(_ kind: TaskListKind) async throws -> TodoDevice {
        let device = try await TodoDevice(kind)
        for name in ["a", "b"] { device.server.write(vtodo(name, name), at: name) }
        try await device.sync()
        return device
    }

    private func moved(_ device: TodoDevice, to server: SmallTodoCollection) throws -> TodoDevice {
        try TodoDevice(device.todos, server, address: "https://example.org/tasks/", time: device.time)
    }

    @Test(
        "tasks are sent with their edits and with all that only the other server had of them",
        arguments: TaskListKind.allCases)
    func sent(kind: TaskListKind) async throws {
        let device = try await device(kind)
        try await device.edit("a", "edited")
        try await device.add("c")
        let moved = try moved(device, to: SmallTodoCollection())
        #expect(try await moved.sync().pushed == 3)
        let (edited, unedited) = try (#require(moved.server.text(at: "a")), #require(moved.server.text(at: "b")))
        #expect(edited.contains("SUMMARY:edited\r\n") && edited.contains("X-UNKNOWN:stays\r\n"))
        #expect(unedited.contains("SUMMARY:b\r\n") && unedited.contains("X-UNKNOWN:stays\r\n"))
        #expect(try await moved.texts == ["b", "edited", "text of c"])
        #expect(try await moved.sync() == TodoSyncReport())
        #expect(device.server.texts.count == 2 && !device.server.texts.joined().contains("edited"))
    }

    @Test(
        "at another address of the same list nothing is sent except what was edited", arguments: TaskListKind.allCases)
    func sameList(kind: TaskListKind) async throws {
        let device = try await device(kind)
        try await device.add("c")
        try await device.sync()
        let moved = try moved(device, to: device.server)
        #expect(try await moved.sync() == TodoSyncReport())
        try await moved.edit("a", "edited")
        let back = try TodoDevice(device.todos, device.server, time: device.time)
        #expect(try await back.sync().pushed == 1)
        #expect(back.server.text(at: "a")?.contains("X-UNKNOWN:stays\r\n") == true && back.server.texts.count == 3)
        #expect(try await back.todos.conflicts().isEmpty)
    }

    @Test("a removal belongs to the server on which the task was", arguments: TaskListKind.allCases)
    func removed(kind: TaskListKind) async throws {
        let device = try await device(kind)
        try await device.todos.remove([TodoID("b")], at: device.time.now)
        let other = SmallTodoCollection()
        other.write(vtodo("b", "b of the other"), at: "b")
        let moved = try moved(device, to: other)
        try await moved.sync()
        #expect(try await moved.texts == ["a", "b of the other"])
        #expect(try await moved.todos.conflicts().isEmpty)
        #expect(other.texts.count == 2 && device.server.texts.count == 2)
    }

    @Test(
        "a task that both servers have is merged, and what differs is a conflict", arguments: TaskListKind.allCases)
    func onBoth(kind: TaskListKind) async throws {
        let device = try await device(kind)
        try await device.edit("a", "edited")
        let other = SmallTodoCollection()
        other.write(vtodo("a", "a of the other", unknown: "other"), at: "a")
        let moved = try moved(device, to: other)
        try await moved.sync()
        #expect(try await moved.texts == ["b", "edited"])
        #expect(try await moved.todos.conflicts().count == 1)
        #expect(other.text(at: "a")?.contains("X-UNKNOWN:other\r\n") == true)
        #expect(try await moved.sync() == TodoSyncReport())
    }
}
