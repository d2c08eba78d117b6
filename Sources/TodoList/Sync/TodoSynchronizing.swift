public import CoreModule

/// Brings a list and its server together. ``TodoSynchronizer`` does so with one server, ``SwitchingTodoSynchronizer`` with one that
/// can be changed.
///
/// Laws: it may be called from any task; nothing is done before it is asked for; what was done when a call throws stays done, and
/// nothing is lost.
public protocol TodoSynchronizing: Sendable {
    /// How the list stands to its server: the current standing first, then each that follows.
    var status: any ModelStreamReader<TodoSyncStatus> { get }

    /// Synchronizes now; throws ``TodoError/sync(_:)`` or ``TodoError/store(_:)``.
    /// - Parameter acceptingDeletions: whether to go on where everything that was known has disappeared from the server.
    @discardableResult
    func synchronize(acceptingDeletions: Bool) async throws(TodoError) -> TodoSyncReport

    /// Synchronizes by itself until the task is cancelled: at once, after edits, from time to time.
    /// - Parameter changes: tells of edits.
    func run(following changes: any ModelStreamReader<TodoChange>) async
}

extension TodoSynchronizer: TodoSynchronizing {}

/// How a list is synchronized: by what, and whether by itself.
public struct TodoSynchronization: Sendable {
    /// Whether it is synchronized by itself for as long as it is shown.
    public let isAutomatic: Bool
    let makeSynchronizer: @Sendable (TodoStore) -> any TodoSynchronizing

    /// Says how a list is synchronized.
    /// - Parameters:
    ///   - isAutomatic: whether it is synchronized by itself; otherwise only when somebody asks.
    ///   - makeSynchronizer: makes a synchronizer of the list's store. What that changes is seen on the list's screens.
    public init(
        isAutomatic: Bool = true, makeSynchronizer: @escaping @Sendable (TodoStore) -> any TodoSynchronizing
    ) {
        self.isAutomatic = isAutomatic
        self.makeSynchronizer = makeSynchronizer
    }
}

/// Has a list synchronize by itself for as long as anybody needs it: however many of its screens are open, it runs once.
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

    /// Runs until the scope ends, and those before and after it.
    func run(in scope: FeatureScope) {
        state.withLock { state in
            state.users += 1
            guard state.users == 1 else { return }
            state.task = Task { [synchronizer, changes, last = state.task] in
                // One run at a time: the end of one stops what it has planned, and must not stop the next one's.
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
