public import CoreModule

struct TodoConflictsDependencies {
    let todos: TaskList
    let server: TodoServerConnection?
    let clock: WallClock

    /// Calls a function after each change of a task and after each synchronization, which may add a conflict without
    /// changing a task here.
    @MainActor
    func observeConflicts<Model: AnyObject & Sendable>(
        in scope: FeatureScope, with model: Model, _ update: @escaping @MainActor @Sendable (Model) async -> Void
    ) {
        scope.observe(todos.changes.events(buffer: .newest(1)), with: model) { model, _ in await update(model) }
        guard let server else { return }
        scope.observe(server.status.events(buffer: .newest(1)), with: model) { model, status in
            if status.requestsInFlight == 0 { await update(model) }
        }
    }
}

struct TodoConflictsBuilder: Builder {
    static let feature = Feature.screen("Conflicts")
    let dependencies: TodoConflictsDependencies
    let parent: FeatureScope

    func makeGraph(in scope: FeatureScope) -> TodoConflictsGraph {
        let viewModel = TodoConflictsViewModel(dependencies, scope: scope)
        dependencies.observeConflicts(in: scope, with: viewModel) { await $0.reload() }
        return TodoConflictsGraph(scope: scope, viewModel: viewModel)
    }
}

/// The conflicts screen.
public typealias TodoConflictsGraph = PartGraph<TodoConflictsViewModel>
