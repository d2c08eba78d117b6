public import Foundation

/// What an app decides about its daily reminder; what its user decides is in ``ReminderSettings``.
public struct ReminderConfiguration: Sendable {
    /// Shows the reminder; where `nil` there is none, for instance because the system's own scheduler does all of it.
    public var notifier: (any ReminderNotifying)?
    /// What the reminder says; where `nil`, the library's own words in the app's language.
    public var messages: ReminderMessages?
    /// Tells in which time zone the user is now; it is asked again at each look at the clock.
    public var timeZone: @Sendable () -> TimeZone
    /// After how long at most the clock, the zone and the settings are looked at again, and a failed delivery is tried again.
    public var longestWait: Duration

    /// Makes a configuration; without a notifier there is no reminder.
    public init(
        notifier: (any ReminderNotifying)? = nil, messages: ReminderMessages? = nil,
        timeZone: @escaping @Sendable () -> TimeZone = Self.systemTimeZone, longestWait: Duration = .seconds(300)
    ) {
        precondition(longestWait > .zero, "A reminder waits between two looks at the clock.")
        self.notifier = notifier
        self.messages = messages
        self.timeZone = timeZone
        self.longestWait = longestWait
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
