public import CoreModule
public import Foundation

/// The days of reviews: each begins at 4 in the morning, and has a number, one more than that of the day before.
public struct ReviewCalendar: Hashable, Sendable {
    /// The hour at which a day begins.
    public static let firstHour = 4
    /// The days of the years 1 to 9999. Others become the nearest one.
    public static let days = -719_162...2_932_896

    /// Where the user is.
    public let timeZone: TimeZone

    /// Makes a calendar.
    public init(_ timeZone: TimeZone) {
        self.timeZone = timeZone
    }

    /// The number of the day of a date. It counts days since 1 January 1970.
    public func day(of date: Date) -> Int {
        let seconds = LocalDateTime(date, in: timeZone).secondsOfClock - Self.firstHour * 3600
        return seconds.flooredQuotient(by: 86_400).quotient
    }

    /// The date at which a day begins: when the clock shows 4 for the first time, or a later time if it shows no 4.
    public func beginning(of day: Int) -> Date {
        let clock = min(max(day, Self.days.lowerBound), Self.days.upperBound) * 86_400 + Self.firstHour * 3600
        let around = (clock - 200_000)..<(clock + 200_000)
        let first = around.partitioningIndex { self.day(of: Date(timeIntervalSince1970: Double($0))) >= day }
        return Date(timeIntervalSince1970: Double(first))
    }

    /// The day as one of the calendar.
    public func calendarDay(_ day: Int) -> CalendarDay {
        LocalDateTime(secondsOfClock: day * 86_400).day
    }
}
