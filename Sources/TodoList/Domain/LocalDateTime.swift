public import Foundation

/// A day and a time of day, as a clock on a wall shows them, wherever that wall is.
public struct LocalDateTime: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// The day.
    public let day: CalendarDay
    /// The hour, from 0 to 23.
    public let hour: Int
    /// The minute, from 0 to 59.
    public let minute: Int
    /// The second, from 0 to 60: the last is a leap second.
    public let second: Int

    /// Names a time of day; `nil` where no clock shows it.
    public init?(_ day: CalendarDay, hour: Int, minute: Int, second: Int = 0) {
        guard (0...23).contains(hour), (0...59).contains(minute), (0...60).contains(second) else { return nil }
        self.day = day
        self.hour = hour
        self.minute = minute
        self.second = second
    }

    /// What a clock shows that goes as many seconds ahead of UTC. What is finer than a second is cut off; a date before the
    /// year 1 or behind the year 9999 becomes the first or the last of them.
    public init(_ date: Date, secondsFromGMT offset: Int = 0) {
        let seconds = date.timeIntervalSince1970.rounded(.down)
        let (first, last) = (Self.bounds.lowerBound - Self.largestOffset, Self.bounds.upperBound + Self.largestOffset)
        // Written so that what is no number becomes the first.
        let whole = seconds > Double(first) ? Int(min(seconds, Double(last))) : first
        self.init(secondsOfClock: whole + min(max(offset, -Self.largestOffset), Self.largestOffset))
    }

    /// The moment, for a clock that goes as many seconds ahead of UTC.
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
    /// More than any clock is off, in seconds.
    private static let largestOffset = 200_000

    /// The seconds since 1970 that a clock has counted which was never put forward or back.
    var secondsOfClock: Int { ((day.daysSince1970 * 24 + hour) * 60 + minute) * 60 + second }

    /// A time that is out of the years 1 to 9999 becomes the first or the last of them.
    init(secondsOfClock: Int) {
        let seconds = min(max(secondsOfClock, Self.bounds.lowerBound), Self.bounds.upperBound)
        let (days, time) = seconds.flooredQuotient(by: 86_400)
        day = CalendarDay(daysSince1970: days)
        hour = time / 3600
        minute = time / 60 % 60
        second = time % 60
    }

    // MARK: As it is written

    /// Reads `T180000`.
    init?(_ day: CalendarDay, compact: some RandomAccessCollection<UInt8>) {
        guard compact.count == 7, compact.first?.uppercased == UInt8(ascii: "T"),
            let time = decimal(compact.dropFirst())
        else { return nil }
        self.init(day, hour: time / 10_000, minute: time / 100 % 100, second: time % 100)
    }

    /// `20261201T180000`.
    var compact: String { "\(day.compact)T\(padded(hour, 2))\(padded(minute, 2))\(padded(second, 2))" }
}
