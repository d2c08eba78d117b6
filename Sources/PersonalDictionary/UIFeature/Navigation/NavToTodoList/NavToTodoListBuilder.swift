public import CoreModule
public import TodoList

/// What the way to the to-do list uses from outside.
struct NavToTodoListDependencies {
    let navigator: any Navigator
    let screen: TodoListDependencies
}

/// Builds the navigation to the to-do list.
struct NavToTodoListBuilder: Builder {
    static let feature = Feature.viewless("NavToTodoList")
    let dependencies: NavToTodoListDependencies
    let parent: FeatureScope

    func makeGraph(in scope: FeatureScope) -> NavToTodoListGraph {
        let screen = TodoListBuilder(dependencies: dependencies.screen, parent: scope)
        return RouteGraph(scope: scope, router: ScreenRouter(navigator: dependencies.navigator, to: screen))
    }
}

/// The way to the to-do list. The other features name it by this, so that only this one imports `TodoList`.
public typealias NavToTodoListGraph = RouteGraph<TodoListGraph>
