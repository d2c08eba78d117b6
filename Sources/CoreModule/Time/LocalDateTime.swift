public import Foundation

/// A day and a time of day without a time zone.
public struct LocalDateTime: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// The day.
    public let day: CalendarDay
    /// The hour, from 0 to 23.
    public let hour: Int
    /// The minute, from 0 to 59.
    public let minute: Int
    /// The second, from 0 to 60: the last is a leap second.
    public let second: Int

    /// Creates a time; nil if it is invalid.
    public init?(_ day: CalendarDay, hour: Int, minute: Int, second: Int = 0) {
        guard (0...23).contains(hour), (0...59).contains(minute), (0...60).contains(second) else { return nil }
        self.day = day
        self.hour = hour
        self.minute = minute
        self.second = second
    }

    /// The same time of a day that many days later; earlier if the number is negative.
    package func adding(days: Int) -> LocalDateTime {
        LocalDateTime(secondsOfClock: secondsOfClock + days * 86_400)
    }

    /// The time that a clock shows at an offset from UTC, in seconds. Fractions of a second are cut off; a date before the
    /// year 1 or after the year 9999 becomes the first or the last second of that range.
    public init(_ date: Date, secondsFromGMT offset: Int = 0) {
        let seconds = date.timeIntervalSince1970.rounded(.down)
        let (first, last) = (Self.bounds.lowerBound - Self.largestOffset, Self.bounds.upperBound + Self.largestOffset)
        // Written so that NaN becomes the first.
        let whole = seconds > Double(first) ? Int(min(seconds, Double(last))) : first
        self.init(secondsOfClock: whole + min(max(offset, -Self.largestOffset), Self.largestOffset))
    }

    /// The time that a clock in a time zone shows.
    public init(_ date: Date, in timeZone: TimeZone) {
        self.init(date, secondsFromGMT: timeZone.secondsFromGMT(for: date))
    }

    /// The date at which a clock at an offset from UTC, in seconds, shows this time.
    public func date(secondsFromGMT offset: Int = 0) -> Date {
        Date(timeIntervalSince1970: Double(secondsOfClock - offset))
    }

    /// `YYYY-MM-DDTHH:MM:SS`.
    public var description: String {
        "\(day)T\(padded(hour, 2)):\(padded(minute, 2)):\(padded(second, 2))"
    }

    /// The earlier one comes first.
    public static func < (lhs: Self, rhs: Self) -> Bool { lhs.secondsOfClock < rhs.secondsOfClock }

    // MARK: Seconds

    /// The seconds of the years 1 to 9999.
    private static let bounds = -62_135_596_800...253_402_300_799
    /// Larger than any offset from UTC, in seconds.
    private static let largestOffset = 200_000

    /// The seconds since 1970 in local time, as if the clock had never changed.
    package var secondsOfClock: Int { ((day.daysSince1970 * 24 + hour) * 60 + minute) * 60 + second }

    /// Makes the time of a number of seconds; one outside the years 1 to 9999 becomes the first or the last second of them.
    package init(secondsOfClock: Int) {
        let seconds = min(max(secondsOfClock, Self.bounds.lowerBound), Self.bounds.upperBound)
        let (days, time) = seconds.flooredQuotient(by: 86_400)
        day = CalendarDay(daysSince1970: days)
        hour = time / 3600
        minute = time / 60 % 60
        second = time % 60
    }

    // MARK: Compact form

    /// Reads `T180000` as a time of a day; nil for anything else.
    package init?(_ day: CalendarDay, compact: ArraySlice<UInt8>) {
        guard compact.count == 7, compact.first?.uppercased == UInt8(ascii: "T"),
            let time = decimal(compact.dropFirst())
        else { return nil }
        self.init(day, hour: time / 10_000, minute: time / 100 % 100, second: time % 100)
    }

    /// `20261201T180000`.
    package var compact: String { "\(day.compact)T\(padded(hour, 2))\(padded(minute, 2))\(padded(second, 2))" }
}
