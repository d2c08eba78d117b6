public import CoreModule

/// What the to-do list needs from outside.
///
/// All lists that are built of one value see each other's changes.
public struct TodoListDependencies: Sendable {
    /// Where the tasks are kept; it tells of every change.
    public let todos: any TodoRepository
    /// Tells of changes.
    public let changes: any ModelStreamReader<TodoChange>
    /// Stamps edits.
    public let clock: WallClock
    /// Names new tasks.
    public let identifiers: IdentifierGenerator

    /// Gathers what the to-do list needs.
    public init(todos: any TodoRepository, clock: WallClock, identifiers: IdentifierGenerator) {
        let changes = TodoStream()
        self.todos = PublishingTodoRepository(todos, changes: changes)
        self.changes = changes
        self.clock = clock
        self.identifiers = identifiers
    }
}

/// Makes the to-do list: usable alone, under a `FeatureTree`'s root, or as a feature of another app.
public struct TodoListBuilder: Builder {
    /// The feature's description.
    public static let feature = Feature.part("TodoList", .graph)
    /// What the feature needs.
    public let dependencies: TodoListDependencies
    /// The scope that it lives in.
    public let parent: FeatureScope

    /// Makes a builder.
    public init(dependencies: TodoListDependencies, parent: FeatureScope) {
        self.dependencies = dependencies
        self.parent = parent
    }

    /// Wires the feature up.
    public func makeGraph(in scope: FeatureScope) -> TodoListGraph {
        let services = TodoServices(
            todos: dependencies.todos, changes: dependencies.changes,
            isShowingCompleted: ValueStream(false), clock: dependencies.clock, identifiers: dependencies.identifiers)
        return TodoListGraph(
            scope: scope, mainScreen: TodoMainScreenBuilder(dependencies: services, parent: scope).build())
    }
}

/// The to-do list as the rest of an app sees it.
public final class TodoListGraph: Graph {
    /// The feature's lifetime.
    public let scope: FeatureScope
    /// The list's main screen.
    public let mainScreen: TodoMainScreenGraph

    init(scope: FeatureScope, mainScreen: TodoMainScreenGraph) {
        self.scope = scope
        self.mainScreen = mainScreen
    }
}

/// What the screens of the to-do list share.
struct TodoServices: Sendable {
    let todos: any TodoRepository
    let changes: any ModelStreamReader<TodoChange>
    let isShowingCompleted: ValueStream<Bool>
    let clock: WallClock
    let identifiers: IdentifierGenerator
}
