import CoreModule
import Foundation
import Testing
import TodoList

@MainActor
@Suite("Story: a daemon that synchronizes tasks", .timeLimit(.minutes(5)))
struct TaskDaemonTests {
    @Test("it sends the tasks of a file to a collection, says so, and ends with its task; the file is closed")
    func story() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "tasks.sqlite")
        try await withTasks(file) { tasks in
            let now = Date(timeIntervalSince1970: 1_795_255_200)
            try await tasks.add(Todo(id: TodoID("1"), text: TodoText("Buy milk"), createdAt: now, updatedAt: now))
        }
        let collection = MemoryCollection()
        for isReachable in [false, true] {
            await collection.setReachable(isReachable)
            let server = TodoServerConnection(collection: collection, address: "memory://tasks")
            let (lines, printed) = AsyncStream.makeStream(of: String.self)
            let daemon = Task {
                try await synchronizeTasks(of: file, by: server, localizer: .english) { printed.yield($0) }
            }
            var line = lines.makeAsyncIterator()
            let first = try #require(await line.next())
            #expect(first.hasPrefix("Synchronized ") == isReachable, "\(first)")
            daemon.cancel()
            try await daemon.value
        }
        #expect(await collection.texts.count { $0.contains("SUMMARY:Buy milk") } == 1)
        #expect(try await withTasks(file) { try await $0.counts().notSynchronized } == 0)
    }

    @Test("the arguments name the server; without the password of its user there is none")
    func arguments() throws {
        let arguments = ["tasks", "tasks.sqlite", "https://dav.example.com/ada/tasks/", "ada"]
        #expect(try TodoServerConnection.ofProgram(arguments, ["CALDAV_PASSWORD": "secret"]) != nil)
        #expect(throws: WebDAVError.passwordMissing) { _ = try TodoServerConnection.ofProgram(arguments, [:]) }
        #expect(try TodoServerConnection.ofProgram(["tasks"], [:]) == nil)
    }

    private func withTasks<Value>(_ file: URL, _ body: (TaskList) async throws -> Value) async throws -> Value {
        let database = try await SQLiteDatabase.open(.file(file), schemas: [TodoSchema.todos])
        let value = try await body(TaskList(database))
        await database.close()
        return value
    }
}

/// A server's collection, in memory.
private actor MemoryCollection: TodoCollection {
    private var objects: [WebDAVPath: (etag: ETag, data: [UInt8])] = [:]
    private var isReachable = true
    private var writes = 0

    var texts: [String] { objects.values.map { String(decoding: $0.data, as: UTF8.self) } }

    func setReachable(_ isReachable: Bool) { self.isReachable = isReachable }

    func changes(since token: String?) throws(WebDAVError) -> CalDAVChanges {
        guard isReachable else { throw .notFound }
        return CalDAVChanges(
            changed: objects.map { CalDAVEntry(path: $0.key, etag: $0.value.etag) }, removed: [], isFullListing: true,
            token: nil)
    }

    func objects(at paths: [WebDAVPath]) -> [CalDAVObject] {
        paths.compactMap { path in
            objects[path].map { CalDAVObject(path: path, etag: $0.etag, data: $0.data) }
        }
    }

    func put(_ data: [UInt8], at path: WebDAVPath, condition: CalDAVCondition) -> ETag? {
        writes += 1
        objects[path] = (ETag("\"\(writes)\""), data)
        return objects[path]?.etag
    }

    func delete(_ path: WebDAVPath, matching etag: ETag) { objects[path] = nil }

    nonisolated func path(named name: String) -> WebDAVPath {
        guard let path = WebDAVPath("/tasks/\(name).ics") else { preconditionFailure("The names are plain.") }
        return path
    }
}

extension Localizer {
    fileprivate static let english = Localizer(locale: Locale(identifier: "en"), timeZone: .gmt, tables: [.todoList])
}
