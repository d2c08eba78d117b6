public import CoreModule

/// Makes the screen of what lost when edits met.
struct TodoConflictsBuilder: Builder {
    static let feature = Feature.screen("Conflicts")
    let dependencies: TodoServices
    let parent: FeatureScope

    func makeGraph(in scope: FeatureScope) -> TodoConflictsGraph {
        let viewModel = TodoConflictsViewModel(todos: dependencies.todos, clock: dependencies.clock)
        scope.observe(dependencies.changes.events(buffer: .newest(1)), with: viewModel) { viewModel, _ in
            await viewModel.follow()
        }
        // Two edits may meet without a change to the task here.
        scope.observe(dependencies.syncStatus.events(buffer: .newest(1)), with: viewModel) { viewModel, status in
            if status.requestsInFlight == 0 { await viewModel.follow() }
        }
        return TodoConflictsGraph(scope: scope, viewModel: viewModel)
    }
}

/// The screen of conflicts as the rest of the app sees it.
public final class TodoConflictsGraph: ScreenGraph {
    /// The lifetime of the feature.
    public let scope: FeatureScope
    /// The view model.
    public let viewModel: TodoConflictsViewModel

    /// The title of the screen.
    public var title: Message { Message("Conflicts") }

    init(scope: FeatureScope, viewModel: TodoConflictsViewModel) {
        self.scope = scope
        self.viewModel = viewModel
    }
}
