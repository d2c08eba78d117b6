public import CoreModule

/// What the way to the editor needs from outside.
struct TodoNavToEditorDependencies {
    let navigator: any Navigator
    let services: TodoServices
}

/// Makes the way to the editor of a task.
struct TodoNavToEditorBuilder: Builder {
    static let feature = Feature.viewless("NavToEditor")
    let dependencies: TodoNavToEditorDependencies
    let parent: FeatureScope

    func makeGraph(in scope: FeatureScope) -> TodoNavToEditorGraph {
        let services = dependencies.services
        let router = ScreenRouter(navigator: dependencies.navigator) { (todo: Todo?) in
            TodoEditorBuilder(dependencies: services, todo: todo, parent: scope)
        }
        return TodoNavToEditorGraph(scope: scope, router: router)
    }
}

/// The way to the editor as the rest of the app sees it.
public final class TodoNavToEditorGraph: Graph {
    /// The feature's lifetime; the editors that it leads to live in it.
    public let scope: FeatureScope
    /// Leads to the editor of a task, or of a new one where there is none.
    public let router: ScreenRouter<Todo?, TodoEditorGraph>

    init(scope: FeatureScope, router: ScreenRouter<Todo?, TodoEditorGraph>) {
        self.scope = scope
        self.router = router
    }
}
