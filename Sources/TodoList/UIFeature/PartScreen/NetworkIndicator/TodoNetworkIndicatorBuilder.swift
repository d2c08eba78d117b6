public import CoreModule
public import Observation

/// Makes the indicator of how the list stands to its server.
struct TodoNetworkIndicatorBuilder: Builder {
    static let feature = Feature.part("NetworkIndicator", .viewModel)
    let dependencies: TodoServices
    let parent: FeatureScope

    func makeGraph(in scope: FeatureScope) -> TodoNetworkIndicatorGraph {
        let viewModel = TodoNetworkIndicatorViewModel(todos: dependencies.todos)
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
    /// How many tasks were edited since they were synchronized, or never were.
    public private(set) var waitingEdits = 0
    /// Why the waiting edits could not be counted; `nil` once they were.
    public private(set) var failure: TodoError?

    private let todos: any TodoFetching
    @ObservationIgnored private var lastLoad = 0

    init(todos: any TodoFetching) {
        self.todos = todos
    }

    /// Whether anything is under way.
    public var isBusy: Bool { status.requestsInFlight > 0 }

    /// The indicator as a sentence.
    public var message: Message {
        if !status.hasServer { return Message("Kept on this device only") }
        if isBusy { return Message("Synchronizing …") }
        if let error = status.lastError { return Message("Not synchronized: \(error.explanation)") }
        if waitingEdits > 0 { return Message("\(count: waitingEdits) edits wait") }
        return status.lastSync.map { Message("Synchronized \($0)") } ?? Message("Never synchronized")
    }

    /// Counts what waits.
    public func load() async {
        lastLoad += 1
        let load = lastLoad
        do {
            let todos = try await todos.todos()
            guard load == lastLoad else { return }
            waitingEdits = todos.count { $0.sync != .synced }
            failure = nil
        } catch {
            guard load == lastLoad else { return }
            failure = error
        }
    }

    func receive(_ status: TodoSyncStatus) {
        self.status = status
    }
}
