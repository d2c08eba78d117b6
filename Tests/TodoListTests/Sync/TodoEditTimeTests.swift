import CoreModule
import Foundation
import SuperappTesting
import TestSupport
import Testing
import TodoList

/// The time of an edit, apart from the order of versions.
@Suite("The time of an edit", .bounded)
struct TodoEditTimeTests {
    private func devices(_ kind: TaskListKind) async throws -> (TodoDevice, TodoDevice) {
        let (server, time) = (SmallTodoCollection(), ManualTime())
        let first = try await TodoDevice(kind, server, name: "phone", time: time)
        let second = try await TodoDevice(kind, server, name: "laptop", time: time)
        try await first.add("a")
        try await first.sync()
        try await second.sync()
        return (first, second)
    }

    private func stamp(_ device: TodoDevice) throws -> Date {
        let text = try #require(device.server.text(at: "a"))
        let object = try ICalendarObject(parsing: Array(text.utf8))
        return try #require(object.todos.first?.lastModified)
    }

    @Test(
        "stamps do not run ahead of the clock, and a later edit elsewhere wins", arguments: TaskListKind.allCases)
    func quickEdits(kind: TaskListKind) async throws {
        let (phone, laptop) = try await devices(kind)
        for number in 1...4 {
            try await phone.edit("a", "phone \(number)", after: 0.05)
            try await phone.sync(after: 0.05)
            #expect(try stamp(phone) <= phone.time.now)
        }
        try await laptop.edit("a", "laptop", after: 1.1)
        try await laptop.sync(after: 0)
        try await phone.sync(after: 0)
        #expect(try await laptop.texts == ["laptop"])
        #expect(try await phone.texts == ["laptop"])
    }

    @Test(
        "all devices have the same order, also of tasks of one second, and a task that comes back keeps its place",
        arguments: TaskListKind.allCases)
    func order(kind: TaskListKind) async throws {
        let (phone, laptop) = try await devices(kind)
        for id in ["e", "d", "c", "b"] {
            phone.time.advance(by: 0.1)
            let now = phone.time.now
            try await phone.todos.add(Todo(id: TodoID(id), text: try TodoText(id), createdAt: now, updatedAt: now))
        }
        let order = try await phone.todos.todos().map(\.id)
        try await phone.sync()
        try await laptop.sync()
        #expect(try await laptop.todos.todos().map(\.id) == order)
        try await phone.todos.remove([TodoID("d")], at: phone.time.now)
        try await laptop.edit("d", "edited")
        for device in [laptop, phone, laptop] { try await device.sync() }
        #expect(try await phone.todos.todos().map(\.id) == order)
        #expect(try await laptop.todos.todos().map(\.id) == order)
        // Restored from a conflict. That of a collection without any confirmed version would not be needed.
        try await phone.sync(after: 86_400)
        phone.server.hideChanges(true)
        phone.server.remove("c")
        phone.server.hideChanges(false)
        #expect(try await phone.sync(after: 86_400).deletedHere == 1)
        let conflict = try #require(try await phone.todos.conflicts().last)
        _ = try await phone.todos.restore(conflict.id, at: phone.time.now)
        #expect(try await phone.todos.todos().map(\.id) == order)
    }

    @Test(
        "of two edits within one second the later wins, whichever is sent first",
        arguments: TaskListKind.allCases,
        [true, false])
    func withinASecond(kind: TaskListKind, sendsLaterFirst: Bool) async throws {
        let (phone, laptop) = try await devices(kind)
        try await phone.edit("a", "earlier", after: 0.2)
        try await laptop.edit("a", "later", after: 0.3)
        for device in sendsLaterFirst ? [laptop, phone, laptop] : [phone, laptop, phone] {
            try await device.sync(after: 0)
        }
        #expect(try await phone.texts == ["later"])
        #expect(try await laptop.texts == ["later"])
        #expect(try await (phone.todos.conflicts() + laptop.todos.conflicts()).count == 1)
    }

    @Test(
        "a version that another one was merged into has the time of the later edit",
        arguments: TaskListKind.allCases)
    func merged(kind: TaskListKind) async throws {
        let (phone, laptop) = try await devices(kind)
        let tablet = try await TodoDevice(kind, phone.server, name: "tablet", time: phone.time)
        try await tablet.sync()
        phone.time.advance(by: 60)
        try await phone.todos.edit(TodoID("a"), TodoEdit(priority: .high), at: phone.time.now)
        try await tablet.edit("a", "earlier", after: 120)
        try await laptop.edit("a", "later", after: 120)
        try await laptop.sync()
        let last = try stamp(laptop)
        try await phone.sync()
        #expect(try stamp(phone) == last)
        for device in [tablet, phone, laptop] { try await device.sync() }
        for device in [tablet, phone, laptop] {
            #expect(try await device.texts == ["later"])
            #expect(try await device.todos.todos().map(\.priority) == [.high])
        }
        // The value that lost.
        #expect(try await tablet.todos.conflicts().count == 1)
    }

    @Test("an edit by another program has the time of its stamp", arguments: TaskListKind.allCases)
    func otherProgram(kind: TaskListKind) async throws {
        let (phone, laptop) = try await devices(kind)
        try await phone.edit("a", "phone", after: 0.2)
        try await phone.sync(after: 0)
        let text = try #require(phone.server.text(at: "a"))
        var object = try ICalendarObject(parsing: Array(text.utf8))
        phone.time.advance(by: 60)
        object.updateTodos {
            $0.setSummary("other")
            $0.setLastModified(phone.time.now)
        }
        phone.server.write(String(decoding: object.bytes, as: UTF8.self).replacing("\r\n", with: "\n"), at: "a")
        // Before that edit.
        phone.time.advance(by: -30)
        try await laptop.edit("a", "laptop", after: 0)
        try await laptop.sync()
        #expect(try await laptop.texts == ["other"])
    }
}
