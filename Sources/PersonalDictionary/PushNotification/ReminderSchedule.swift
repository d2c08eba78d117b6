public import CoreModule
public import Foundation

/// When a daily reminder comes: once on each day that there is, at a time of day in a time zone.
///
/// - Where clocks go back and the time comes twice, the reminder comes the first time.
/// - Where clocks go forward over the time, it comes at the first moment after the gap; where the gap lasts to the end of
///   the day (Greenland, 2024-03-30), a minute before it.
/// - A day that a zone leaves out (Samoa, 2011-12-30) has none.
///
/// All it asks of Foundation is a zone's offset from GMT at a moment; the rest is arithmetic. Dates outside the years 2 to 9998 are
/// taken as the nearest within.
public struct ReminderSchedule: Hashable, Sendable {
    /// The time of day.
    public let time: ReminderTime
    /// Where that is the time.
    public let timeZone: TimeZone

    /// Describes a schedule.
    public init(time: ReminderTime = .standard, timeZone: TimeZone) {
        self.time = time
        self.timeZone = timeZone
    }

    /// The first reminder after a moment.
    public func next(after date: Date) -> Date {
        let date = Self.clamped(date)
        // A zone's clocks may fall back into the day before.
        var number = dayNumber(at: date) - 1
        while true {
            if let moment = moment(onDay: number), moment > date { return moment }
            number += 1
        }
    }

    /// When a day's reminder comes; `nil` where the zone leaves the day out.
    public func moment(on day: CalendarDay) -> Date? {
        moment(onDay: day.daysSince1970)
    }

    /// The day that it is at a moment.
    public func day(at date: Date) -> CalendarDay {
        let date = Self.clamped(date)
        return CalendarDay(date + TimeInterval(offset(at: date)), in: .gmt)
    }

    // MARK: Days by number, from 1970-01-01

    private static let secondsPerDay = 86_400

    private func moment(onDay number: Int) -> Date? {
        let local = number * Self.secondsPerDay + time.minuteOfDay * 60
        let moment = firstMoment(notBefore: local)
        if dayNumber(at: moment) == number { return moment }
        // The clocks went from before the time right into a later day; what is left of this one ends just before.
        let last = moment - 60
        return dayNumber(at: last) == number ? last : nil
    }

    /// The first moment at which the zone's clocks show so many seconds since 1970-01-01 00:00, or more.
    private func firstMoment(notBefore local: Int) -> Date {
        // No offset is a day or more, so the moment lies within a day of the same time in Greenwich.
        var start = local - Self.secondsPerDay
        let end = local + Self.secondsPerDay
        while start < end {
            let offset = offset(at: Self.date(start))
            let change = firstChange(from: start, to: end, offset)
            if local - offset < change { return Self.date(max(start, local - offset)) }
            start = change
        }
        return Self.date(end)
    }

    /// The first second at which the offset is another than at the start. It would miss one that lasts for less than half a day;
    /// the shortest in the tz database lasted for four (Sierra Leone, 1939).
    private func firstChange(from start: Int, to end: Int, _ offset: Int) -> Int {
        var same = start
        var other = start
        repeat {
            guard other < end else { return end }
            same = other
            other = min(other + Self.secondsPerDay / 2, end)
        } while self.offset(at: Self.date(other)) == offset
        return (same + 1..<other).partitioningIndex { self.offset(at: Self.date($0)) != offset }
    }

    private func dayNumber(at date: Date) -> Int {
        let local = Int(date.timeIntervalSince1970.rounded(.down)) + offset(at: date)
        return Int((Double(local) / Double(Self.secondsPerDay)).rounded(.down))
    }

    private func offset(at date: Date) -> Int { timeZone.secondsFromGMT(for: date) }

    private static func date(_ seconds: Int) -> Date { Date(timeIntervalSince1970: TimeInterval(seconds)) }

    private static func clamped(_ date: Date) -> Date {
        // 0002-01-01 and 9998-12-31.
        let range = -62_104_060_800.0...253_370_678_400.0
        return Date(timeIntervalSince1970: min(max(date.timeIntervalSince1970, range.lowerBound), range.upperBound))
    }
}
