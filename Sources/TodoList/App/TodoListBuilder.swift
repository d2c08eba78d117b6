public import CoreModule
public import Foundation

/// The dependencies of the to-do list.
///
/// All lists that are built from one value see each other's changes.
public struct TodoListDependencies: Adjustable, Sendable {
    /// The repository of the tasks, which publishes every change.
    public let todos: any TodoRepository
    /// Dates edits.
    public var clock: WallClock {
        didSet { removal = TodoRemovalUndo(todos: todos, clock: clock) }
    }
    /// Names new tasks.
    public var identifiers: IdentifierGenerator
    /// Synchronizes the list; nil if it stays on this device.
    public let synchronizer: (any TodoSynchronizing)?
    /// Publishes the synchronization status.
    public var syncStatus: any ModelStreamReader<TodoSyncStatus>
    /// Where the user is: for deadlines in words, for the day on which a new deadline begins, and for the days in files.
    public var timeZone: TimeZone
    /// Shows the list's other screens. If nil, the list has its own navigation stack.
    public var navigator: (any Navigator)?
    /// Receives log messages.
    public let logger: EventLogger

    /// The last removal, of any list.
    private(set) var removal: TodoRemovalUndo
    private let automaticSync: TodoAutomaticSync?

    /// Creates the dependencies.
    /// - `synchronization`: how the list is synchronized. If nil, or if `todos` does not support it, the list stays on
    ///   this device.
    /// - `syncStatus`: publishes the status of a list that is synchronized by other means.
    /// - `logger`: receives reads, writes, changes of tasks and stream events; tasks appear at debug level only.
    public init(
        todos: any TodoRepository, clock: WallClock, identifiers: IdentifierGenerator,
        synchronization: TodoSynchronization? = nil,
        syncStatus: any ModelStreamReader<TodoSyncStatus> = ValueStream(TodoSyncStatus()),
        timeZone: TimeZone = .autoupdatingCurrent, navigator: (any Navigator)? = nil, logger: EventLogger = .disabled
    ) {
        let todos = todos.logged(by: logger)
        let synchronizer = todos.store.flatMap { synchronization?.makeSynchronizer($0) }
        self.todos = todos
        removal = TodoRemovalUndo(todos: todos, clock: clock)
        self.clock = clock
        self.identifiers = identifiers
        self.synchronizer = synchronizer
        self.syncStatus = synchronizer?.status ?? syncStatus
        self.timeZone = timeZone
        self.navigator = navigator
        self.logger = logger
        automaticSync =
            synchronization?.isAutomatic == true
            ? synchronizer.map { TodoAutomaticSync($0, following: todos.changes) } : nil
    }

    /// Synchronizes the list automatically until a scope ends, if it is configured so. The list does this while it is
    /// shown; an app may do it as long as it runs. Several calls share one run.
    public func synchronizeAutomatically(in scope: FeatureScope) {
        automaticSync?.run(in: scope)
    }
}

/// Builds the to-do list: alone under the root of a `FeatureTree`, or as a feature of another app.
public struct TodoListBuilder: Builder {
    /// The description of the feature.
    public static let feature = Feature.viewless("TodoList")
    /// The feature's dependencies.
    public let dependencies: TodoListDependencies
    /// The parent scope.
    public let parent: FeatureScope

    /// Makes a builder.
    public init(dependencies: TodoListDependencies, parent: FeatureScope) {
        self.dependencies = dependencies
        self.parent = parent
    }

    /// Makes the feature's graph.
    public func makeGraph(in scope: FeatureScope) -> TodoListGraph {
        let logger = dependencies.logger
        let navigation = dependencies.navigator == nil ? ScreenStack(logger: logger.labelled("screen")) : nil
        if let navigation { scope.onDetach(with: navigation) { $0.popAll() } }
        let mainScreen = TodoMainScreenDependencies(
            todos: dependencies.todos, removal: dependencies.removal,
            isShowingCompleted: ValueStream(false).logged(as: "showDone", by: logger.labelled("stream")),
            synchronizer: dependencies.synchronizer, syncStatus: dependencies.syncStatus, clock: dependencies.clock,
            identifiers: dependencies.identifiers, timeZone: dependencies.timeZone,
            navigator: dependencies.navigator ?? navigation ?? ScreenStack())
        dependencies.synchronizeAutomatically(in: scope)
        let exchange = dependencies.todos.store.map {
            TodoExchange(
                store: $0, clock: dependencies.clock, identifiers: dependencies.identifiers,
                timeZone: dependencies.timeZone)
        }
        return TodoListGraph(
            scope: scope, navigation: navigation, exchange: exchange,
            mainScreen: TodoMainScreenBuilder(dependencies: mainScreen, parent: scope).build())
    }
}

/// The to-do list.
public final class TodoListGraph: ScreenGraph {
    /// The lifetime of the feature.
    public let scope: FeatureScope
    /// The open screens above the main screen; nil if another navigator shows them.
    public let navigation: ScreenStack?
    /// Imports and exports tasks. Nil if the repository has no ``TodoRepository/store``.
    public let exchange: TodoExchange?
    /// The list's main screen.
    public let mainScreen: TodoMainScreenGraph

    /// The title of the main screen.
    public var title: Message { mainScreen.title }

    init(
        scope: FeatureScope, navigation: ScreenStack?, exchange: TodoExchange?, mainScreen: TodoMainScreenGraph
    ) {
        self.scope = scope
        self.navigation = navigation
        self.exchange = exchange
        self.mainScreen = mainScreen
    }
}

extension MessageTable {
    /// The texts of `TodoList`.
    public static let todoList = MessageTable(.todoList, englishIsKeys: true)
}
