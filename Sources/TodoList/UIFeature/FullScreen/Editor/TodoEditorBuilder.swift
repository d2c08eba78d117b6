public import CoreModule

struct TodoEditorDependencies {
    let todos: any TodoRepository
    let removal: TodoRemovalUndo
    let clock: WallClock
    let identifiers: IdentifierGenerator
}

struct TodoEditorBuilder: Builder {
    static let feature = Feature.screen("Editor")
    let dependencies: TodoEditorDependencies
    let todo: Todo?
    let parent: FeatureScope

    func makeGraph(in scope: FeatureScope) -> TodoEditorGraph {
        let viewModel = TodoEditorViewModel(todo, dependencies, scope: scope)
        scope.observe(dependencies.todos.changes.events(), with: viewModel) { $0.apply($1) }
        return TodoEditorGraph(scope: scope, viewModel: viewModel)
    }
}

/// The editor of a task.
public final class TodoEditorGraph: ScreenGraph {
    /// The lifetime of the feature.
    public let scope: FeatureScope
    /// The view model to bind to.
    public let viewModel: TodoEditorViewModel

    /// The title of the screen.
    public var title: Message { viewModel.title }

    init(scope: FeatureScope, viewModel: TodoEditorViewModel) {
        self.scope = scope
        self.viewModel = viewModel
    }
}
