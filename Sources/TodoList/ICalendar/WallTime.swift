public import Foundation

/// A day and a time of day, as a clock on a wall shows them, wherever that wall is.
public struct WallTime: Hashable, Sendable, Comparable, CustomStringConvertible {
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
        let (days, time) = seconds.dividedDown(by: 86_400)
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

extension CalendarDay {
    /// Reads `20261201`.
    init?(compact: some RandomAccessCollection<UInt8>) {
        guard compact.count == 8, let number = decimal(compact) else { return nil }
        // The calendar's own rule of what is a day, but without an error that nobody would see.
        let (year, month, day) = (number / 10_000, number / 100 % 100, number % 100)
        guard year >= 1, (1...12).contains(month), (1...31).contains(day) else { return nil }
        let date = Self(daysSince1970: Self.daysSince1970(year: year, month: month, day: day))
        guard date.day == day else { return nil }
        self = date
    }

    /// `20261201`.
    var compact: String { padded(year, 4) + padded(month, 2) + padded(day, 2) }

    /// The day of a number, from -719,162 (1 January of the year 1) to 2,932,896 (31 December 9999).
    ///
    /// Years are counted from 1 March here, so that a leap day is a year's last; the calendar repeats itself every 400 years,
    /// which are 146,097 days. 719,468 days lie between 1 March of the year 0 and 1970.
    init(daysSince1970 days: Int) {
        let (era, dayOfEra) = (days + 719_468).dividedDown(by: 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        self.init(
            known: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month: month,
            day: dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
    }

    /// The time at which the day begins.
    var midnight: WallTime { WallTime(secondsOfClock: daysSince1970 * 86_400) }

    /// The number of the day, 0 for 1970-01-01.
    var daysSince1970: Int { Self.daysSince1970(year: year, month: month, day: day) }

    static func daysSince1970(year: Int, month: Int, day: Int) -> Int {
        let (era, yearOfEra) = (month <= 2 ? year - 1 : year).dividedDown(by: 400)
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    private init(known year: Int, month: Int, day: Int) {
        self.year = year
        self.month = month
        self.day = day
    }
}

extension Int {
    /// Divides so that the remainder is not negative.
    func dividedDown(by divisor: Int) -> (quotient: Int, remainder: Int) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}

/// The number of up to 18 digits of ASCII; `nil` for anything else.
func decimal(_ digits: some Collection<UInt8>) -> Int? {
    guard (1...18).contains(digits.count), digits.allSatisfy(\.isDigit) else { return nil }
    return digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
}

/// A number with zeros in front.
func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
}
