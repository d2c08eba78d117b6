public import CoreModule

/// Synchronizes with whichever server the user has chosen, who may choose another one at any time.
///
/// Until one is chosen, the list is kept on this device only: to synchronize throws `notFound` of ``CalDAVError``.
public final class SwitchingTodoSynchronizer: TodoSynchronizing {
    private let statusStream = ValueStream(TodoSyncStatus())
    private let current = ValueStream<TodoSynchronizer?>(nil)
    private let forwarding = Locked<Task<Void, Never>?>(nil)
    /// Why there is no synchronizer, where there is a server all the same.
    private let obstacle = Locked<TodoError?>(nil)

    /// Makes a synchronizer that has no server.
    public init() {}

    deinit {
        forwarding.withLock { $0?.cancel() }
    }

    /// How the list stands to the server that is chosen: the current standing first, then each that follows.
    public var status: any ModelStreamReader<TodoSyncStatus> { statusStream }

    /// Goes over to another synchronizer, or to none. A synchronization that is under way comes to its end.
    public func use(_ synchronizer: TodoSynchronizer?) { use(synchronizer, insteadOf: nil) }

    /// Has no synchronizer for now, though there is a server: ``status`` says why, and to synchronize throws it. A synchronization
    /// that is under way comes to its end.
    public func stop(because obstacle: TodoError) { use(nil, insteadOf: obstacle) }

    private func use(_ synchronizer: TodoSynchronizer?, insteadOf obstacle: TodoError?) {
        forwarding.withLock { task in
            task?.cancel()
            task = nil
            self.obstacle.withLock { $0 = obstacle }
            current.send(synchronizer)
            guard let synchronizer else {
                return statusStream.send(TodoSyncStatus(hasServer: obstacle != nil, lastError: obstacle))
            }
            // Registered before anything is asked of it; the first standing is there at once.
            statusStream.send(TodoSyncStatus(hasServer: true))
            let events = synchronizer.status.events()
            task = Task { [statusStream] in
                for await status in events where !Task.isCancelled { statusStream.send(status) }
            }
        }
    }

    /// Synchronizes now with the server that is chosen.
    @discardableResult
    public func synchronize(acceptingDeletions: Bool) async throws(TodoError) -> TodoSyncReport {
        guard let synchronizer = current.value else { throw obstacle.withLock { $0 } ?? .sync(.server(.notFound)) }
        return try await synchronizer.synchronize(acceptingDeletions: acceptingDeletions)
    }

    /// Synchronizes by itself with the server that is chosen, until the task is cancelled.
    public func run(following changes: any ModelStreamReader<TodoChange>) async {
        var running: Task<Void, Never>?
        for await synchronizer in current.events(buffer: .newest(1)) {
            running?.cancel()
            await running?.value
            guard !Task.isCancelled else { return }
            running = synchronizer.map { synchronizer in Task { await synchronizer.run(following: changes) } }
        }
        running?.cancel()
        await running?.value
    }
}
