public import CoreModule

/// Synchronizes a list: ``TodoSynchronizer`` with one server, ``SwitchingTodoSynchronizer`` with a server that can
/// change.
///
/// Rules: it can be called from any task; it does nothing until it is called; completed steps stay when a call throws,
/// and nothing is lost.
public protocol TodoSynchronizing: Sendable {
    /// The synchronization status: the current one first, then each new one.
    var status: any ModelStreamReader<TodoSyncStatus> { get }

    /// Synchronizes now; throws ``TodoError/sync(_:)`` or ``TodoError/store(_:)``.
    /// - Parameters:
    ///   - acceptingDeletions: whether to continue if everything known has disappeared from the server.
    ///   - comparingAll: whether to compare everything, whatever the server's token says.
    @discardableResult
    func synchronize(acceptingDeletions: Bool, comparingAll: Bool) async throws(TodoError) -> TodoSyncReport

    /// Synchronizes automatically until the task is cancelled: at once, after edits, periodically. Lists that share a synchronizer
    /// call it once each, at the same time.
    /// - Parameter changes: the stream of edits.
    func run(following changes: any ModelStreamReader<TodoChange>) async
}

extension TodoSynchronizer: TodoSynchronizing {}

/// How a list is synchronized, and whether automatically.
public struct TodoSynchronization: Sendable {
    /// Whether it is synchronized automatically while it is shown.
    let isAutomatic: Bool
    let makeSynchronizer: @Sendable (TodoStore) -> any TodoSynchronizing

    /// Says how a list is synchronized.
    /// - Parameters:
    ///   - isAutomatic: whether it is synchronized automatically; otherwise only on request.
    ///   - makeSynchronizer: creates a synchronizer for the list's store. Its changes appear on the list's screens.
    public init(
        isAutomatic: Bool = true, makeSynchronizer: @escaping @Sendable (TodoStore) -> any TodoSynchronizing
    ) {
        self.isAutomatic = isAutomatic
        self.makeSynchronizer = makeSynchronizer
    }
}

/// Synchronizes a list automatically while at least one screen needs it, in one run.
final class TodoAutomaticSync: Sendable {
    private struct State {
        var users = 0
        /// The run, or the last one, which may be about to end.
        var task: Task<Void, Never>?
    }

    private let synchronizer: any TodoSynchronizing
    private let changes: any ModelStreamReader<TodoChange>
    private let state = Locked(State())

    init(_ synchronizer: any TodoSynchronizing, following changes: any ModelStreamReader<TodoChange>) {
        self.synchronizer = synchronizer
        self.changes = changes
    }

    deinit {
        state.withLock { $0.task?.cancel() }
    }

    /// Runs until the last scope that called this has ended.
    func run(in scope: FeatureScope) {
        state.withLock { state in
            state.users += 1
            guard state.users == 1 else { return }
            state.task = Task { [synchronizer, changes, last = state.task] in
                // One run at a time: the end of one run cancels its plans and must not cancel those of the next.
                await last?.value
                guard !Task.isCancelled else { return }
                await synchronizer.run(following: changes)
            }
        }
        scope.onDetach { self.leave() }
    }

    private func leave() {
        state.withLock { state in
            state.users -= 1
            if state.users == 0 { state.task?.cancel() }
        }
    }
}
