package import CoreModule
package import Foundation

/// What the reminder must do at a moment: a pure function of the clock, the time zone, the settings, and the handled days, on which the
/// reminder was shown or skipped for good. Earlier changes of the clock or the zone do not matter.
package struct ReminderPlan: Hashable, Sendable {
    package enum Step: Hashable, Sendable {
        /// The reminder is switched off.
        case switchedOff
        /// The reminder of this day is due.
        case remind(CalendarDay)
        /// The next reminder comes at this date.
        case wait(until: Date)
    }

    package let settings: ReminderSettings
    package let handled: Set<CalendarDay>

    package init(settings: ReminderSettings, handled: Set<CalendarDay>) {
        self.settings = settings
        self.handled = handled
    }

    package func step(at now: Date, in timeZone: TimeZone) -> Step {
        guard settings.isEnabled else { return .switchedOff }
        let schedule = ReminderSchedule(time: settings.time, timeZone: timeZone)
        let today = schedule.day(at: now)
        // A time that was set in the future was set by a wrong clock.
        let start = settings.setAt <= now ? settings.setAt : .distantPast
        if let moment = schedule.moment(on: today), moment <= now, moment >= start, !handled.contains(today) {
            return .remind(today)
        }
        return .wait(until: next(after: now, schedule))
    }

    /// The next reminders after a moment; none if the reminder is switched off.
    package func upcoming(_ count: Int, after now: Date, in timeZone: TimeZone) -> [Date] {
        guard settings.isEnabled else { return [] }
        let schedule = ReminderSchedule(time: settings.time, timeZone: timeZone)
        var dates: [Date] = []
        while dates.count < count { dates.append(next(after: dates.last ?? now, schedule)) }
        return dates
    }

    private func next(after date: Date, _ schedule: ReminderSchedule) -> Date {
        var next = schedule.next(after: date)
        while handled.contains(schedule.day(at: next)) { next = schedule.next(after: next) }
        return next
    }
}
