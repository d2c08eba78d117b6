public import CoreModule

struct TodoNetworkIndicatorDependencies {
    let todos: TaskList
    let server: TodoServerConnection?
}

struct TodoNetworkIndicatorBuilder: Builder {
    static let feature = Feature.part("NetworkIndicator")
    let dependencies: TodoNetworkIndicatorDependencies
    let parent: FeatureScope

    func makeGraph(in scope: FeatureScope) -> TodoNetworkIndicatorGraph {
        let viewModel = TodoNetworkIndicatorViewModel(dependencies, scope: scope)
        if let server = dependencies.server {
            scope.observe(server.status.events(buffer: .newest(1)), with: viewModel) { $0.status = $1 }
        }
        scope.observe(dependencies.todos.changes.events(buffer: .newest(1)), with: viewModel) { viewModel, _ in
            await viewModel.load()
        }
        return TodoNetworkIndicatorGraph(scope: scope, viewModel: viewModel)
    }
}

/// The synchronization status.
public typealias TodoNetworkIndicatorGraph = PartGraph<TodoNetworkIndicatorViewModel>
