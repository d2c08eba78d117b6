public import CoreModule
public import Foundation

/// What every part of the app uses: time, identifiers, language and log.
public struct AppEnvironment: Sendable {
    /// The time of day.
    public let clock: WallClock
    /// Waits.
    public let sleeper: Sleeper
    /// Makes identifiers of words and tasks.
    public let identifiers: IdentifierGenerator
    /// Translates messages for the user.
    public let localizer: Localizer
    /// The user's time zone.
    public let timeZone: TimeZone
    /// Logs what happens in the app.
    public let logger: Logger

    /// Makes an environment. If nil, the sleeper waits by the clock, and identifiers are version 7 UUIDs.
    public init(
        clock: WallClock = .system, sleeper: Sleeper? = nil, identifiers: IdentifierGenerator? = nil,
        localizer: Localizer = .personalDictionary(), timeZone: TimeZone = .autoupdatingCurrent,
        logger: Logger = .disabled
    ) {
        self.clock = clock
        self.sleeper = sleeper ?? .system(clock: clock)
        self.identifiers = identifiers ?? .uuidV7(clock: clock)
        self.localizer = localizer
        self.timeZone = timeZone
        self.logger = logger
    }
}
