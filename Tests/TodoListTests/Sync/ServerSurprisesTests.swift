import CoreModule
import Foundation
import SuperappTesting
import TestSupport
import Testing
import TodoList

/// Unexpected behaviour of servers and other programs.
@Suite("Surprises of a server", .bounded)
struct ServerSurprisesTests {
    private static let event = "BEGIN:VCALENDAR\nVERSION:2.0\nBEGIN:VEVENT\nUID:e\nEND:VEVENT\nEND:VCALENDAR\n"

    @Test(
        "a renamed resource is the same task and keeps local edits",
        arguments: TaskListKind.allCases)
    func moved(kind: TaskListKind) async throws {
        let device = try await TodoDevice(kind)
        device.server.write(vtodo("a", "milk"), at: "1")
        try await device.sync()
        device.server.move(["1": "2"])
        #expect(try await device.sync() == TodoSyncReport())
        #expect(try await device.texts == ["milk"])
        device.server.move(["2": "3"])
        try await device.edit("a", "oat milk")
        #expect(try await device.sync().pushed == 1)
        #expect(device.server.texts.count == 1 && device.server.text(at: "3")?.contains("SUMMARY:oat milk") == true)
        #expect(try await device.todos.conflicts().isEmpty)
    }

    @Test(
        "all resources renamed at once are the same tasks and keep local edits",
        arguments: [TaskListKind.inMemory, .sqlite], [2, TodoSyncPass.batch + 100])
    func allMoved(kind: TaskListKind, count: Int) async throws {
        let device = try await TodoDevice(kind)
        let names = (1...count).map { String(1000 + $0) }
        for name in names { device.server.write(vtodo(name, name), at: name) }
        try await device.sync()
        try await device.edit("1001", "edited")
        device.server.move(Dictionary(uniqueKeysWithValues: names.map { ($0, "moved-\($0)") }))
        var report = TodoSyncReport()
        report.pushed = 1
        #expect(try await device.sync() == report)
        #expect(device.server.texts.count == count)
        #expect(device.server.text(at: "moved-1001")?.contains("SUMMARY:edited") == true)
        #expect(try await device.texts.count == count)
        #expect(try await device.todos.conflicts().isEmpty)
        // Other tasks in the place of all are no renaming.
        device.server.removeAll()
        device.server.write(vtodo("other", "other"), at: "other")
        device.server.forgetTokens(refusing: true)
        await #expect(throws: TodoError.sync(.everythingDisappeared(count: count))) { try await device.sync() }
    }

    @Test(
        "a task with control characters that nobody edited is not written again, and is the same on every device",
        arguments: TaskListKind.allCases)
    func controlCharacters(kind: TaskListKind) async throws {
        let device = try await TodoDevice(kind)
        let text = vtodo("a", "ring\u{7} the\u{7F} bell\u{1B}").replacing("X-UNKNOWN", with: "DESCRIPTION")
        device.server.write(text, at: "1")
        #expect(try await device.sync().pulled == 1)
        #expect(try await device.todos.todos().map(\.sync) == [.synced])
        #expect(try await device.sync() == TodoSyncReport())
        #expect(device.server.texts == [text.replacing("\n", with: "\r\n")])
        try await device.todos.edit(TodoID("a"), TodoEdit(priority: .high), at: device.time.now)
        #expect(try await device.sync().pushed == 1)
        let other = try await TodoDevice(kind, device.server)
        try await other.sync()
        #expect(try await other.texts == device.texts)
    }

    @Test(
        "two resources that swap names stay two tasks, each with its own edits",
        arguments: TaskListKind.allCases)
    func swapped(kind: TaskListKind) async throws {
        let device = try await TodoDevice(kind)
        device.server.write(vtodo("a", "milk"), at: "1")
        device.server.write(vtodo("b", "bread"), at: "2")
        try await device.sync()
        try await device.edit("a", "oat milk")
        device.server.move(["1": "2", "2": "1"])
        try await device.sync()
        #expect(try await device.texts == ["bread", "oat milk"])
        #expect(device.server.text(at: "2")?.contains("UID:a\r\n") == true)
        #expect(device.server.text(at: "2")?.contains("SUMMARY:oat milk") == true)
        #expect(device.server.text(at: "1")?.contains("SUMMARY:bread") == true)
    }

    @Test("a list that is cleared out and refilled elsewhere is cleared out here", arguments: TaskListKind.allCases)
    func clearedOut(kind: TaskListKind) async throws {
        let device = try await TodoDevice(kind)
        for name in ["a", "b", "c"] { device.server.write(vtodo(name, name), at: name) }
        try await device.sync()
        device.server.removeAll()
        for name in 1...5 { device.server.write(vtodo("new-\(name)", "new \(name)"), at: "new-\(name)") }
        let report = try await device.sync()
        #expect(report.deletedHere == 3 && report.pulled == 5)
        #expect(try await device.texts == (1...5).map { "new \($0)" })
    }

