public import Foundation

/// A day of the Gregorian calendar, without a time of day and without a time zone.
public struct CalendarDay: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// The year, from 1 to 9999.
    public let year: Int
    /// The month, from 1.
    public let month: Int
    /// The day of the month, from 1.
    public let day: Int

    /// Makes a day; throws ``InvalidCalendarDay`` if the calendar has no such day.
    public init(year: Int, month: Int, day: Int) throws(InvalidCalendarDay) {
        guard let valid = Self(valid: (year, month, day)) else {
            throw InvalidCalendarDay(text: Self.text(year, month, day))
        }
        self = valid
    }

    /// Reads `YYYY-MM-DD`; throws ``InvalidCalendarDay`` for any other text.
    public init(_ text: String) throws(InvalidCalendarDay) {
        guard let day = Self(hyphenated: text.utf8) else { throw InvalidCalendarDay(text: text) }
        self = day
    }

    /// The day of a date in a time zone.
    public init(_ date: Date, in timeZone: TimeZone) {
        self = LocalDateTime(date, in: timeZone).day
    }

    /// `YYYY-MM-DD`.
    public var description: String { Self.text(year, month, day) }

    /// The earlier day comes first.
    public static func < (lhs: Self, rhs: Self) -> Bool {
        (lhs.year, lhs.month, lhs.day) < (rhs.year, rhs.month, rhs.day)
    }

    // MARK: Other ways to write it

    /// Reads `2026-12-01`; nil for anything else.
    package init?(hyphenated text: some Collection<UInt8>) {
        let bytes = Array(text)
        guard bytes.count == 10, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-") else { return nil }
        self.init(compact: bytes[0..<4] + bytes[5..<7] + bytes[8..<10])
    }

    /// Reads `20261201`; nil for anything else.
    package init?(compact: ArraySlice<UInt8>) {
        guard compact.count == 8, let number = decimal(compact) else { return nil }
        self.init(valid: (number / 10_000, number / 100 % 100, number % 100))
    }

    /// `20261201`.
    package var compact: String { padded(year, 4) + padded(month, 2) + padded(day, 2) }

    private static func text(_ year: Int, _ month: Int, _ day: Int) -> String {
        "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
    }

    private init?(valid parts: (year: Int, month: Int, day: Int)) {
        guard (1...9999).contains(parts.year), (1...12).contains(parts.month), (1...31).contains(parts.day) else {
            return nil
        }
        // A day that the month does not have comes back as one of the next month.
        let number = Self.daysSince1970(year: parts.year, month: parts.month, day: parts.day)
        guard Self.date(daysSince1970: number) == parts else { return nil }
        (year, month, day) = parts
    }
}

/// A text that is not a valid day in the form `YYYY-MM-DD`.
public struct InvalidCalendarDay: Error, Hashable, Sendable {
    let text: String

    package init(text: String) {
        self.text = text
    }
}

// MARK: Days by number

extension CalendarDay {
    /// The day of a number, from -719,162 (1 January of the year 1) to 2,932,896 (31 December 9999).
    package init(daysSince1970 days: Int) {
        (year, month, day) = Self.date(daysSince1970: days)
    }

    /// The number of the day, 0 for 1970-01-01.
    package var daysSince1970: Int { Self.daysSince1970(year: year, month: month, day: day) }

    package var midnight: LocalDateTime { LocalDateTime(secondsOfClock: daysSince1970 * 86_400) }

    /// The number of a day of the proleptic Gregorian calendar, 0 for 1970-01-01; of any year.
    ///
    /// Here a year begins on 1 March, so that a leap day is its last day. The calendar repeats every 400 years, which
    /// have 146,097 days; 719,468 days lie between 1 March of the year 0 and 1970. See Howard Hinnant,
    /// `days_from_civil`: https://howardhinnant.github.io/date_algorithms.html
    package static func daysSince1970(year: Int, month: Int, day: Int) -> Int {
        let (era, yearOfEra) = (month <= 2 ? year - 1 : year).flooredQuotient(by: 400)
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    /// The day of a number; of any year.
    package static func date(daysSince1970 days: Int) -> (year: Int, month: Int, day: Int) {
        let (era, dayOfEra) = (days + 719_468).flooredQuotient(by: 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        return (year, month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
    }
}

extension Int {
    /// Divides so that the remainder is not negative.
    package func flooredQuotient(by divisor: Int) -> (quotient: Int, remainder: Int) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}
