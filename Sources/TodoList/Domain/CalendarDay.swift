public import Foundation

/// A day of the Gregorian calendar, without a time of day and without a time zone.
public struct CalendarDay: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// The year, from 1 to 9999.
    public let year: Int
    /// The month, from 1.
    public let month: Int
    /// The day of the month, from 1.
    public let day: Int

    /// Names a day; throws ``TodoError/invalidDate(_:)`` where the calendar has none such.
    public init(year: Int, month: Int, day: Int) throws(TodoError) {
        let text = String(format: "%04d-%02d-%02d", year, month, day)
        guard (1...9999).contains(year), (1...12).contains(month), day >= 1, day <= Self.length(ofMonth: month, year)
        else { throw .invalidDate(text) }
        self.year = year
        self.month = month
        self.day = day
    }

    /// Reads `YYYY-MM-DD`; throws ``TodoError/invalidDate(_:)``.
    public init(_ text: String) throws(TodoError) {
        let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard parts.map(\.count) == [4, 2, 2],
            parts.allSatisfy({ $0.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } })
        else { throw .invalidDate(text) }
        let numbers = parts.map { $0.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) } }
        try self.init(year: numbers[0], month: numbers[1], day: numbers[2])
    }

    /// The day that it is at a moment somewhere.
    public init(_ date: Date, in timeZone: TimeZone) {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = timeZone
        let parts = calendar.dateComponents([.year, .month, .day], from: date)
        year = parts.year ?? 1
        month = parts.month ?? 1
        day = parts.day ?? 1
    }

    /// `YYYY-MM-DD`.
    public var description: String { String(format: "%04d-%02d-%02d", year, month, day) }

    /// The earlier day comes first.
    public static func < (lhs: Self, rhs: Self) -> Bool {
        (lhs.year, lhs.month, lhs.day) < (rhs.year, rhs.month, rhs.day)
    }

    private static func length(ofMonth month: Int, _ year: Int) -> Int {
        switch month {
        case 4, 6, 9, 11: 30
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        default: 31
        }
    }
}
