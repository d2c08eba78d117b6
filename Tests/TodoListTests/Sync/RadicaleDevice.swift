import CoreModule
import Foundation
import SuperappTesting
import TestSupport
import Testing
import TodoList

/// A device with a list, its own clock, and a synchronizer.
struct RadicaleDevice {
    let todos: TaskList
    let synchronizer: TodoSynchronizer
    let time: ManualTime

    init(
        _ name: String, _ collection: any TodoCollection, address: String,
        todos: TaskList = TaskList.inMemory(),
        time: ManualTime = ManualTime()
    ) throws {
        self.todos = todos
        self.time = time
        synchronizer = TodoSynchronizer(
            todos, device: name, clock: time.clock,
            connect: { (_, _) in TodoSynchronizer.Target(collection: collection, address: address) })
    }

    @discardableResult
    func add(_ text: String, id: String = UUID().uuidString.lowercased()) async throws -> Todo {
        let todo = Todo(id: TodoID(id), text: try TodoText(text), createdAt: time.now, updatedAt: time.now)
        try await todos.add(todo)
        return todo
    }

    func edit(_ id: TodoID, _ edit: TodoEdit) async throws {
        try await todos.edit(id, edit, at: time.now)
    }

    func remove(_ id: TodoID) async throws { try await todos.remove([id], at: time.now) }

    @discardableResult
    func sync(acceptingDeletions: Bool = false) async throws -> TodoSyncReport {
        try await synchronizer.synchronize(acceptingDeletions: acceptingDeletions)
    }

    /// The visible tasks, in the order of their texts.
    func lines() async throws -> [String] {
        try await todos.todos().map { todo in
            let parts = [
                todo.text.value, todo.notes.value, todo.priority.rawValue, todo.deadline?.description ?? "",
                todo.isCompleted ? "done" : "open", todo.sync.rawValue,
            ]
            return parts.joined(separator: "|")
        }.sorted()
    }
}

/// A collection that counts the requests, and may lose answers.
final class WatchedCollection: TodoCollection {
    let base: CalDAVCollection
    let requests = Locked(0)
    /// The number of writes that succeed without a response.
    let lostAnswers = Locked(0)
    /// The number of writes that never arrive.
    let lostRequests = Locked(0)

    init(_ base: CalDAVCollection) { self.base = base }

    private func count() { requests.withLock { $0 += 1 } }

    private func loseAnswer() throws(WebDAVError) {
        let isLost = lostAnswers.withLock { count in
            defer { count = max(0, count - 1) }
            return count > 0
        }
        if isLost { throw .timedOut }
    }

    func changes(since token: String?) async throws(WebDAVError) -> CalDAVChanges {
        count()
        return try await base.changes(since: token)
    }

    func objects(at paths: [WebDAVPath]) async throws(WebDAVError) -> [CalDAVObject] {
        count()
        return try await base.objects(at: paths)
    }

    func tasks() async throws(WebDAVError) -> [CalDAVObject] {
        count()
        return try await base.tasks()
    }

    func put(_ data: [UInt8], at path: WebDAVPath, condition: CalDAVCondition) async throws(WebDAVError) -> ETag? {
        count()
        let isLost = lostRequests.withLock { count in
            defer { count = max(0, count - 1) }
            return count > 0
        }
        if isLost { throw .timedOut }
        let etag = try await base.put(data, at: path, condition: condition)
        try loseAnswer()
        return etag
    }

    func delete(_ path: WebDAVPath, matching etag: ETag) async throws(WebDAVError) {
        count()
        try await base.delete(path, matching: etag)
        try loseAnswer()
    }

    func path(named name: String) -> WebDAVPath { base.path(named: name) }
}

/// Counts what is sent.
final class CountingClient: HTTP.Client {
    let requests = Locked(0)
    private let base = SystemHTTPClient(timeout: .seconds(600))

    func send(_ request: HTTP.Request) async throws(HTTP.Error) -> HTTP.Response {
        requests.withLock { $0 += 1 }
        return try await base.send(request)
    }
}

/// Runs a test with a new collection on the real server, and removes it at the end.
func withRadicaleCollection(
    _ body: (WatchedCollection, URL, CalDAVTestServer) async throws -> Void
) async throws {
    let server = try #require(CalDAVTestServer())
    let url = try await server.makeCollection("sync")
    let collection = try CalDAVCollection(url: url, credentials: server.credentials)
    do {
        try await body(WatchedCollection(collection), url, server)
    } catch {
        try await server.remove(url)
        throw error
    }
    try await server.remove(url)
}
