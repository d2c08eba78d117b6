import CoreModule

/// The time of day of a reminder, to the minute.
public struct ReminderTime: Hashable, Sendable, Comparable, LosslessStringConvertible {
    /// The minutes since midnight, from 0 to 1439.
    let minuteOfDay: Int

    /// Half past seven in the evening, the default.
    public static let standard = ReminderTime(minuteOfDay: 19 * 60 + 30)

    /// Creates a time, or nil if there is no such time.
    public init?(hour: Int, minute: Int) {
        guard (0...23).contains(hour), (0...59).contains(minute) else { return nil }
        minuteOfDay = hour * 60 + minute
    }

    /// Reads `HH:MM`, from `00:00` to `23:59`. Nil for any other text.
    public init?(_ description: String) {
        let parts = description.utf8.split(separator: .colon, omittingEmptySubsequences: false)
        guard parts.map(\.count) == [2, 2], let hour = decimal(parts[0]), let minute = decimal(parts[1]) else {
            return nil
        }
        self.init(hour: hour, minute: minute)
    }

    init(minuteOfDay: Int) {
        self.minuteOfDay = minuteOfDay
    }

    /// The hour, from 0 to 23.
    public var hour: Int { minuteOfDay / 60 }

    /// The minute, from 0 to 59.
    public var minute: Int { minuteOfDay % 60 }

    /// `HH:MM`.
    public var description: String { "\(padded(hour, 2)):\(padded(minute, 2))" }

    /// The earlier time comes first.
    public static func < (lhs: Self, rhs: Self) -> Bool { lhs.minuteOfDay < rhs.minuteOfDay }
}
