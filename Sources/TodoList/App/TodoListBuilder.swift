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
    /// Tells how the list stands to its server.
    public let syncStatus: any ModelStreamReader<TodoSyncStatus>
    /// Shows the list's further screens; `nil` where the list is to have a stack of its own.
    public let navigator: (any Navigator)?
    /// Is told what happens.
    public let logger: Logger

    /// Gathers what the to-do list needs. Where there is a logger, it is told of what is read and written, of changes of tasks and
    /// of the streams; tasks are named at debug level only.
    public init(
        todos: any TodoRepository, clock: WallClock, identifiers: IdentifierGenerator,
        syncStatus: any ModelStreamReader<TodoSyncStatus> = ValueStream(TodoSyncStatus()),
        navigator: (any Navigator)? = nil, logger: Logger = .disabled
    ) {
        let changes = LoggingModelStream(
            TodoStream(), name: "tasks", logger: logger.labelled("stream"), describe: \.logText)
        self.todos = PublishingTodoRepository(
            LoggingTodoRepository(todos, logger: logger.labelled("store")),
            changes: TodoChangeLog(changes, logger: logger.labelled("change")))
        self.changes = changes
        self.clock = clock
        self.identifiers = identifiers
        self.syncStatus = syncStatus
        self.navigator = navigator
        self.logger = logger
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
        let logger = dependencies.logger
        let navigation = dependencies.navigator == nil ? NavigationStack() : nil
        let ownNavigator = navigation.map { LoggingNavigator($0, logger: logger.labelled("screen")) }
        if let navigation, let ownNavigator {
            // Routers hold it weakly, and the stack does not know who stands before it.
            scope.keep(ownNavigator)
            scope.onDetach { [weak navigation] in
                Task { @MainActor in navigation?.popAll() }
            }
        }
        let services = TodoServices(
            todos: dependencies.todos, removed: RemovedTodos(todos: dependencies.todos),
            changes: dependencies.changes,
            isShowingCompleted: LoggingModelStream(
                ValueStream(false), name: "showDone", logger: logger.labelled("stream")),
            syncStatus: dependencies.syncStatus, clock: dependencies.clock, identifiers: dependencies.identifiers)
        let mainScreen = TodoMainScreenDependencies(
            services: services, navigator: dependencies.navigator ?? ownNavigator ?? NavigationStack())
        return TodoListGraph(
            scope: scope, navigation: navigation,
            mainScreen: TodoMainScreenBuilder(dependencies: mainScreen, parent: scope).build())
    }
}

/// The to-do list as the rest of an app sees it.
public final class TodoListGraph: ScreenGraph {
    /// The feature's lifetime.
    public let scope: FeatureScope
    /// The screens that are open above the main screen; `nil` where another's navigator shows them.
    public let navigation: NavigationStack?
    /// The list's main screen.
    public let mainScreen: TodoMainScreenGraph

    /// What its main screen is called.
    public var title: Message { mainScreen.title }

    init(scope: FeatureScope, navigation: NavigationStack?, mainScreen: TodoMainScreenGraph) {
        self.scope = scope
        self.navigation = navigation
        self.mainScreen = mainScreen
    }
}

/// What the screens of the to-do list share.
struct TodoServices: Sendable {
    let todos: any TodoRepository
    let removed: RemovedTodos
    let changes: any ModelStreamReader<TodoChange>
    let isShowingCompleted: any ValueModelStream<Bool>
    let syncStatus: any ModelStreamReader<TodoSyncStatus>
    let clock: WallClock
    let identifiers: IdentifierGenerator
}
