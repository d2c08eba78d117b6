package import CoreModule
package import Foundation

/// The times of a daily reminder: once on each day, at a time of day in a time zone.
///
/// - If the clocks go back and the time comes twice, the reminder comes the first time.
/// - If the clocks go forward over the time, it comes at the first moment after the gap; if the gap lasts to the end of the day
///   (Greenland, 2024-03-30), a minute before the gap.
/// - A day that the zone leaves out (Samoa, 2011-12-30) has none.
///
/// From Foundation it uses only a zone's offset from GMT at a moment; the rest is arithmetic. Dates outside the years 2 to 9998 count
/// as the nearest date within.
package struct ReminderSchedule: Hashable, Sendable {
    package let time: ReminderTime
    package let timeZone: TimeZone

    package init(time: ReminderTime = .standard, timeZone: TimeZone) {
        self.time = time
        self.timeZone = timeZone
    }

    /// The first reminder after a moment.
    package func next(after date: Date) -> Date {
        let date = Self.clamped(date)
        // The clocks may go back into the day before.
        var number = dayNumber(at: date) - 1
        while true {
            if let moment = moment(onDay: number), moment > date { return moment }
            number += 1
        }
    }

    /// The time of a day's reminder; nil if the zone leaves the day out.
    package func moment(on day: CalendarDay) -> Date? {
        moment(onDay: day.daysSince1970)
    }

    /// The day at a moment.
    package func day(at date: Date) -> CalendarDay {
        let date = Self.clamped(date)
        return CalendarDay(date + TimeInterval(offset(at: date)), in: .gmt)
    }

    // MARK: Days by number, from 1970-01-01

    private static let secondsPerDay = 86_400

    private func moment(onDay number: Int) -> Date? {
        let local = number * Self.secondsPerDay + time.minuteOfDay * 60
        let moment = firstMoment(notBefore: local)
        if dayNumber(at: moment) == number { return moment }
        // The clocks went from before the time into a later day. This day ends just before that.
        let last = moment - 60
        return dayNumber(at: last) == number ? last : nil
    }

    /// The first moment at which the zone's clocks show this number of seconds since 1970-01-01 00:00, or more.
    private func firstMoment(notBefore local: Int) -> Date {
        // No offset is a day or more, so the date is within a day of the same time in GMT.
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

    /// The first second with another offset than the start. It would miss an offset that lasts less than half a day; the shortest in
    /// the tz database lasted four days (Sierra Leone, 1939).
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
