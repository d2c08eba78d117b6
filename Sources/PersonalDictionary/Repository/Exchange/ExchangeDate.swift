import CoreModule
import Foundation

/// Dates as they stand in files: ISO 8601 in UTC, `2026-11-21T10:00:00Z` or, where the milliseconds are not zero,
/// `2026-11-21T10:00:00.123Z`. Written by hand, since Foundation's formatters cost more than all the rest of a line.
enum ExchangeDate {
    private static let millisecondsPerDay: Int64 = 86_400_000

    static func text(_ date: Date) -> String {
        // To the nearest: far from 2001, a Date made of whole milliseconds lies a little off them on either side.
        let milliseconds =
            Int64(exactly: (date.timeIntervalSince1970 * 1000).rounded()) ?? date.millisecondsSince1970
        let (days, time) = divide(milliseconds, by: millisecondsPerDay)
        let (year, month, day) = civil(days: days)
        let sign = year < 0 ? "-" : year > 9999 ? "+" : ""
        let second = time / 1000
        let fraction = time % 1000 == 0 ? "" : ".\(padded(time % 1000, 3))"
        return sign + padded(abs(year), 4) + "-" + padded(month, 2) + "-" + padded(day, 2) + "T"
            + padded(second / 3600, 2) + ":" + padded(second / 60 % 60, 2) + ":" + padded(second % 60, 2) + fraction
            + "Z"
    }

    /// The date of a text, or `nil` where it is none. An offset from UTC is understood; what is finer than a millisecond
    /// is cut off.
    static func date(_ text: String) -> Date? {
        var rest = Substring(text).utf8
        let isNegative = rest.first == UInt8(ascii: "-")
        if isNegative || rest.first == UInt8(ascii: "+") { rest.removeFirst() }
        guard let magnitude = number(&rest, 4...9), magnitude <= 292_000_000, skip(&rest, "-"),
            let month = number(&rest, 2...2), (1...12).contains(month), skip(&rest, "-"),
            let day = number(&rest, 2...2), skip(&rest, "Tt "),
            let hour = number(&rest, 2...2), hour < 24, skip(&rest, ":"),
            let minute = number(&rest, 2...2), minute < 60, skip(&rest, ":"),
            let second = number(&rest, 2...2), second < 60
        else { return nil }
        var milliseconds: Int64 = 0
        if skip(&rest, ".,") {
            let digits = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            guard !digits.isEmpty else { return nil }
            rest = rest.dropFirst(digits.count)
            milliseconds = (Array(digits.prefix(3)) + [48, 48]).prefix(3).reduce(0) { $0 * 10 + Int64($1) - 48 }
        }
        guard let offset = offset(&rest), rest.isEmpty else { return nil }
        let year = isNegative ? -magnitude : magnitude
        let days = days(year: year, month: month, day: day)
        // A day that the month does not have comes out as another one.
        guard civil(days: days) == (year, month, day) else { return nil }
        let time = ((hour * 60 + minute - offset) * 60 + second) * 1000 + milliseconds
        return Date(millisecondsSince1970: days * millisecondsPerDay + time)
    }

    // MARK: Reading

    /// The offset from UTC in minutes: `Z`, `+02:00` or `+0200`.
    private static func offset(_ rest: inout Substring.UTF8View) -> Int64? {
        if skip(&rest, "Zz") { return 0 }
        let isNegative = rest.first == UInt8(ascii: "-")
        guard skip(&rest, "+-"), let hours = number(&rest, 2...2), hours < 24 else { return nil }
        _ = skip(&rest, ":")
        guard let minutes = number(&rest, 2...2), minutes < 60 else { return nil }
        return (hours * 60 + minutes) * (isNegative ? -1 : 1)
    }

    private static func number(_ rest: inout Substring.UTF8View, _ length: ClosedRange<Int>) -> Int64? {
        let digits = rest.prefix(length.upperBound).prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        guard digits.count >= length.lowerBound else { return nil }
        rest = rest.dropFirst(digits.count)
        return digits.reduce(0) { $0 * 10 + Int64($1) - 48 }
    }

    private static func skip(_ rest: inout Substring.UTF8View, _ any: String) -> Bool {
        guard let first = rest.first, any.utf8.contains(first) else { return false }
        rest.removeFirst()
        return true
    }

    // MARK: The calendar

    /// Years of the proleptic Gregorian calendar are counted from 1 March here, so that a leap day is a year's last; the
    /// calendar repeats itself every 400 years, which are 146,097 days. 719,468 days lie before 1970.
    private static func civil(days: Int64) -> (year: Int64, month: Int64, day: Int64) {
        let (era, dayOfEra) = divide(days + 719_468, by: 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        return (year, month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
    }

    private static func days(year: Int64, month: Int64, day: Int64) -> Int64 {
        let (era, yearOfEra) = divide(month <= 2 ? year - 1 : year, by: 400)
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    /// Divides so that the remainder is not negative.
    private static func divide(_ number: Int64, by divisor: Int64) -> (quotient: Int64, remainder: Int64) {
        let (quotient, remainder) = number.quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }

    private static func padded(_ number: Int64, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
