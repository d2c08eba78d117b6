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
public typealias TodoEditorGraph = PartGraph<TodoEditorViewModel>
