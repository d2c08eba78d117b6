public import CoreModule

/// Synchronizes with the server that the user has chosen, which can change at any time.
///
/// Without a server, the list stays on this device, and synchronizing throws `notFound` of ``CalDAVError``.
public final class SwitchingTodoSynchronizer: TodoSynchronizing {
    private let statusStream = ValueStream(TodoSyncStatus())
    /// The synchronizer, or the error that synchronizing throws.
    private let current = ValueStream<Result<TodoSynchronizer, TodoError>>(.failure(SwitchingTodoSynchronizer.noServer))
    private let forwarding = Locked(Forwarding())
    private static let noServer = TodoError.sync(.server(.notFound))

    /// Passes on the status of the chosen synchronizer.
    private struct Forwarding {
        var task: Task<Void, Never>?
        /// How often the server was switched.
        var generation = 0
    }

    /// Makes a synchronizer that has no server.
    public init() {}

    deinit {
        forwarding.withLock { $0.task?.cancel() }
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
        forwarding.withLock { state in
            state.task?.cancel()
            state.task = nil
            state.generation += 1
            current.send(next)
            statusStream.send(status)
            guard case .success(let synchronizer) = next else { return }
            let events = synchronizer.status.events()
            state.task = Task { [weak self, generation = state.generation] in
                for await status in events { self?.publish(status, of: generation) }
            }
        }
    }

    package var generation: Int { forwarding.withLock(\.generation) }

    /// Publishes a status of the server of a generation, unless there was a switch since.
    package func publish(_ status: TodoSyncStatus, of generation: Int) {
        forwarding.withLock { if $0.generation == generation { statusStream.send(status) } }
    }

    /// Synchronizes now with the chosen server.
    @discardableResult
    public func synchronize(
        acceptingDeletions: Bool, comparingAll: Bool
    ) async throws(TodoError) -> TodoSyncReport {
        try await current.value.get().synchronize(acceptingDeletions: acceptingDeletions, comparingAll: comparingAll)
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
