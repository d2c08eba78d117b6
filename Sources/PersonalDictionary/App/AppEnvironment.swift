public import CoreModule

/// What every part of the app uses: time, identifiers, language and log.
public struct AppEnvironment: Adjustable, Sendable {
    /// The time of day. Setting it also sets the sleeper and the identifiers that were not given.
    public var clock: WallClock {
        didSet { (clockSleeper, clockIdentifiers) = (.system(clock: clock), .uuidV7(clock: clock)) }
    }
    /// Waits. If none is given, it waits by the clock.
    public var sleeper: Sleeper {
        get { ownSleeper ?? clockSleeper }
        set { ownSleeper = newValue }
    }
    /// Makes identifiers of words and tasks. If none is given, they are version 7 UUIDs.
    public var identifiers: IdentifierGenerator {
        get { ownIdentifiers ?? clockIdentifiers }
        set { ownIdentifiers = newValue }
    }
    /// Translates messages for the user. Its time zone is the user's, for the days of tasks and of the reminder.
    public var localizer: Localizer
    /// Logs screens, changes of words and tasks, reading and writing, requests and streams. Words and tasks are named
    /// at debug level only. The `FeatureTree` has its own logger.
    public var logger: EventLogger
    /// The scheme of the links to the app's screens.
    public var linkScheme: String

    private var ownSleeper: Sleeper?
    private var ownIdentifiers: IdentifierGenerator?
    private var clockSleeper: Sleeper
    private var clockIdentifiers: IdentifierGenerator

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
        clockSleeper = .system(clock: clock)
        clockIdentifiers = .uuidV7(clock: clock)
    }
}
