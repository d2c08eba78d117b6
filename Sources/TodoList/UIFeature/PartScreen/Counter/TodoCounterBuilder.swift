public import CoreModule

struct TodoCounterDependencies {
    let todos: TaskList
}

struct TodoCounterBuilder: Builder {
    static let feature = Feature.part("Counter")
    let dependencies: TodoCounterDependencies
    let parent: FeatureScope

    func makeGraph(in scope: FeatureScope) -> TodoCounterGraph {
        let viewModel = TodoCounterViewModel(todos: dependencies.todos)
        scope.observe(dependencies.todos.changes.events(buffer: .newest(1)), with: viewModel) { viewModel, _ in
            await viewModel.load()
        }
        return TodoCounterGraph(scope: scope, viewModel: viewModel)
    }
}

/// The counter of tasks.
public typealias TodoCounterGraph = PartGraph<TodoCounterViewModel>
