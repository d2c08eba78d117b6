public import CoreModule
public import Observation

/// The synchronization status: running requests, waiting edits, and the last result.
@MainActor
@Observable
public final class TodoNetworkIndicatorViewModel: ActionViewModel {
    /// The synchronization status.
    public internal(set) var status = TodoSyncStatus()
    /// The result of the last synchronization that ``synchronize(acceptingDeletions:comparingAll:)`` started. Nil if it
    /// failed, or there was none.
    public private(set) var report: TodoSyncReport?

    private let waiting: Loader<Int, TodoError>
    /// The user's actions.
    public let actions: ActionState<TodoError>
    private let server: TodoServerConnection?

    init(_ dependencies: TodoNetworkIndicatorDependencies, scope: FeatureScope) {
        let todos = dependencies.todos
        waiting = Loader(0) { () throws(TodoError) in try await todos.counts().notSynchronized }
        actions = ActionState(scope.actions)
        server = dependencies.server
    }

    /// The number of tasks that the server must receive: edited or removed since the last synchronization, or never synchronized.
    public var waitingEdits: Int { waiting.value }
    /// Why the waiting edits could not be counted. Nil once they were; `dismissFailure()` keeps it.
    public var failure: TodoError? { waiting.phase.failure }
    /// Why the last ``synchronize(acceptingDeletions:comparingAll:)`` failed. Nil if it succeeded, and after
    /// `dismissFailure()`.
    public var synchronizationFailure: TodoError? { actions.failure }
    /// Whether there is a server, and ``synchronize(acceptingDeletions:comparingAll:)`` is not running.
    public var canSynchronize: Bool { server != nil && status.hasServer && !actions.isRunning }
    /// Whether requests are running.
    public var isBusy: Bool { status.requestsInFlight > 0 }

    /// Whether everything has disappeared from the server, and the user must decide whether to remove it here.
    public var mustAcceptDeletions: Bool {
        if case .sync(.everythingDisappeared)? = status.lastError { true } else { false }
    }

    /// The title of the button that calls ``synchronize(acceptingDeletions:comparingAll:)``. ``canSynchronize`` enables it.
    public var synchronizeTitle: Message { Message("Synchronize") }
    /// The title of the button that synchronizes accepting the deletions. It is shown if ``mustAcceptDeletions``.
    public var acceptDeletionsTitle: Message { Message("Accept the deletions") }

    /// The status as a sentence.
    public var message: Message {
        if !status.hasServer { return Message("Kept on this device only") }
        if isBusy { return Message("Synchronizing …") }
        if let error = status.lastError, waitingEdits > 0 {
            return Message("Not synchronized, \(count: waitingEdits) edits are waiting: \(error.explanation)")
        }
        if let error = status.lastError { return Message("Not synchronized: \(error.explanation)") }
        if waitingEdits > 0 { return Message("\(count: waitingEdits) edits are not synchronized") }
        return status.lastSync.map { Message("Synchronized \($0)") } ?? Message("Never synchronized")
    }

    /// Synchronizes now, as ``TodoServerConnection/synchronize(acceptingDeletions:comparingAll:)`` does. Continues if the user leaves
    /// the screen.
    /// - Returns: the result. Nil if it failed (then ``synchronizationFailure`` says why), if one is running, or if there is no
    ///   server.
    @discardableResult
    public func synchronize(
        acceptingDeletions: Bool = false, comparingAll: Bool = false
    ) async -> TodoSyncReport? {
        guard let server, !actions.isRunning else { return nil }
        report = await actions.performAlone("synchronize") { () throws(TodoError) in
            try await server.synchronize(acceptingDeletions: acceptingDeletions, comparingAll: comparingAll)
        }
        await load()
        return report
    }

    /// Counts the waiting edits.
    public func load() async { await waiting.load() }
}
