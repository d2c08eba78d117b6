import CoreModule
import Foundation
import SuperappTesting
import TestSupport
import Testing
import TodoList

/// A list and its server.
struct TodoDevice {
    let todos: TaskList
    let server: SmallTodoCollection
    let time: ManualTime
    private let synchronizer: TodoSynchronizer

    init(
        _ kind: TaskListKind, _ server: SmallTodoCollection = SmallTodoCollection(), name: String = "here",
        time: ManualTime = ManualTime()
    ) async throws {
        try self.init(try await kind.makeList(), server, name: name, time: time)
    }

    init(
        _ todos: TaskList, _ server: SmallTodoCollection, name: String = "here",
        address: String = "https://example.com/tasks/", time: ManualTime
    ) throws {
        self.todos = todos
        self.server = server
        self.time = time
        synchronizer = TodoSynchronizer(
            todos, device: name, clock: time.clock, sleeper: time.sleeper
        ) { (_, _) throws(WebDAVError) in
            TodoSynchronizer.Target(collection: server, address: address)
        }
    }

    @discardableResult
    func sync(after seconds: Double = 10, acceptingDeletions: Bool = false, comparingAll: Bool = false) async throws
        -> TodoSyncReport
    {
        time.advance(by: seconds)
        return try await synchronizer.synchronize(acceptingDeletions: acceptingDeletions, comparingAll: comparingAll)
    }

    func add(_ id: String) async throws {
        time.advance(by: 1)
        try await todos.add(
            Todo(id: TodoID(id), text: try TodoText("text of \(id)"), createdAt: time.now, updatedAt: time.now))
    }

    func edit(_ id: String, _ text: String, after seconds: Double = 1) async throws {
        time.advance(by: seconds)
        try await todos.edit(TodoID(id), TodoEdit(text: try TodoText(text)), at: time.now)
    }

    var texts: [String] {
        get async throws { try await todos.todos().map(\.text.value).sorted() }
    }
}

/// A task as another program writes it.
func vtodo(_ uid: String, _ text: String, unknown: String = "stays") -> String {
    """
    BEGIN:VCALENDAR
    VERSION:2.0
    PRODID:other
    BEGIN:VTODO
    UID:\(uid)
    DTSTAMP:20260101T100000Z
    LAST-MODIFIED:20260101T100000Z
    SUMMARY:\(text)
    X-UNKNOWN:\(unknown)
    END:VTODO
    END:VCALENDAR

    """
}
