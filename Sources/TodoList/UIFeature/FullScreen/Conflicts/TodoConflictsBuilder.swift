public import CoreModule

struct TodoConflictsDependencies {
    let todos: any TodoRepository
    let syncStatus: any ModelStreamReader<TodoSyncStatus>
    let clock: WallClock
}

struct TodoConflictsBuilder: Builder {
    static let feature = Feature.screen("Conflicts")
    let dependencies: TodoConflictsDependencies
    let parent: FeatureScope

    func makeGraph(in scope: FeatureScope) -> TodoConflictsGraph {
        let viewModel = TodoConflictsViewModel(dependencies, scope: scope)
        scope.observe(dependencies.todos.changes.events(buffer: .newest(1)), with: viewModel) { viewModel, _ in
            await viewModel.reload()
        }
        // A merge may add a conflict without changing the task here.
        scope.observe(dependencies.syncStatus.events(buffer: .newest(1)), with: viewModel) { viewModel, status in
            if status.requestsInFlight == 0 { await viewModel.reload() }
        }
        return TodoConflictsGraph(scope: scope, viewModel: viewModel)
    }
}

/// The conflicts screen.
public typealias TodoConflictsGraph = PartGraph<TodoConflictsViewModel>
