public import CoreModule
public import Observation

/// Makes the indicator of how the list stands to its server.
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
    /// The feature's lifetime.
    public let scope: FeatureScope
    /// What a view binds to.
    public let viewModel: TodoNetworkIndicatorViewModel

    init(scope: FeatureScope, viewModel: TodoNetworkIndicatorViewModel) {
        self.scope = scope
        self.viewModel = viewModel
    }
}

/// How the list stands to its server: what is under way, what waits, and how it went last.
@MainActor
@Observable
public final class TodoNetworkIndicatorViewModel {
    /// How the list stands to its server.
    public private(set) var status = TodoSyncStatus()
    /// How many tasks a server must be told of: those that were edited or removed since they were synchronized, or never were.
    public private(set) var waitingEdits = 0
    /// Why the waiting edits could not be counted; `nil` once they were.
    public private(set) var failure: TodoError?
    /// Whether a synchronization is under way that was asked for here.
    public private(set) var isSynchronizing = false
    /// What the last synchronization that was asked for here has done; `nil` where it failed, or there was none.
    public private(set) var report: TodoSyncReport?
    /// Why the last synchronization that was asked for here failed; `nil` where it did not.
    public private(set) var synchronizationFailure: TodoError?

    private let todos: any TodoRepository
    private let synchronizer: (any TodoSynchronizing)?
    @ObservationIgnored private var lastLoad = 0
    @ObservationIgnored private var lastShown = 0

    init(todos: any TodoRepository, synchronizer: (any TodoSynchronizing)?) {
        self.todos = todos
        self.synchronizer = synchronizer
    }

    /// Whether there is a server to synchronize with, and no synchronization that was asked for is under way.
    public var canSynchronize: Bool { synchronizer != nil && status.hasServer && !isSynchronizing }

    /// Whether everything has disappeared from the server, and the user must say whether it is to go here as well.
    public var mustAcceptDeletions: Bool {
        if case .sync(.everythingDisappeared)? = status.lastError { true } else { false }
    }

    /// Synchronizes now.
    ///
    /// Whether it succeeds is told by ``status`` as well. One who leaves the screen does not end it.
    /// - Parameter acceptingDeletions: whether to go on where everything has disappeared from the server; see
    ///   ``mustAcceptDeletions``.
    /// - Returns: what was done; `nil` where it was not, and then ``synchronizationFailure`` says why, unless nothing can be done or it is
    ///   being done.
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

    /// Whether anything is under way.
    public var isBusy: Bool { status.requestsInFlight > 0 }

    /// The indicator as a sentence.
    public var message: Message {
        if !status.hasServer { return Message("Kept on this device only") }
        if isBusy { return Message("Synchronizing …") }
        if let error = status.lastError, waitingEdits > 0 {
            return Message("Not synchronized, \(count: waitingEdits) edits wait: \(error.explanation)")
        }
        if let error = status.lastError { return Message("Not synchronized: \(error.explanation)") }
        if waitingEdits > 0 { return Message("\(count: waitingEdits) edits wait") }
        return status.lastSync.map { Message("Synchronized \($0)") } ?? Message("Never synchronized")
    }

    /// Counts what waits.
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
