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
        let digits = description.utf8.map { Int($0) - Int(UInt8(ascii: "0")) }
        guard digits.count == 5, description.utf8.dropFirst(2).first == UInt8(ascii: ":"),
            [0, 1, 3, 4].allSatisfy({ (0...9).contains(digits[$0]) })
        else { return nil }
        self.init(hour: digits[0] * 10 + digits[1], minute: digits[3] * 10 + digits[4])
    }

    init(minuteOfDay: Int) {
        self.minuteOfDay = minuteOfDay
    }

    /// The hour, from 0 to 23.
    public var hour: Int { minuteOfDay / 60 }

    /// The minute, from 0 to 59.
    public var minute: Int { minuteOfDay % 60 }

    /// `HH:MM`.
    public var description: String {
        [hour, minute].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
    }

    /// The earlier time comes first.
    public static func < (lhs: Self, rhs: Self) -> Bool { lhs.minuteOfDay < rhs.minuteOfDay }
}
