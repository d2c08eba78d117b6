import CoreModule
import Foundation
import SuperappTesting
import TestSupport
import Testing
import TodoList

/// Servers whose tokens do not tell everything.
@Suite("Comparing everything with the server", .bounded)
struct TodoComparisonTests {
    private static let day = 86_400.0

    /// A device that knows the tasks `a`, `b` and `c` of a server.
    private func device(_ kind: TaskListKind) async throws -> TodoDevice {
        let device = try await TodoDevice(kind)
        for name in ["a", "b", "c"] { device.server.write(vtodo(name, name), at: name) }
        try await device.sync()
        return device
    }

    @Test(
        "a collection made anew is noticed within a day, although the server accepts the old token",
        arguments: TaskListKind.allCases)
    func madeAnew(kind: TaskListKind) async throws {
        let device = try await device(kind)
        device.server.hideChanges(true)
        device.server.removeAll()
        device.server.write(vtodo("d", "d"), at: "d")
        await #expect(throws: TodoError.sync(.everythingDisappeared(count: 3))) {
            try await device.sync(after: Self.day)
        }
        #expect(try await device.texts == ["a", "b", "c"])
        #expect(try await device.sync(acceptingDeletions: true).deletedHere == 3)
        #expect(try await device.texts == ["d"])
        #expect(try await device.todos.conflicts().count == 3)
    }

    @Test(
        "deletions can be accepted of which only a comparison on request has shown that everything has disappeared",
        arguments: TaskListKind.allCases)
    func acceptedAfterRequest(kind: TaskListKind) async throws {
        let device = try await device(kind)
        device.server.hideChanges(true)
        device.server.removeAll()
        device.server.write(vtodo("d", "d"), at: "d")
        await #expect(throws: TodoError.sync(.everythingDisappeared(count: 3))) {
            try await device.sync(after: 60, comparingAll: true)
        }
        #expect(try await device.sync(acceptingDeletions: true).deletedHere == 3)
        #expect(try await device.texts == ["d"])
    }

    @Test(
        "in a collection that another device has refilled, new tasks are seen, own tasks arrive, and none leaves the list",
        arguments: TaskListKind.allCases)
    func refilled(kind: TaskListKind) async throws {
        let device = try await device(kind)
        try await device.edit("b", "edited")
        device.server.hideChanges(true)
        device.server.removeAll()
        device.server.write(vtodo("a", "a"), at: "a")
        device.server.write(vtodo("d", "d"), at: "d")
        try await device.sync(after: Self.day)
        #expect(try await device.texts == ["a", "c", "d", "edited"])
        #expect(device.server.texts.count == 4)
        // The user can still remove what may have been removed elsewhere.
        #expect(try await device.todos.conflicts().contains { $0.todoID == TodoID("c") })
        #expect(try await device.sync() == TodoSyncReport())
    }

    @Test(
        "what this device has written since the last comparison does not show that the collection is the same",
        arguments: TaskListKind.allCases, [true, false])
    func ownWrites(kind: TaskListKind, isNew: Bool) async throws {
        let device = try await device(kind)
        device.server.hideChanges(true)
        device.server.removeAll()
        device.server.hideChanges(false)
        if isNew { try await device.add("milk") } else { try await device.edit("b", "edited") }
        guard isNew else {
            // The edit meets a task that is gone, so that everything is compared before it is sent.
            await #expect(throws: TodoError.sync(.everythingDisappeared(count: 2))) { try await device.sync() }
            #expect(try await device.texts == ["a", "c", "edited"] && device.server.texts.isEmpty)
            let report = try await device.sync(acceptingDeletions: true)
            #expect(report.deletedHere == 2 && report.pushed == 1)
            return #expect(try await device.texts == ["edited"])
        }
        #expect(try await device.sync().pushed == 1)
        // A second edit has not been sent yet.
        try await device.edit("milk", "oat milk")
        let report = try await device.sync(after: Self.day)
        #expect(report.deletedHere == 0)
        #expect(try await device.texts == ["a", "b", "c", "oat milk"])
        #expect(device.server.texts.count == 4)
        #expect(try await device.todos.conflicts().count == 3)
        #expect(try await device.sync() == TodoSyncReport())
    }

    @Test(
        "what another program has written since the last comparison does not either, whatever its date",
        arguments: TaskListKind.allCases)
    func writesOfOthers(kind: TaskListKind) async throws {
        let device = try await device(kind)
        device.server.hideChanges(true)
        device.server.removeAll()
        device.server.hideChanges(false)
        device.server.write(vtodo("d", "d"), at: "d")
        #expect(try await device.sync().pulled == 1)
        let report = try await device.sync(after: Self.day)
        #expect(report.deletedHere == 0 && report.pushed == 3)
        #expect(try await device.texts == ["a", "b", "c", "d"])
    }

    @Test(
        "removals are learned from a server that answers a forgotten token with everything as if it were changes",
        arguments: TaskListKind.allCases)
    func pruned(kind: TaskListKind) async throws {
        let device = try await device(kind)
        device.server.remove("a")
        device.server.write(vtodo("d", "d"), at: "d")
        device.server.forgetTokens()
        let report = try await device.sync()
        #expect(report.deletedHere == 1 && report.pulled == 1 && report.conflicts == 1)
        #expect(try await device.texts == ["b", "c", "d"])
        #expect(try await device.sync() == TodoSyncReport())
    }

    @Test(
        "a refused token undoes no removal; the removed task can be restored", arguments: TaskListKind.allCases)
    func refusedToken(kind: TaskListKind) async throws {
        let device = try await device(kind)
        device.server.remove("a")
        try await device.edit("c", "edited")
        device.server.forgetTokens(refusing: true)
        let report = try await device.sync()
        #expect(report.deletedHere == 1 && report.conflicts == 1 && report.pushed == 1)
        #expect(try await device.texts == ["b", "edited"])
        #expect(device.server.texts.count == 2)
        let conflict = try #require(try await device.todos.conflicts().first)
        try await device.todos.restore(conflict.id, at: device.time.now)
        #expect(try await device.sync().pushed == 1)
        #expect(try await device.texts == ["a", "b", "edited"])
    }

    @Test("if the token of another collection is refused, nothing is removed", arguments: TaskListKind.allCases)
    func otherCollection(kind: TaskListKind) async throws {
        let device = try await device(kind)
        device.server.removeAll()
        device.server.write(vtodo("a", "a"), at: "a")
        device.server.forgetTokens(refusing: true)
        #expect(try await device.sync().deletedHere == 0)
        #expect(try await device.texts == ["a", "b", "c"])
        #expect(device.server.texts.count == 3)
    }

    @Test(
        "removals are learned at the next synchronization if the comparison fails",
        arguments: TaskListKind.allCases)
    func comparisonFailed(kind: TaskListKind) async throws {
        let device = try await device(kind)
        device.server.remove("a")
        device.server.forgetTokens()
        device.server.fail(.timedOut, after: 1)
        await #expect(throws: TodoError.sync(.server(.timedOut))) { try await device.sync() }
        device.server.fail(nil)
        #expect(try await device.sync().deletedHere == 1)
        #expect(try await device.texts == ["b", "c"])
    }

    @Test(
        "a change and a removal that slip between two tokens are seen within a day",
        arguments: TaskListKind.allCases)
    func slipped(kind: TaskListKind) async throws {
        let device = try await device(kind)
        device.server.hideChanges(true)
        device.server.write(vtodo("a", "new a"), at: "a")
        device.server.remove("b")
        device.server.hideChanges(false)
        try await device.sync(after: Self.day)
        #expect(try await device.texts == ["c", "new a"])
        // The removal can be taken back.
        let conflict = try #require(try await device.todos.conflicts().first)
        _ = try await device.todos.restore(conflict.id, at: device.time.now)
        try await device.sync()
        let back = device.server.texts.filter { $0.contains("SUMMARY:b\r\n") }
        #expect(back.count == 1 && back[0].contains("X-UNKNOWN:stays"))
    }

    @Test(
        "what changes in the second of a token is seen at the next synchronization, by one more request",
        arguments: TaskListKind.allCases)
    func wholeSeconds(kind: TaskListKind) async throws {
        let device = try await TodoDevice(kind, SmallTodoCollection(changesPerToken: 10))
        let server = device.server
        for name in ["a", "b", "c"] { server.write(vtodo(name, name), at: name) }
        try await device.sync()
        server.passSecond()
        server.write(vtodo("d", "d"), at: "d")
        #expect(try await device.sync().pulled == 1)
        server.write(vtodo("e", "e"), at: "e")
        server.remove("a")
        let report = try await device.sync()
        #expect(report.pulled == 1 && report.deletedHere == 1 && report.conflicts == 0)
        #expect(try await device.texts == ["b", "c", "d", "e"])
        func requests() async throws -> Int {
            let before = server.calls
            #expect(try await device.sync() == TodoSyncReport())
            return server.calls - before
        }
        #expect(try await requests() == 2)
        #expect(try await requests() == 1)
        // Also in the second of an own write.
        server.passSecond()
        try await device.edit("b", "new b")
        #expect(try await device.sync().pushed == 1)
        server.write(vtodo("f", "f"), at: "f")
        #expect(try await device.sync().pulled == 1)
        #expect(try await requests() == 2)
        #expect(try await requests() == 1)
    }

    @Test(
        "an edit that meets a task which is gone shows that the token hides changes: everything is compared at once",
        arguments: TaskListKind.allCases)
    func evidence(kind: TaskListKind) async throws {
        let device = try await device(kind)
        device.server.hideChanges(true)
        device.server.remove("a")
        device.server.write(vtodo("b", "new b"), at: "b")
        device.server.hideChanges(false)
        #expect(try await device.sync() == TodoSyncReport())
        try await device.edit("a", "edited")
        let report = try await device.sync()
        #expect(report.pulled == 1 && report.pushed == 1)
        #expect(try await device.texts == ["c", "edited", "new b"])
        #expect(try await device.sync() == TodoSyncReport())
    }

    @Test(
        "a renamed resource stays one task, although the server does not report the removal of the old path",
        arguments: TaskListKind.allCases)
    func halfMoved(kind: TaskListKind) async throws {
        let device = try await device(kind)
        try await device.edit("a", "edited")
        device.server.hideChanges(true)
        device.server.remove("a")
        device.server.hideChanges(false)
        device.server.write(vtodo("a", "a"), at: "a2")
        #expect(try await device.sync().pushed == 1)
        #expect(try await device.texts == ["b", "c", "edited"])
        #expect(device.server.text(at: "a2")?.contains("SUMMARY:edited") == true && device.server.texts.count == 3)
        #expect(try await device.todos.conflicts().isEmpty)
    }

    @Test(
        "everything is compared on request", arguments: TaskListKind.allCases)
    func onRequest(kind: TaskListKind) async throws {
        let device = try await device(kind)
        device.server.hideChanges(true)
        device.server.write(vtodo("a", "new a"), at: "a")
        #expect(try await device.sync() == TodoSyncReport())
        #expect(try await device.sync(comparingAll: true).pulled == 1)
        #expect(try await device.texts == ["b", "c", "new a"])
    }

    @Test("a list that an earlier version has synchronized is compared at the next synchronization")
    func earlierVersion() async throws {
        try await withTemporaryFolder { folder in
            let file = folder.appending(path: "store.sqlite")
            let (server, time) = (SmallTodoCollection(), ManualTime())
            func sync() async throws -> TodoSyncReport {
                let database = try await SQLiteDatabase.open(.file(file), schemas: [TodoSchema.todos])
                let report = try await TodoDevice(TaskList(database), server, time: time).sync()
                await database.close()
                return report
            }
            server.write(vtodo("a", "a"), at: "a")
            #expect(try await sync().pulled == 1)
            let probe = try SQLiteProbe(file.systemPath)
            probe.dropTodoCounts()
            #expect(probe.run("ALTER TABLE todo_collection DROP COLUMN compared_at"))
            #expect(probe.run("ALTER TABLE todo_copy DROP COLUMN is_confirmed"))
            #expect(probe.run("UPDATE todo SET created_at = created_at + 999"))
            #expect(probe.run("UPDATE schema_version SET version = 2 WHERE name = 'todos'"))
            server.hideChanges(true)
            server.write(vtodo("b", "b"), at: "b")
            #expect(try await sync().pulled == 1)
            #expect(probe.text("SELECT max(created_at % 1000) FROM todo") == "0", "it is ordered by whole seconds")
            server.write(vtodo("c", "c"), at: "c")
            #expect(try await sync().pulled == 0, "it was compared less than a day before")
        }
    }

    @Test("a comparison costs one request a day", arguments: TaskListKind.allCases)
    func cost(kind: TaskListKind) async throws {
        let device = try await device(kind)
        func requests(after seconds: Double) async throws -> Int {
            let before = device.server.calls
            #expect(try await device.sync(after: seconds) == TodoSyncReport())
            return device.server.calls - before
        }
        #expect(try await requests(after: 60) == 1)
        #expect(try await requests(after: Self.day) == 2)
        #expect(try await requests(after: 60) == 1)
        // A clock that was set back is no reason to wait.
        #expect(try await requests(after: -3 * Self.day) == 2)
    }
}
