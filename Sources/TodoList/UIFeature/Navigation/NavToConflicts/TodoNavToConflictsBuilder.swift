public import CoreModule

struct TodoNavToConflictsDependencies {
    let navigator: any Navigator
    let conflicts: TodoConflictsDependencies
}

struct TodoNavToConflictsBuilder: Builder {
    static let feature = Feature.part("NavToConflicts")
    let dependencies: TodoNavToConflictsDependencies
    let parent: FeatureScope

    func makeGraph(in scope: FeatureScope) -> TodoNavToConflictsGraph {
        let conflicts = dependencies.conflicts
        let viewModel = TodoConflictCountViewModel(todos: conflicts.todos)
        scope.observe(conflicts.todos.changes.events(buffer: .newest(1)), with: viewModel) { viewModel, _ in
            await viewModel.load()
        }
        // A merge may add a conflict without changing the task here.
        scope.observe(conflicts.syncStatus.events(buffer: .newest(1)), with: viewModel) { viewModel, status in
            if status.requestsInFlight == 0 { await viewModel.load() }
        }
        let screen = TodoConflictsBuilder(dependencies: conflicts, parent: scope)
        return TodoNavToConflictsGraph(
            scope: scope, router: ScreenRouter(navigator: dependencies.navigator, to: screen), viewModel: viewModel)
    }
}

/// The way to the conflicts.
public final class TodoNavToConflictsGraph: Graph {
    /// The lifetime of the feature. The screens that it opens live in it.
    public let scope: FeatureScope
    /// Opens the screen.
    public let router: ScreenRouter<Void, TodoConflictsGraph>
    /// The view model to bind to.
    public let viewModel: TodoConflictCountViewModel

    init(scope: FeatureScope, router: ScreenRouter<Void, TodoConflictsGraph>, viewModel: TodoConflictCountViewModel) {
        self.scope = scope
        self.router = router
        self.viewModel = viewModel
    }
}
