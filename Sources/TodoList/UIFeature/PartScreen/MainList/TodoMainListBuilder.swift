public import CoreModule

/// Makes the list of tasks.
struct TodoMainListBuilder: Builder {
    static let feature = Feature.part("MainList")
    let dependencies: TodoServices
    let parent: FeatureScope

    func makeGraph(in scope: FeatureScope) -> TodoMainListGraph {
        let viewModel = TodoMainListViewModel(
            todos: dependencies.todos, removed: dependencies.removed, clock: dependencies.clock,
            identifiers: dependencies.identifiers, isShowingCompleted: dependencies.isShowingCompleted.value,
            actions: scope.actions)
        scope.observe(dependencies.changes.events(), with: viewModel) { $0.apply($1) }
        scope.observe(dependencies.isShowingCompleted.events(buffer: .newest(1)), with: viewModel) {
            $0.show(completed: $1)
        }
        return TodoMainListGraph(scope: scope, viewModel: viewModel)
    }
}

/// The list of tasks as the rest of the app sees it.
public final class TodoMainListGraph: Graph {
    /// The lifetime of the feature.
    public let scope: FeatureScope
    /// The view model.
    public let viewModel: TodoMainListViewModel

    init(scope: FeatureScope, viewModel: TodoMainListViewModel) {
        self.scope = scope
        self.viewModel = viewModel
    }
}
