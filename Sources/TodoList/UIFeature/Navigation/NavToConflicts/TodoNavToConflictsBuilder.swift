public import CoreModule

struct TodoNavToConflictsDependencies {
    let conflicts: TodoConflictsDependencies
    let navigator: any Navigator
}

/// Builds the navigation to the conflicts. It is a part and not viewless, because it shows their number.
struct TodoNavToConflictsBuilder: Builder {
    static let feature = Feature.part("NavToConflicts")
    let dependencies: TodoNavToConflictsDependencies
    let parent: FeatureScope

    func makeGraph(in scope: FeatureScope) -> TodoNavToConflictsGraph {
        let conflicts = dependencies.conflicts
        let viewModel = TodoNavToConflictsViewModel(todos: conflicts.todos)
        conflicts.observeConflicts(in: scope, with: viewModel) { await $0.load() }
        let toConflicts = RouteBuilder(
            navigator: dependencies.navigator, as: .todoConflicts, parent: scope
        ) { parent in
            TodoConflictsBuilder(dependencies: conflicts, parent: parent)
        }
        return TodoNavToConflictsGraph(scope: scope, router: toConflicts.buildRouter(), viewModel: viewModel)
    }
}

/// The navigation to the conflicts.
public final class TodoNavToConflictsGraph: Graph {
    /// The lifetime of the feature. The screens that it opens live in it.
    public let scope: FeatureScope
    /// Opens the screen.
    public let router: ScreenRouter<Void, TodoConflictsGraph>
    /// The view model to bind to.
    public let viewModel: TodoNavToConflictsViewModel

    init(scope: FeatureScope, router: ScreenRouter<Void, TodoConflictsGraph>, viewModel: TodoNavToConflictsViewModel) {
        self.scope = scope
        self.router = router
        self.viewModel = viewModel
    }
}
