public import CoreModule

/// Makes the editor of a task.
struct TodoEditorBuilder: Builder {
    static let feature = Feature.screen("Editor")
    let dependencies: TodoServices
    let todo: Todo?
    let parent: FeatureScope

    func makeGraph(in scope: FeatureScope) -> TodoEditorGraph {
        let viewModel = TodoEditorViewModel(todo, dependencies, actions: scope.actions)
        scope.observe(dependencies.changes.events(), with: viewModel) { $0.apply($1) }
        return TodoEditorGraph(scope: scope, viewModel: viewModel)
    }
}

/// The editor as the rest of the app sees it.
public final class TodoEditorGraph: ScreenGraph {
    /// The lifetime of the feature.
    public let scope: FeatureScope
    /// The view model.
    public let viewModel: TodoEditorViewModel

    /// The title of the screen.
    public var title: Message { viewModel.title }

    init(scope: FeatureScope, viewModel: TodoEditorViewModel) {
        self.scope = scope
        self.viewModel = viewModel
    }
}
