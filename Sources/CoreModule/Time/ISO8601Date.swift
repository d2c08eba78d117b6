public import Foundation

/// Dates as text in ISO 8601 and UTC: `2026-11-21T10:00:00Z`, or `2026-11-21T10:00:00.123Z` with milliseconds if they are not
/// zero. It reads dates with and without fractions, for which Foundation needs two styles. Use it for files and answers with
/// many dates: Foundation's formatters take longer than reading the rest of a line.
public enum ISO8601Date {
    private static let millisecondsPerDay: Int = 86_400_000

    /// The text of a date.
    public static func text(_ date: Date) -> String {
        // Rounded: far from 2001, a Date made of whole milliseconds is a little more or less than that.
        let milliseconds =
            Int(exactly: (date.timeIntervalSince1970 * 1000).rounded()) ?? Int(date.millisecondsSince1970)
        let (days, time) = milliseconds.flooredQuotient(by: millisecondsPerDay)
        let (year, month, day) = CalendarDay.date(daysSince1970: days)
        let sign = year < 0 ? "-" : year > 9999 ? "+" : ""
        let second = time / 1000
        let fraction = time % 1000 == 0 ? "" : ".\(padded(time % 1000, 3))"
        return sign + padded(abs(year), 4) + "-" + padded(month, 2) + "-" + padded(day, 2) + "T"
            + padded(second / 3600, 2) + ":" + padded(second / 60 % 60, 2) + ":" + padded(second % 60, 2) + fraction
            + "Z"
    }

    /// The date of a text, nil if it is no date. Any offset from UTC is accepted; fractions of a millisecond are cut off.
    public static func date(_ text: String) -> Date? {
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
        var milliseconds = 0
        if skip(&rest, ".,") {
            let digits = rest.prefix { $0.isDigit }
            guard !digits.isEmpty else { return nil }
            rest = rest.dropFirst(digits.count)
            milliseconds = (Array(digits.prefix(3)) + [48, 48]).prefix(3).reduce(0) { $0 * 10 + Int($1) - 48 }
        }
        guard let offset = offset(&rest), rest.isEmpty else { return nil }
        let year = isNegative ? -magnitude : magnitude
        let days = CalendarDay.daysSince1970(year: year, month: month, day: day)
        // A day that the month does not have comes back as one of the next month.
        guard CalendarDay.date(daysSince1970: days) == (year, month, day) else { return nil }
        let time = ((hour * 60 + minute - offset) * 60 + second) * 1000 + milliseconds
        return Date(millisecondsSince1970: Int64(days * millisecondsPerDay + time))
    }

    // MARK: Reading

    /// The offset from UTC in minutes: `Z`, `+02:00` or `+0200`.
    private static func offset(_ rest: inout Substring.UTF8View) -> Int? {
        if skip(&rest, "Zz") { return 0 }
        let isNegative = rest.first == UInt8(ascii: "-")
        guard skip(&rest, "+-"), let hours = number(&rest, 2...2), hours < 24 else { return nil }
        _ = skip(&rest, ":")
        guard let minutes = number(&rest, 2...2), minutes < 60 else { return nil }
        return (hours * 60 + minutes) * (isNegative ? -1 : 1)
    }

    private static func number(_ rest: inout Substring.UTF8View, _ length: ClosedRange<Int>) -> Int? {
        let digits = rest.prefix(length.upperBound).prefix { $0.isDigit }
        guard digits.count >= length.lowerBound else { return nil }
        rest = rest.dropFirst(digits.count)
        return digits.reduce(0) { $0 * 10 + Int($1) - 48 }
    }

    private static func skip(_ rest: inout Substring.UTF8View, _ any: String) -> Bool {
        guard let first = rest.first, any.utf8.contains(first) else { return false }
        rest.removeFirst()
        return true
    }
}
