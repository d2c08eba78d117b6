import CoreModule
import Foundation
import SuperappTesting
import TestSupport
import Testing
import TodoList

@Suite("Callers of a synchronizer, and servers that change", .bounded)
struct TodoSynchronizerTests {
    private let time = ManualTime()
    private let store = TaskList.inMemory()

    private let status = ValueStream(TodoSyncStatus())

    private func synchronizer(_ collection: any TodoCollection, _ other: TaskList? = nil) -> TodoSynchronizer {
        TodoSynchronizer(
            other ?? store, device: "here", clock: time.clock, sleeper: time.sleeper, jitter: { 0.5 },
            publish: { [status] in status.send($0) }
        ) { (_, _) throws(WebDAVError) in
            TodoSynchronizer.Target(collection: collection, address: "a")
        }
    }

    private func current(_ connection: TodoServerConnection) async -> TodoSyncStatus? {
        for await status in connection.status.events() { return status }
        return nil
    }

    @Test("a caller that meets a synchronization being cancelled gets the result of its own")
    func joinsCancelled() async throws {
        let slow = StubbornCollection()
        let synchronizer = synchronizer(slow)
        let first = Task { try await synchronizer.synchronize() }
        await slow.isAsked.wait()
        first.cancel()
        await slow.isCancelled.wait()
        let second = Task { try await synchronizer.synchronize() }
        try await eventually { await synchronizer.callers == 2 }
        slow.mayAnswer.open()
        await #expect(throws: TodoError.sync(.server(.cancelled))) { try await first.value }
        #expect(try await second.value == TodoSyncReport())
    }

    @Test("the next objects are read while those before are being stored")
    func readsAhead() async throws {
        try await withTemporaryFolder { folder in
            let file = folder.appending(path: "store.sqlite")
            let database = try await SQLiteDatabase.open(.file(file), schemas: [TodoSchema.todos])
            let server = SmallTodoCollection()
            let count = TodoSyncPass.batch + 1
            for number in 0..<count { server.write(vtodo("t\(number)", "text"), at: "t\(number)") }
            // Nothing can be stored between the first and the second reading.
            let probe = Locked(try SQLiteProbe(file.systemPath))
            let isLocked = Locked(false)
            let watched = ReadingCollection(base: server) {
                let statement = isLocked.withLock { isLocked in
                    isLocked.toggle()
                    return isLocked ? "BEGIN IMMEDIATE" : "COMMIT"
                }
                probe.withLock { _ = $0.run(statement) }
            }
            #expect(try await synchronizer(watched, TaskList(database)).synchronize().pulled == count)
            #expect(!isLocked.withLock { $0 })
            await database.close()
        }
    }

    @Test("a request to compare everything does not share an ordinary synchronization")
    func comparesAfterOrdinary() async throws {
        let slow = StubbornCollection()
        let synchronizer = synchronizer(slow)
        let ordinary = Task { try await synchronizer.synchronize() }
        await slow.isAsked.wait()
        let full = Task { try await synchronizer.synchronize(comparingAll: true) }
        try await eventually { await synchronizer.callers == 2 }
        slow.mayAnswer.open()
        _ = try await (ordinary.value, full.value)
        // One listing; then the changes, and a full listing.
        #expect(slow.base.calls == 3)
    }

    @Test(
        "cancelling a synchronization by hand does not end automatic synchronization, whatever it is doing",
        arguments: [true, false])
    func cancelledByHand(isInStore: Bool) async throws {
        // The store notices the cancellation if the collection does not.
        let slow = StubbornCollection(heedsCancellation: !isInStore)
        let store = try await TaskListKind.sqlite.makeList()
        let synchronizer = synchronizer(slow, store)
        slow.mayAnswer.open()
        slow.base.write(vtodo("a", "milk"), at: "a")
        let run = Task { await synchronizer.run() }
        // The first synchronization, and the wait for the next.
        for await status in status.events() where status.lastSync != nil { break }
        _ = await time.nextSleep()
        let first = slow.base.calls
        slow.close()
        slow.base.remove("a")
        let byHand = Task { try await synchronizer.synchronize() }
        await slow.isAsked.wait()
        byHand.cancel()
        await slow.isCancelled.wait()
        slow.mayAnswer.open()
        await #expect(throws: TodoError.sync(.server(.cancelled))) { try await byHand.value }
        try await eventually {
            if slow.base.calls > first { return true }
            time.advance(by: 60)
            return false
        }
        run.cancel()
        await run.value
    }

