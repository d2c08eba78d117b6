public import CoreModule
public import TodoList

/// What the way to the to-do list needs from outside.
public struct NavToTodoListDependencies: Sendable {
    /// Shows the screen.
    public let navigator: any Navigator
    /// What the screen needs.
    public let screen: TodoListDependencies

    /// Gathers what the way needs.
    public init(navigator: any Navigator, screen: TodoListDependencies) {
        self.navigator = navigator
        self.screen = screen
    }
}

/// Makes the way to the to-do list.
public struct NavToTodoListBuilder: Builder {
    /// The feature's description.
    public static let feature = Feature.viewless("NavToTodoList")
    /// What the feature needs.
    public let dependencies: NavToTodoListDependencies
    /// The scope that it lives in.
    public let parent: FeatureScope

    /// Makes a builder.
    public init(dependencies: NavToTodoListDependencies, parent: FeatureScope) {
        self.dependencies = dependencies
        self.parent = parent
    }

    /// Wires the feature up.
    public func makeGraph(in scope: FeatureScope) -> RouteGraph<TodoListGraph> {
        let screen = TodoListBuilder(dependencies: dependencies.screen, parent: scope)
        return RouteGraph(scope: scope, router: ScreenRouter(navigator: dependencies.navigator, to: screen))
    }
}
