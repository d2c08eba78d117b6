public import CoreModule
public import Foundation

/// What the to-do list needs from outside.
///
/// All lists that are built of one value see each other's changes.
public struct TodoListDependencies: Sendable {
    /// Where the tasks are kept; it tells of every change.
    public let todos: any TodoRepository
    /// Stamps edits.
    public let clock: WallClock
    /// Names new tasks.
    public let identifiers: IdentifierGenerator
    /// Brings the list and its server together; `nil` where it is kept on this device only.
    public let synchronizer: (any TodoSynchronizing)?
    /// Tells how the list stands to its server.
    public let syncStatus: any ModelStreamReader<TodoSyncStatus>
    /// Where the user is, for the days in files.
    public let timeZone: TimeZone
    /// Shows the list's further screens; `nil` where the list is to have a stack of its own.
    public let navigator: (any Navigator)?
    /// Is told what happens.
    public let logger: Logger

    /// What was removed last, from whichever list.
    let removed: TodoRemovalUndo
    private let automaticSync: TodoAutomaticSync?

    /// Gathers what the to-do list needs.
    /// - Parameters:
    ///   - todos: where the tasks are kept.
    ///   - clock: stamps edits.
    ///   - identifiers: names new tasks.
    ///   - synchronization: how the list is synchronized; without it, or where `todos` cannot be, it is kept on this device only.
    ///   - syncStatus: tells how a list stands that is synchronized by other means.
    ///   - timeZone: where the user is, for the days in files.
    ///   - navigator: shows the list's further screens; without it the list has a stack of its own.
    ///   - logger: is told of what is read and written, of changes of tasks and of the streams; tasks are named at debug level only.
    public init(
        todos: any TodoRepository, clock: WallClock, identifiers: IdentifierGenerator,
        synchronization: TodoSynchronization? = nil,
        syncStatus: any ModelStreamReader<TodoSyncStatus> = ValueStream(TodoSyncStatus()),
        timeZone: TimeZone = .autoupdatingCurrent, navigator: (any Navigator)? = nil, logger: Logger = .disabled
    ) {
        let todos = todos.logged(by: logger)
        let synchronizer = todos.store.flatMap { synchronization?.makeSynchronizer($0) }
        self.todos = todos
        removed = TodoRemovalUndo(todos: todos, clock: clock)
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

    /// Has the list synchronize by itself until a scope ends, if that is how it is to be synchronized. The list does so while it is
    /// shown; an app of which it is a feature may do so for as long as the app runs. However often it is called, the list is
    /// synchronized by one.
    public func synchronizeAutomatically(in scope: FeatureScope) {
        automaticSync?.run(in: scope)
    }
}

/// Makes the to-do list: usable alone, under a `FeatureTree`'s root, or as a feature of another app.
public struct TodoListBuilder: Builder {
    /// The feature's description.
    public static let feature = Feature.viewless("TodoList")
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
        let navigation = dependencies.navigator == nil ? NavigationStack(logger: logger.labelled("screen")) : nil
        if let navigation { scope.onDetach(with: navigation) { $0.popAll() } }
        let services = TodoServices(
            todos: dependencies.todos, removed: dependencies.removed,
            isShowingCompleted: ValueStream(false).logged(as: "showDone", by: logger.labelled("stream")),
            synchronizer: dependencies.synchronizer, syncStatus: dependencies.syncStatus, clock: dependencies.clock,
            identifiers: dependencies.identifiers)
        let mainScreen = TodoMainScreenDependencies(
            services: services, navigator: dependencies.navigator ?? navigation ?? NavigationStack())
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

/// The to-do list as the rest of an app sees it.
public final class TodoListGraph: ScreenGraph {
    /// The feature's lifetime.
    public let scope: FeatureScope
    /// The screens that are open above the main screen; `nil` where another's navigator shows them.
    public let navigation: NavigationStack?
    /// Takes tasks in from files and writes them out; `nil` where the repository has no ``TodoRepository/store``.
    public let exchange: TodoExchange?
    /// The list's main screen.
    public let mainScreen: TodoMainScreenGraph

    /// What its main screen is called.
    public var title: Message { mainScreen.title }

    init(
        scope: FeatureScope, navigation: NavigationStack?, exchange: TodoExchange?, mainScreen: TodoMainScreenGraph
    ) {
        self.scope = scope
        self.navigation = navigation
        self.exchange = exchange
        self.mainScreen = mainScreen
    }
}