    @Test(
        "a task that returns gets another path, so that a device that was away sees its new version",
        arguments: TaskListKind.allCases, [true, false])
    func pathOfReturn(kind: TaskListKind, hidesReturn: Bool) async throws {
        let here = try await TodoDevice(kind, SmallTodoCollection(countsVersions: true))
        try await here.add("a")
        try await here.add("b")
        try await here.sync()
        let away = try await TodoDevice(kind, here.server, name: "away")
        try await away.sync()
        let removedAt = here.time.now
        let todo = try #require(try await here.todos.todos().first { $0.id == TodoID("a") })
        try await here.todos.remove([todo.id], at: removedAt)
        try await here.sync()
        here.server.hideChanges(hidesReturn)
        _ = try await here.todos.undoRemoval(of: [todo], at: removedAt)
        try await here.edit("a", "oat milk")
        try await here.sync()
        here.server.hideChanges(false)
        try await away.sync(comparingAll: hidesReturn)
        #expect(try await away.texts == ["oat milk", "text of b"])
        #expect(here.server.text(at: "a") == nil && here.server.texts.count == 2)
        #expect(try await away.sync() == TodoSyncReport())
    }

    @Test(
        "at a path that another program uses again, a known version is read if a token names it or is refused, and on request",
        arguments: TaskListKind.allCases, ["named", "refused", "hidden"])
    func sameVersion(kind: TaskListKind, change: String) async throws {
        let device = try await TodoDevice(kind, SmallTodoCollection(countsVersions: true))
        for name in ["a", "b"] { device.server.write(vtodo(name, name), at: name) }
        try await device.sync()
        device.server.hideChanges(change == "hidden")
        device.server.remove("a")
        device.server.write(
            vtodo("a", "new a").replacing("20260101T100000Z", with: "20260102T100000Z"), at: "a")
        if change == "refused" { device.server.forgetTokens(refusing: true) }
        if change == "hidden" { #expect(try await device.sync().pulled == 0) }
        #expect(try await device.sync(comparingAll: change == "hidden").pulled == 1)
        #expect(try await device.texts == ["b", "new a"])
        #expect(try await device.sync() == TodoSyncReport())
    }

    @Test(
        "a task that another program removes and restores is restored everywhere",
        arguments: TaskListKind.allCases)
    func broughtBack(kind: TaskListKind) async throws {
        let device = try await TodoDevice(kind)
        for name in ["a", "b"] { device.server.write(vtodo(name, name), at: name) }
        try await device.sync()
        device.server.remove("a")
        #expect(try await device.sync().deletedHere == 1)
        device.server.write(vtodo("a", "a"), at: "a")
        #expect(try await device.sync().pulled == 1)
        #expect(try await device.texts == ["a", "b"])
        #expect(device.server.texts.count == 2)
        #expect(try await device.todos.conflicts().isEmpty)
    }

    @Test(
        "an emptied server is reported, also if its token is one of an earlier state; tasks restored from a backup stay",
        arguments: TaskListKind.allCases, [true, false])
    func emptied(kind: TaskListKind, namesStates: Bool) async throws {
        let device = try await TodoDevice(kind, SmallTodoCollection(namesStates: namesStates))
        for id in ["a", "b"] { try await device.add(id) }
        #expect(try await device.sync().pushed == 2)
        let backup = ["a", "b"].map { ($0, device.server.text(at: $0) ?? "") }
        device.server.removeAll()
        for _ in 0..<2 {
            await #expect(throws: TodoError.sync(.everythingDisappeared(count: 2))) { try await device.sync() }
        }
        #expect(try await device.sync(acceptingDeletions: true).deletedHere == 2)
        #expect(try await device.todos.conflicts().count == 2)
        for (name, text) in backup { device.server.write(text.replacing("\r\n", with: "\n"), at: name) }
        #expect(try await device.sync().pulled == 2)
        #expect(try await device.texts.count == 2)
        #expect(device.server.texts.count == 2)
        // Both tasks are back: restoring one of them changes nothing.
        let conflict = try #require(try await device.todos.conflicts().first)
        guard case .updated = try await device.todos.restore(conflict.id, at: device.time.now) else {
            Issue.record("a task that is there is not added")
            return
        }
        #expect(try await device.todos.todos().count == 2)
    }

    @Test(
        "another task at a known path is a different task, and neither is lost", arguments: TaskListKind.allCases)
    func placeTaken(kind: TaskListKind) async throws {
        let device = try await TodoDevice(kind)
        device.server.write(vtodo("a", "milk"), at: "1")
        device.server.write(vtodo("c", "rice"), at: "3")
        try await device.sync()
        try await device.edit("a", "oat milk")
        device.server.write(vtodo("b", "flowers"), at: "1")
        try await device.sync()
        #expect(try await device.texts == ["flowers", "oat milk", "rice"])
        #expect(device.server.text(at: "1")?.contains("SUMMARY:flowers") == true)
        #expect(device.server.texts.filter { $0.contains("SUMMARY:oat milk\r\n") }.count == 1)
        // The task that was removed here is not removed instead.
        try await device.todos.remove([TodoID("c")], at: device.time.now)
        device.server.write(vtodo("d", "rice"), at: "3")
        try await device.sync()
        #expect(device.server.text(at: "3")?.contains("UID:d") == true)
        #expect(try await device.texts == ["flowers", "oat milk", "rice"])
    }

    @Test(
        "a resource that is no longer a task is left unchanged, and the task gets another path",
        arguments: TaskListKind.allCases, [event, "<html></html>\n"])
    func noTask(kind: TaskListKind, text: String) async throws {
        let device = try await TodoDevice(kind)
        try await device.add("a")
        try await device.add("b")
        try await device.sync()
        device.server.write(text, at: "a")
        try await device.sync()
        try await device.edit("a", "edited")
        try await device.sync()
        #expect(device.server.text(at: "a") == text.replacing("\n", with: "\r\n"))
        #expect(device.server.texts.filter { $0.contains("SUMMARY:edited\r\n") }.count == 1)
        #expect(try await device.texts == ["edited", "text of b"])
        #expect(try await device.sync() == TodoSyncReport())
    }

    @Test("a name that is taken on the server is not an obstacle", arguments: TaskListKind.allCases)
    func nameTaken(kind: TaskListKind) async throws {
        let device = try await TodoDevice(kind)
        device.server.write(vtodo("other", "other"), at: "a")
        try await device.add("a")
        try await device.sync()
        #expect(try await device.texts == ["other", "text of a"])
        #expect(device.server.text(at: "a-2")?.contains("UID:a\r\n") == true)
    }

    @Test("a refused task does not block others and is named", arguments: TaskListKind.allCases)
    func refused(kind: TaskListKind) async throws {
        let device = try await TodoDevice(kind)
        for id in ["a", "b", "c"] { try await device.add(id) }
        device.server.refuse("b")
        let reason = WebDAVError.refused(status: 400, precondition: nil)
        let error = TodoError.sync(.tasks([TodoRefusal(TodoID("b"), text: "text of b", reason)]))
        await #expect(throws: error) { try await device.sync() }
        let english = Localizer(locale: Locale(identifier: "en"), tables: [.todoList, .coreModule])
        #expect(english(error.explanation).hasPrefix("one task is not synchronized, “text of b”: "))
        #expect(device.server.texts.count == 2)
        #expect(try await device.todos.todos().map { $0.sync == .synced } == [true, false, true])
        device.server.refuse()
        #expect(try await device.sync().pushed == 1)
    }

    @Test(
        "a task that the server accepted but does not have is reported and sent again",
        arguments: TaskListKind.allCases)
    func notKept(kind: TaskListKind) async throws {
        let device = try await TodoDevice(kind)
        try await device.add("a")
        try await device.sync()
        try await device.edit("a", "edited")
        try await device.add("b")
        device.server.keepNothing(true)
        await #expect(throws: TodoError.sync(.notKept(count: 1))) { try await device.sync() }
        #expect(try await device.todos.todos().map(\.sync) == [.dirty, .dirty])
        device.server.keepNothing(false)
        try await device.sync()
        #expect(device.server.texts.count == 2 && device.server.text(at: "a")?.contains("SUMMARY:edited") == true)
        #expect(try await device.todos.todos().map(\.sync) == [.synced, .synced])
        #expect(try await device.texts == ["edited", "text of b"])
    }

    @Test(
        "an edit of an unknown property wins over a removal",
        arguments: TaskListKind.allCases)
    func unknownEdit(kind: TaskListKind) async throws {
        let device = try await TodoDevice(kind)
        device.server.write(vtodo("a", "milk"), at: "a")
        try await device.sync()
        try await device.todos.remove([TodoID("a")], at: device.time.now)
        device.server.write(vtodo("a", "milk", unknown: "changed"), at: "a")
        try await device.sync()
        #expect(try await device.texts == ["milk"])
        #expect(device.server.text(at: "a")?.contains("X-UNKNOWN:changed") == true)
        guard case .deletion? = try await device.todos.conflicts().first?.kind else {
            Issue.record("the failed removal was not reported")
            return
        }
    }

    @Test("a removal cannot be undone after its task has come back", arguments: TaskListKind.allCases)
    func undo(kind: TaskListKind) async throws {
        let device = try await TodoDevice(kind)
        device.server.write(vtodo("a", "milk"), at: "a")
        device.server.write(vtodo("b", "bread"), at: "b")
        try await device.sync()
        let (removed, date) = (try await device.todos.todos(), device.time.now)
        try await device.todos.remove(removed.map(\.id), at: date)
        device.server.write(vtodo("a", "oat milk"), at: "a")
        try await device.sync()
        #expect(try await device.todos.undoRemoval(of: removed, at: date).map(\.text.value) == ["bread"])
        #expect(try await device.texts == ["bread", "oat milk"])
        // Not after it is gone again either.
        device.server.remove("a")
        try await device.sync()
        #expect(try await device.todos.undoRemoval(of: removed, at: date).isEmpty)
        #expect(try await device.texts == ["bread"])
    }

    @Test("an old version of a removed task stays removed for 90 days", arguments: TaskListKind.allCases)
    func oldVersion(kind: TaskListKind) async throws {
        let device = try await TodoDevice(kind)
        let day = 86_400.0
        device.server.write(vtodo("a", "milk"), at: "a")
        try await device.sync()
        let removedAt = device.time.now
        try await device.todos.remove([TodoID("a")], at: removedAt)
        try await device.sync()
        #expect(device.server.texts.isEmpty)
        // Another device that was away sends it again.
        for days in [10.0, 50, 89] {
            try await device.sync(after: days * day - device.time.now.timeIntervalSince(removedAt))
            device.server.write(vtodo("a", "milk"), at: "a")
            #expect(try await device.sync().deletedThere == 1)
            #expect(try await device.texts.isEmpty)
        }
        try await device.sync(after: 91 * day - device.time.now.timeIntervalSince(removedAt))
        device.server.write(vtodo("a", "milk"), at: "a")
        try await device.sync()
        #expect(try await device.texts == ["milk"])
        #expect(try await device.todos.conflicts().isEmpty)
    }

    @Test("removing a task removes no other task with the same name", arguments: TaskListKind.allCases)
    func doubles(kind: TaskListKind) async throws {
        let device = try await TodoDevice(kind)
        for name in ["1", "2"] { device.server.write(vtodo("a", "milk"), at: name) }
        try await device.sync()
        #expect(try await device.texts == ["milk", "milk"])
        try await device.todos.remove([TodoID("a")], at: device.time.now)
        // The server removes it too, before it receives the removal.
        device.server.remove("1")
        try await device.sync()
        #expect(device.server.text(at: "2") != nil)
        #expect(try await device.texts == ["milk"])
    }

    @Test(
        "an edit of a task whose identifier two resources have is kept when the first of them disappears",
        arguments: TaskListKind.allCases, [true, false])
    func doublesEdited(kind: TaskListKind, editsFirst: Bool) async throws {
        let device = try await TodoDevice(kind)
        for name in ["1", "2"] { device.server.write(vtodo("a", "milk"), at: name) }
        device.server.write(vtodo("b", "bread"), at: "3")
        try await device.sync()
        try await device.edit(editsFirst ? "a" : "/tasks/2.ics", "oat milk")
        device.server.remove("1")
        try await device.sync()
        #expect(try await device.texts == ["bread", "oat milk"])
        #expect(device.server.text(at: "2")?.contains("SUMMARY:oat milk") == true)
    }

    @Test("values of an older backup do not replace kept ones", arguments: TaskListKind.allCases)
    func olderBackup(kind: TaskListKind) async throws {
        let device = try await TodoDevice(kind)
        device.server.write(vtodo("a", "milk"), at: "a")
        device.server.write(vtodo("b", "bread"), at: "b")
        try await device.sync()
        try await device.edit("a", "oat milk")
        try await device.sync()
        device.server.removeAll()
        await #expect(throws: TodoError.sync(.everythingDisappeared(count: 2))) { try await device.sync() }
        try await device.sync(acceptingDeletions: true)
        device.server.write(vtodo("a", "milk"), at: "a")
        try await device.sync()
        #expect(try await device.texts == ["milk"])
        let conflict = try #require(try await device.todos.conflicts().first { $0.todoID == TodoID("a") })
        try await device.todos.restore(conflict.id, at: device.time.now)
        #expect(try await device.texts == ["oat milk"])
    }
}
