import CoreModule
public import Foundation

/// The app's configuration of the daily reminder. ``ReminderSettings`` are the user's.
public struct ReminderConfiguration: Sendable {
    package var notifier: (any ReminderNotifying)?
    package var notification: ReminderNotification?
    package var timeZone: (@Sendable () -> TimeZone)?
    package var longestWait: Duration
    private var localizer: Localizer?

    /// Creates a configuration.
    /// - Parameters:
    ///   - notifier: shows the reminder. If nil, there is none, for instance because the system's own scheduler shows it.
    ///   - notification: if nil, the library's own text in the app's language is used.
    ///   - timeZone: the user's current time zone; called each time the clock is read. If nil, the localizer's is used.
    ///   - longestWait: after how long the clock and the settings are read again, and a failed delivery is tried again.
    public init(
        notifier: (any ReminderNotifying)? = nil, notification: ReminderNotification? = nil,
        timeZone: (@Sendable () -> TimeZone)? = nil, longestWait: Duration = .seconds(300)
    ) {
        precondition(longestWait > .zero, "A reminder waits between two looks at the clock.")
        self.notifier = notifier
        self.notification = notification
        self.timeZone = timeZone
        self.longestWait = longestWait
    }

    /// The notification to show.
    var currentNotification: ReminderNotification { notification ?? localizer.map { .localized($0) } ?? .english }

    /// The notification to show when so many cards are due. Only the library's own text says how many.
    func currentNotification(due count: Int) -> ReminderNotification {
        guard notification == nil, count > 0, let localizer else { return currentNotification }
        return .localized(localizer, due: count)
    }

    /// The user's current time zone.
    var currentTimeZone: TimeZone { (timeZone ?? Self.systemTimeZone)() }

    /// The same configuration, with an app's time zone and language where it has none itself.
    func completed(_ localizer: Localizer) -> ReminderConfiguration {
        let zone = localizer.timeZone
        var result = self
        result.localizer = localizer
        // On some systems `autoupdatingCurrent` does not follow the system's zone by itself.
        if timeZone == nil { result.timeZone = zone == .autoupdatingCurrent ? Self.systemTimeZone : { zone } }
        return result
    }

    /// The system's current time zone, even if it has changed since the process began.
    @Sendable
    public static func systemTimeZone() -> TimeZone {
        #if !canImport(Darwin)
        // Foundation reads the zone once and keeps it.
        NSTimeZone.resetSystemTimeZone()
        #endif
        return .current
    }
}
