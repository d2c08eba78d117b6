public import CoreModule

struct TodoNavToEditorDependencies {
    let navigator: any Navigator
    let editor: TodoEditorDependencies
}

struct TodoNavToEditorBuilder: Builder {
    static let feature = Feature.viewless("NavToEditor")
    let dependencies: TodoNavToEditorDependencies
    let parent: FeatureScope

    func makeGraph(in scope: FeatureScope) -> TodoNavToEditorGraph {
        let editor = dependencies.editor
        let router = ScreenRouter(navigator: dependencies.navigator) { (todo: Todo?) in
            TodoEditorBuilder(dependencies: editor, todo: todo, parent: scope)
        }
        return TodoNavToEditorGraph(scope: scope, router: router)
    }
}

/// The navigation to the editor.
public final class TodoNavToEditorGraph: Graph {
    /// The lifetime of the feature. The editors that it opens live in it.
    public let scope: FeatureScope
    /// Opens the editor of a task, or of a new one for nil.
    public let router: ScreenRouter<Todo?, TodoEditorGraph>

    init(scope: FeatureScope, router: ScreenRouter<Todo?, TodoEditorGraph>) {
        self.scope = scope
        self.router = router
    }
}