    @Test("the status of the chosen server is published, and after a switch that of the server before is not")
    func switched() async throws {
        let switching = TodoServerConnection(
            interval: nil, device: "here", clock: time.clock, sleeper: time.sleeper)
        let server = SmallTodoCollection()
        switching.use { (_, _) in TodoSynchronizer.Target(collection: server, address: "a") }
        switching.connect(store)
        try await switching.synchronize()
        for await status in switching.status.events() where status.lastSync != nil { break }
        // Read before the switch, and published after it.
        let late = TodoSyncStatus(hasServer: true, requestsInFlight: 1)
        let generation = switching.generation
        switching.publish(late, of: generation)
        #expect(await current(switching) == late)
        switching.use(nil)
        switching.publish(late, of: generation)
        #expect(await current(switching) == TodoSyncStatus())
    }
}

/// A collection that tells when objects are read.
private struct ReadingCollection: TodoCollection {
    let base: SmallTodoCollection
    let willRead: @Sendable () -> Void

    func changes(since token: String?) async throws(WebDAVError) -> CalDAVChanges {
        try await base.changes(since: token)
    }

    func objects(at paths: [WebDAVPath]) async throws(WebDAVError) -> [CalDAVObject] {
        willRead()
        return try await base.objects(at: paths)
    }

    func put(_ data: [UInt8], at path: WebDAVPath, condition: CalDAVCondition) async throws(WebDAVError) -> ETag? {
        try await base.put(data, at: path, condition: condition)
    }

    func delete(_ path: WebDAVPath, matching etag: ETag) async throws(WebDAVError) {
        try await base.delete(path, matching: etag)
    }

    func path(named name: String) -> WebDAVPath { base.path(named: name) }
}

/// A collection that answers when the test lets it, and not before, even if the call is cancelled.
private final class StubbornCollection: TodoCollection {
    private struct Latches {
        var isAsked = Latch()
        var isCancelled = Latch()
        var mayAnswer = Latch()
    }

    let base = SmallTodoCollection()
    private let latches = Locked(Latches())
    private let heedsCancellation: Bool

    init(heedsCancellation: Bool = true) {
        self.heedsCancellation = heedsCancellation
    }

    var isAsked: Latch { latches.withLock(\.isAsked) }
    var isCancelled: Latch { latches.withLock(\.isCancelled) }
    var mayAnswer: Latch { latches.withLock(\.mayAnswer) }

    /// From now on a call waits again.
    func close() { latches.withLock { $0 = Latches() } }

    func changes(since token: String?) async throws(WebDAVError) -> CalDAVChanges {
        let current = latches.withLock { $0 }
        current.isAsked.open()
        await withTaskCancellationHandler {
            await withUnstructuredWait(current.mayAnswer)
        } onCancel: {
            current.isCancelled.open()
        }
        if heedsCancellation, Task.isCancelled { throw .cancelled }
        return try await base.changes(since: token)
    }

    private func withUnstructuredWait(_ latch: Latch) async { await Task { await latch.wait() }.value }

    func objects(at paths: [WebDAVPath]) async throws(WebDAVError) -> [CalDAVObject] {
        try await base.objects(at: paths)
    }

    func put(_ data: [UInt8], at path: WebDAVPath, condition: CalDAVCondition) async throws(WebDAVError) -> ETag? {
        try await base.put(data, at: path, condition: condition)
    }

    func delete(_ path: WebDAVPath, matching etag: ETag) async throws(WebDAVError) {
        try await base.delete(path, matching: etag)
    }

    func path(named name: String) -> WebDAVPath { base.path(named: name) }
}
