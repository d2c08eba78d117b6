public import CoreModule

/// What every part of the app uses: time, identifiers, language and log.
public struct AppEnvironment: Adjustable, Sendable {
    /// The time of day.
    public var clock: WallClock
    /// Waits. If none is given, it waits by the clock.
    public var sleeper: Sleeper {
        get { ownSleeper ?? .system(clock: clock) }
        set { ownSleeper = newValue }
    }
    /// Makes identifiers of words and tasks. If none is given, each access makes a new generator of version 7 UUIDs.
    public var identifiers: IdentifierGenerator {
        get { ownIdentifiers ?? .uuidV7(clock: clock) }
        set { ownIdentifiers = newValue }
    }
    /// Translates messages for the user. Its time zone is the user's, for the days of tasks and of the reminder.
    public var localizer: Localizer
    /// Logs what the app does. Words and tasks are named at debug level only. The `FeatureTree` has its own logger, and so have the tasks of
    /// a store of your own, which get it with their `TaskList`.
    public var logger: EventLogger
    /// The scheme of the links to the app's screens.
    public var linkScheme: String

    private var ownSleeper: Sleeper?
    private var ownIdentifiers: IdentifierGenerator?

    /// Makes an environment. If nil, the sleeper waits by the clock, and identifiers are version 7 UUIDs.
    public init(
        clock: WallClock = .system, sleeper: Sleeper? = nil, identifiers: IdentifierGenerator? = nil,
        localizer: Localizer = .personalDictionary(), logger: EventLogger = .disabled,
        linkScheme: String = ScreenRoutes.standardScheme
    ) {
        self.clock = clock
        self.localizer = localizer
        self.logger = logger
        self.linkScheme = linkScheme
        ownSleeper = sleeper
        ownIdentifiers = identifiers
    }
}
