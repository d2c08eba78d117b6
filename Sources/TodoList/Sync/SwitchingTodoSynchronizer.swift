public import CoreModule

/// Synchronizes with the server that the user has chosen, which can change at any time.
///
/// Without a server, the list stays on this device, and synchronizing throws `notFound` of ``CalDAVError``.
public final class SwitchingTodoSynchronizer: TodoSynchronizing {
    private let statusStream = ValueStream(TodoSyncStatus())
    private let current = ValueStream<TodoSynchronizer?>(nil)
    private let forwarding = Locked<Task<Void, Never>?>(nil)
    /// Why there is no synchronizer although there is a server.
    private let obstacle = Locked<TodoError?>(nil)

    /// Makes a synchronizer that has no server.
    public init() {}

    deinit {
        forwarding.withLock { $0?.cancel() }
    }

    /// The synchronization status with the chosen server: the current one first, then each new one.
    public var status: any ModelStreamReader<TodoSyncStatus> { statusStream }

    /// Switches to another synchronizer, or to none. A running synchronization continues to its end.
    public func use(_ synchronizer: TodoSynchronizer?) { use(synchronizer, insteadOf: nil) }

    /// Suspends synchronization although there is a server: ``status`` has the error, and synchronizing throws it. A
    /// running synchronization continues to its end.
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

    /// Synchronizes now with the chosen server.
    @discardableResult
    public func synchronize(acceptingDeletions: Bool) async throws(TodoError) -> TodoSyncReport {
        guard let synchronizer = current.value else { throw obstacle.withLock { $0 } ?? .sync(.server(.notFound)) }
        return try await synchronizer.synchronize(acceptingDeletions: acceptingDeletions)
    }

    /// Synchronizes automatically with the chosen server, until the task is cancelled.
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
