public import CoreModule
public import Foundation

/// The dependencies of the to-do list.
///
/// All lists that are built from one value share the tasks and the last removal.
public struct TodoListDependencies: Adjustable, Sendable {
    /// The tasks. Setting others forgets the last removal.
    public var todos: TaskList {
        get { session.todos }
        set { if newValue !== session.todos { session = TodoSession(todos: newValue) } }
    }
    /// Dates edits.
    public var clock: WallClock
    /// Names new tasks.
    public var identifiers: IdentifierGenerator
    /// The server with which the list is synchronized. If nil, the list stays on this device.
    public var server: TodoServerConnection?
    /// The user's time zone: for deadlines in words, for the day on which a new deadline begins, and for the days in files.
    public var timeZone: TimeZone
    /// The user's locale: for the order of day and month in a typed deadline.
    public var locale: Locale
    /// Shows the list's other screens. If nil, the list has its own navigation stack.
    public var navigator: (any Navigator)?
    /// Logs the list's screens, and whether done tasks are shown. The ``TaskList`` has a logger of its own for the tasks.
    public var logger: EventLogger

    private(set) var session: TodoSession

    /// Creates the dependencies.
    public init(
        todos: TaskList, clock: WallClock, identifiers: IdentifierGenerator, server: TodoServerConnection? = nil,
        timeZone: TimeZone = .autoupdatingCurrent, locale: Locale = .autoupdatingCurrent,
        navigator: (any Navigator)? = nil, logger: EventLogger = .disabled
    ) {
        session = TodoSession(todos: todos)
        self.clock = clock
        self.identifiers = identifiers
        self.server = server
        self.timeZone = timeZone
        self.locale = locale
        self.navigator = navigator
        self.logger = logger
    }
}

extension TodoListDependencies {
    /// Makes dependencies for previews and tests, without waiting: in memory, with tasks that the list shows in its first frame.
    public static func preview(_ todos: [Todo] = .sample, clock: WallClock = .system) -> TodoListDependencies {
        TodoListDependencies(todos: .preview(todos), clock: clock, identifiers: .uuidV7(clock: clock))
    }
}

extension TodoListGraph {
    /// Builds a to-do list for a preview or a test, in a tree of its own. Keep the graph while its screens are shown.
    @MainActor
    public static func preview(_ dependencies: TodoListDependencies = .preview()) -> TodoListGraph {
        TodoListBuilder(dependencies: dependencies, parent: FeatureTree().root).build()
    }
}
