public import CoreModule
public import Observation

/// What the way to the conflicts needs from outside.
struct TodoNavToConflictsDependencies {
    let navigator: any Navigator
    let services: TodoServices
}

/// Makes the way to what lost when edits met.
struct TodoNavToConflictsBuilder: Builder {
    static let feature = Feature.part("NavToConflicts")
    let dependencies: TodoNavToConflictsDependencies
    let parent: FeatureScope

    func makeGraph(in scope: FeatureScope) -> TodoNavToConflictsGraph {
        let services = dependencies.services
        let viewModel = TodoConflictCountViewModel(todos: services.todos)
        scope.observe(services.changes.events(buffer: .newest(1)), with: viewModel) { viewModel, _ in
            await viewModel.load()
        }
        // Two edits may meet without a change to the task here.
        scope.observe(services.syncStatus.events(buffer: .newest(1)), with: viewModel) { viewModel, status in
            if status.requestsInFlight == 0 { await viewModel.load() }
        }
        let screen = TodoConflictsBuilder(dependencies: services, parent: scope)
        return TodoNavToConflictsGraph(
            scope: scope, router: ScreenRouter(navigator: dependencies.navigator, to: screen), viewModel: viewModel)
    }
}

/// The way to the conflicts as the rest of the app sees it.
public final class TodoNavToConflictsGraph: Graph {
    /// The feature's lifetime; the screens that it leads to live in it.
    public let scope: FeatureScope
    /// Leads to the screen.
    public let router: ScreenRouter<Void, TodoConflictsGraph>
    /// The view model.
    public let viewModel: TodoConflictCountViewModel

    init(scope: FeatureScope, router: ScreenRouter<Void, TodoConflictsGraph>, viewModel: TodoConflictCountViewModel) {
        self.scope = scope
        self.router = router
        self.viewModel = viewModel
    }
}

/// How many conflicts there are.
@MainActor
@Observable
public final class TodoConflictCountViewModel {
    /// How many conflicts there are.
    public private(set) var count = 0
    /// Why they could not be counted; `nil` once they were.
    public private(set) var failure: TodoError?

    private let todos: any TodoConflictKeeping
    @ObservationIgnored private var lastLoad = 0
    @ObservationIgnored private var lastShown = 0

    init(todos: any TodoConflictKeeping) {
        self.todos = todos
    }

    /// The number as a sentence.
    public var message: Message { count == 0 ? Message("No conflicts") : Message("\(count: count) conflicts") }

    /// Counts the conflicts.
    public func load() async {
        lastLoad += 1
        let load = lastLoad
        do {
            let count = try await todos.conflicts().count
            guard show(load) else { return }
            self.count = count
            failure = nil
        } catch {
            guard show(load) else { return }
            failure = error
        }
    }

    /// Whether what was read is to be shown: unless what was asked for later is shown already. So whoever waits for a reading sees
    /// what there was then, or something newer.
    private func show(_ load: Int) -> Bool {
        guard load > lastShown else { return false }
        lastShown = load
        return true
    }
}
