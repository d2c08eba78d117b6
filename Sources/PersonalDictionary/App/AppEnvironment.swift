public import CoreModule

/// What every part of the app uses: time, identifiers, language and log.
public struct AppEnvironment: Sendable {
    /// The time of day.
    public let clock: WallClock
    /// Waits.
    public let sleeper: Sleeper
    /// Makes identifiers of words and tasks.
    public let identifiers: IdentifierGenerator
    /// Translates messages for the user. Its time zone is the user's, for the days of tasks and of the reminder.
    public let localizer: Localizer
    /// Logs screens, changes of words and tasks, reading and writing, requests and streams. Words and tasks are named
    /// at debug level only. The `FeatureTree` has its own logger.
    public let logger: EventLogger
    /// The scheme of the links to the app's screens.
    public let linkScheme: String

    /// Makes an environment. If nil, the sleeper waits by the clock, and identifiers are version 7 UUIDs.
    public init(
        clock: WallClock = .system, sleeper: Sleeper? = nil, identifiers: IdentifierGenerator? = nil,
        localizer: Localizer = .personalDictionary(), logger: EventLogger = .disabled,
        linkScheme: String = ScreenRoutes.standardScheme
    ) {
        self.clock = clock
        self.sleeper = sleeper ?? .system(clock: clock)
        self.identifiers = identifiers ?? .uuidV7(clock: clock)
        self.localizer = localizer
        self.logger = logger
        self.linkScheme = linkScheme
    }
}
