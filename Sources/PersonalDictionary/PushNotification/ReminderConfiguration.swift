public import Foundation

/// What an app decides about its daily reminder; what its user decides is in ``ReminderSettings``.
public struct ReminderConfiguration: Sendable {
    /// Shows the reminder; where `nil` there is none, for instance because the system's own scheduler does all of it.
    public var notifier: (any ReminderNotifying)?
    /// What the reminder says; where `nil`, the library's own words in the app's language.
    public var messages: ReminderMessages?
    /// Tells in which time zone the user is now; it is asked again at each look at the clock. Where `nil`, the app's
    /// ``AppConfiguration/timeZone`` counts, and without an app the system's.
    public var timeZone: (@Sendable () -> TimeZone)?
    /// After how long at most the clock, the zone and the settings are looked at again, and a failed delivery is tried again.
    public var longestWait: Duration

    /// Makes a configuration; without a notifier there is no reminder.
    public init(
        notifier: (any ReminderNotifying)? = nil, messages: ReminderMessages? = nil,
        timeZone: (@Sendable () -> TimeZone)? = nil, longestWait: Duration = .seconds(300)
    ) {
        precondition(longestWait > .zero, "A reminder waits between two looks at the clock.")
        self.notifier = notifier
        self.messages = messages
        self.timeZone = timeZone
        self.longestWait = longestWait
    }

    /// Where the user is now.
    var currentTimeZone: TimeZone { (timeZone ?? Self.systemTimeZone)() }

    /// The same configuration, in an app's time zone where it has none of its own.
    func following(_ appZone: TimeZone) -> ReminderConfiguration {
        guard timeZone == nil else { return self }
        var result = self
        // The zone that follows the system's does so on some systems only when it is told.
        result.timeZone = appZone == .autoupdatingCurrent ? Self.systemTimeZone : { appZone }
        return result
    }

    /// The system's time zone as it is now, although the process may have begun in another.
    @Sendable
    public static func systemTimeZone() -> TimeZone {
        #if !canImport(Darwin)
        // Nobody tells Foundation of a change: it reads the zone once and keeps it.
        NSTimeZone.resetSystemTimeZone()
        #endif
        return .current
    }
}
