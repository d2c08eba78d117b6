public import CoreModule
public import Observation

/// Builds the indicator of the synchronization status.
struct TodoNetworkIndicatorBuilder: Builder {
    static let feature = Feature.part("NetworkIndicator")
    let dependencies: TodoServices
    let parent: FeatureScope

    func makeGraph(in scope: FeatureScope) -> TodoNetworkIndicatorGraph {
        let viewModel = TodoNetworkIndicatorViewModel(
            todos: dependencies.todos, synchronizer: dependencies.synchronizer)
        scope.observe(dependencies.syncStatus.events(buffer: .newest(1)), with: viewModel) { $0.receive($1) }
        scope.observe(dependencies.changes.events(buffer: .newest(1)), with: viewModel) { viewModel, _ in
            await viewModel.load()
        }
        return TodoNetworkIndicatorGraph(scope: scope, viewModel: viewModel)
    }
}

/// The indicator as the rest of the app sees it.
public final class TodoNetworkIndicatorGraph: Graph {
    /// The lifetime of the feature.
    public let scope: FeatureScope
    /// The view model.
    public let viewModel: TodoNetworkIndicatorViewModel

    init(scope: FeatureScope, viewModel: TodoNetworkIndicatorViewModel) {
        self.scope = scope
        self.viewModel = viewModel
    }
}

/// The synchronization status: running requests, unsynchronized edits, the last result.
@MainActor
@Observable
public final class TodoNetworkIndicatorViewModel {
    /// The synchronization status.
    public private(set) var status = TodoSyncStatus()
    /// The number of tasks to deliver to the server: those that were edited or removed since the last synchronization,
    /// or never synchronized.
    public private(set) var waitingEdits = 0
    /// Why the unsynchronized edits could not be counted; nil after a success.
    public private(set) var failure: TodoError?
    /// Whether a synchronization that was requested here is running.
    public private(set) var isSynchronizing = false
    /// The result of the last synchronization that was requested here; nil if it failed or there was none.
    public private(set) var report: TodoSyncReport?
    /// The failure of the last synchronization that was requested here; nil if it succeeded.
    public private(set) var synchronizationFailure: TodoError?

    private let todos: any TodoRepository
    private let synchronizer: (any TodoSynchronizing)?
    @ObservationIgnored private var lastLoad = 0
    @ObservationIgnored private var lastShown = 0

    init(todos: any TodoRepository, synchronizer: (any TodoSynchronizing)?) {
        self.todos = todos
        self.synchronizer = synchronizer
    }

    /// Whether there is a server and no requested synchronization is running.
    public var canSynchronize: Bool { synchronizer != nil && status.hasServer && !isSynchronizing }

    /// Whether everything has disappeared from the server, so that the user must decide whether to remove it here.
    public var mustAcceptDeletions: Bool {
        if case .sync(.everythingDisappeared)? = status.lastError { true } else { false }
    }

    /// Synchronizes now.
    ///
    /// ``status`` has the result as well. Leaving the screen does not cancel it.
    /// - Parameter acceptingDeletions: whether to continue if everything has disappeared from the server; see
    ///   ``mustAcceptDeletions``.
    /// - Returns: the result; nil if it failed (see ``synchronizationFailure``), cannot run or is already running.
    @discardableResult
    public func synchronize(acceptingDeletions: Bool = false) async -> TodoSyncReport? {
        guard let synchronizer, !isSynchronizing else { return nil }
        isSynchronizing = true
        defer { isSynchronizing = false }
        do {
            report = try await synchronizer.synchronize(acceptingDeletions: acceptingDeletions)
            synchronizationFailure = nil
        } catch {
            report = nil
            synchronizationFailure = error
        }
        await load()
        return report
    }

    /// Whether a request is running.
    public var isBusy: Bool { status.requestsInFlight > 0 }

    /// The indicator as a sentence.
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

    /// Counts unsynchronized edits.
    public func load() async {
        lastLoad += 1
        let load = lastLoad
        do {
            let count =
                if let store = todos.store {
                    try await store.dirtyCount()
                } else {
                    try await todos.todos().count { $0.sync != .synced }
                }
            guard show(load) else { return }
            waitingEdits = count
            failure = nil
        } catch {
            guard show(load) else { return }
            failure = error
        }
    }

    func receive(_ status: TodoSyncStatus) {
        self.status = status
    }

    /// Whether what was read is to be shown: unless what was asked for later is shown already. So whoever waits for a reading sees
    /// what there was then, or something newer.
    private func show(_ load: Int) -> Bool {
        guard load > lastShown else { return false }
        lastShown = load
        return true
    }
}
