public import CoreModule

/// Synchronizes with the server that the user has chosen, which can change at any time.
///
/// Without a server, the list stays on this device, and synchronizing throws `notFound` of ``CalDAVError``.
public final class SwitchingTodoSynchronizer: TodoSynchronizing {
    private let statusStream = ValueStream(TodoSyncStatus())
    /// The synchronizer, or the error that synchronizing throws.
    private let current = ValueStream<Result<TodoSynchronizer, TodoError>>(.failure(SwitchingTodoSynchronizer.noServer))
    private let forwarding = Locked<Task<Void, Never>?>(nil)
    private static let noServer = TodoError.sync(.server(.notFound))

    /// Makes a synchronizer that has no server.
    public init() {}

    deinit {
        forwarding.withLock { $0?.cancel() }
    }

    /// The synchronization status with the chosen server: the current one first, then each new one.
    public var status: any ModelStreamReader<TodoSyncStatus> { statusStream }

    /// Switches to another synchronizer, or to none. A running synchronization continues to its end.
    public func use(_ synchronizer: TodoSynchronizer?) {
        guard let synchronizer else { return change(to: .failure(Self.noServer), TodoSyncStatus()) }
        change(to: .success(synchronizer), TodoSyncStatus(hasServer: true))
    }

    /// Suspends synchronization although there is a server: ``status`` has the error, and synchronizing throws it. A
    /// running synchronization continues to its end.
    public func stop(because obstacle: TodoError) {
        change(to: .failure(obstacle), TodoSyncStatus(hasServer: true, lastError: obstacle))
    }

    private func change(to next: Result<TodoSynchronizer, TodoError>, _ status: TodoSyncStatus) {
        forwarding.withLock { task in
            task?.cancel()
            task = nil
            current.send(next)
            statusStream.send(status)
            guard case .success(let synchronizer) = next else { return }
            let events = synchronizer.status.events()
            task = Task { [statusStream] in
                for await status in events where !Task.isCancelled { statusStream.send(status) }
            }
        }
    }

    /// Synchronizes now with the chosen server.
    @discardableResult
    public func synchronize(acceptingDeletions: Bool) async throws(TodoError) -> TodoSyncReport {
        try await current.value.get().synchronize(acceptingDeletions: acceptingDeletions)
    }

    /// Synchronizes automatically with the chosen server, until the task is cancelled.
    public func run(following changes: any ModelStreamReader<TodoChange>) async {
        var running: Task<Void, Never>?
        for await next in current.events(buffer: .newest(1)) {
            running?.cancel()
            await running?.value
            guard !Task.isCancelled else { return }
            running = if case .success(let next) = next { Task { await next.run(following: changes) } } else { nil }
        }
        running?.cancel()
        await running?.value
    }
}
