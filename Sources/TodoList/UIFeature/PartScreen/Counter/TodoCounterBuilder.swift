public import CoreModule

/// The dependencies of the counter of tasks.
struct TodoCounterDependencies {
    let todos: any TodoFetching
    let changes: any ModelStreamReader<TodoChange>
}

/// Builds the counter of tasks.
struct TodoCounterBuilder: Builder {
    static let feature = Feature.part("Counter")
    let dependencies: TodoCounterDependencies
    let parent: FeatureScope

    func makeGraph(in scope: FeatureScope) -> TodoCounterGraph {
        let viewModel = TodoCounterViewModel(todos: dependencies.todos)
        scope.observe(dependencies.changes.events(buffer: .newest(1)), with: viewModel) { viewModel, _ in
            await viewModel.load()
        }
        return TodoCounterGraph(scope: scope, viewModel: viewModel)
    }
}

/// The counter of tasks.
public final class TodoCounterGraph: Graph {
    /// The lifetime of the feature.
    public let scope: FeatureScope
    /// The view model to bind to.
    public let viewModel: TodoCounterViewModel

    init(scope: FeatureScope, viewModel: TodoCounterViewModel) {
        self.scope = scope
        self.viewModel = viewModel
    }
}
