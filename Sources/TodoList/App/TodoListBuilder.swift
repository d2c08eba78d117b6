public import CoreModule
public import Foundation

/// The dependencies of the to-do list.
///
/// All lists that are built from one value see each other's changes.
public struct TodoListDependencies: Adjustable, Sendable {
    /// The repository of the tasks, which publishes every change, and logs.
    public var todos: any TodoRepository {
        get { parts.todos }
        set { parts = Parts(newValue, clock, synchronization, logger) }
    }
    /// Dates edits.
    public var clock: WallClock {
        didSet { parts.removal = TodoRemovalUndo(todos: todos, clock: clock) }
    }
    /// Names new tasks.
    public var identifiers: IdentifierGenerator
    /// How the list is synchronized. If nil, or if ``todos`` does not support it, the list stays on this device.
    public var synchronization: TodoSynchronization? {
        didSet { parts = Parts(parts.given, clock, synchronization, logger) }
    }
    /// Publishes the synchronization status: that of the ``synchronizer``, or the given one if there is none.
    public var syncStatus: any ModelStreamReader<TodoSyncStatus> {
        get { synchronizer?.status ?? otherStatus }
        set { otherStatus = newValue }
    }
    /// Where the user is: for deadlines in words, for the day on which a new deadline begins, and for the days in files.
    public var timeZone: TimeZone
    /// Shows the list's other screens. If nil, the list has its own navigation stack.
    public var navigator: (any Navigator)?
    /// Receives log messages.
    public var logger: EventLogger {
        didSet { parts = Parts(parts.given, clock, synchronization, logger) }
    }

    /// Synchronizes the list; nil if it stays on this device. To replace it, set ``synchronization``, which makes one for ``todos``.
    public var synchronizer: (any TodoSynchronizing)? { parts.synchronizer }
    /// The last removal, of any list.
    var removal: TodoRemovalUndo { parts.removal }

    private var otherStatus: any ModelStreamReader<TodoSyncStatus>
    private var parts: Parts

    /// What the lists share: made of the repository, and made again when what it is made of is replaced.
    private struct Parts {
        let given: any TodoRepository
        let todos: any TodoRepository
        var removal: TodoRemovalUndo
        let synchronizer: (any TodoSynchronizing)?
        let automaticSync: TodoAutomaticSync?

        init(
            _ given: any TodoRepository, _ clock: WallClock, _ synchronization: TodoSynchronization?,
            _ logger: EventLogger
        ) {
            let todos = given.logged(by: logger)
            let synchronizer = todos.store.flatMap { synchronization?.makeSynchronizer($0) }
            self.given = given
            self.todos = todos
            self.synchronizer = synchronizer
            removal = TodoRemovalUndo(todos: todos, clock: clock)
            automaticSync =
                synchronization?.isAutomatic == true
                ? synchronizer.map { TodoAutomaticSync($0, following: todos.changes) } : nil
        }
    }

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
        self.clock = clock
        self.identifiers = identifiers
        self.synchronization = synchronization
        self.timeZone = timeZone
        self.navigator = navigator
        self.logger = logger
        otherStatus = syncStatus
        parts = Parts(todos, clock, synchronization, logger)
    }

    /// Synchronizes the list automatically until a scope ends, if it is configured so. The list does this while it is
    /// shown; an app may do it as long as it runs. Several calls share one run.
    public func synchronizeAutomatically(in scope: FeatureScope) {
        parts.automaticSync?.run(in: scope)
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
