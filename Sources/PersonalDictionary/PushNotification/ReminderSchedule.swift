package import CoreModule
package import Foundation

/// The times of a daily reminder: once on each day, at a time of day in a time zone.
///
/// - If the clocks go back and the time comes twice, the reminder comes the first time.
/// - If the clocks go forward over the time, it comes at the first moment after the gap; if the gap lasts to the end of the day
///   (Greenland, 2024-03-30), a minute before the gap.
/// - A day that the zone leaves out (Samoa, 2011-12-30) has none.
///
/// Only a zone's offsets are read from Foundation. Dates outside the years 2 to 9998 count as the nearest date within.
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
        CalendarDay(daysSince1970: dayNumber(at: Self.clamped(date)))
    }

    // MARK: Days by number, from 1970-01-01

    private static let secondsPerDay = 86_400

    private func moment(onDay number: Int) -> Date? {
        let local = number * Self.secondsPerDay + time.minuteOfDay * 60
        // No offset is a day or more, and none lasts less than two days; the shortest in the tz database lasted four (Sierra Leone, 1939).
        let before = offset(at: Self.date(local - Self.secondsPerDay))
        let after = offset(at: Self.date(local + Self.secondsPerDay))
        let moments = [local - before, local - after].filter { $0 + offset(at: Self.date($0)) == local }
        if let first = moments.min() { return Self.date(first) }
        // The clocks go forward over the time. If they go into a later day, this day ends just before.
        let gap = local - max(before, after)..<local - min(before, after)
        let end = gap.partitioningIndex { offset(at: Self.date($0)) != before }
        return [end, end - 60].map(Self.date).first { dayNumber(at: $0) == number }
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
