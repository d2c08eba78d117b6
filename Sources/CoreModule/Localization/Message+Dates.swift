package import Foundation

/// Dates in words, as a reader says them.
extension Message {
    /// A day: today, tomorrow, yesterday, one of the five days after tomorrow by its weekday, and any other as a date.
    public static func day(_ day: CalendarDay, today: CalendarDay) -> Message {
        switch day.daysSince1970 - today.daysSince1970 {
        case 0: Message("today")
        case 1: Message("tomorrow")
        case -1: Message("yesterday")
        // The same weekday a week later would be taken for today.
        case 2...6: weekday(day)
        default: Message("\(day: day)")
        }
    }

    /// A local time, with its day in words.
    package static func time(_ time: LocalDateTime, today: CalendarDay) -> Message {
        Message("\(Message.day(time.day, today: today)) at \(time: time)")
    }

    /// A date and time in a time zone, with its day in words.
    package static func date(_ date: Date, now: Date, in timeZone: TimeZone) -> Message {
        let time = LocalDateTime(date, in: timeZone)
        return .time(time, today: CalendarDay(now, in: timeZone))
    }

    private static func weekday(_ day: CalendarDay) -> Message {
        // 1970-01-01 was a Thursday.
        switch (day.daysSince1970 + 3).flooredQuotient(by: 7).remainder {
        case 0: Message("Monday")
        case 1: Message("Tuesday")
        case 2: Message("Wednesday")
        case 3: Message("Thursday")
        case 4: Message("Friday")
        case 5: Message("Saturday")
        default: Message("Sunday")
        }
    }
}
