package import CoreModule
package import Foundation

/// What is to be done about the reminder at a moment: a pure function of the clock, the time zone, the settings, and the days that are
/// settled, those on which the reminder was given or stayed away for good.
///
/// So whatever happened to the clock or the zone before does not matter: a day is settled once, a reminder is late only as long
/// as its day lasts, and those of days gone by are not made up for.
package struct ReminderPlan: Hashable, Sendable {
    package enum Step: Hashable, Sendable {
        /// There is none.
        case rest
        /// The reminder of this day is due.
        case remind(CalendarDay)
        /// The next one comes then.
        case wait(until: Date)
    }

    package let settings: ReminderSettings
    package let settled: Set<CalendarDay>

    package init(settings: ReminderSettings, settled: Set<CalendarDay>) {
        self.settings = settings
        self.settled = settled
    }

    package func step(at now: Date, in timeZone: TimeZone) -> Step {
        guard settings.isEnabled else { return .rest }
        let schedule = ReminderSchedule(time: settings.time, timeZone: timeZone)
        let today = schedule.day(at: now)
        if let moment = schedule.moment(on: today), moment <= now, !settled.contains(today),
            !isPassedOver(moment, now)
        {
            return .remind(today)
        }
        var next = schedule.next(after: now)
        while settled.contains(schedule.day(at: next)) { next = schedule.next(after: next) }
        return .wait(until: next)
    }

    /// Whether the moment was before the time was set. One that was set in the future was set by a clock that was wrong.
    private func isPassedOver(_ moment: Date, _ now: Date) -> Bool {
        moment < settings.setAt && settings.setAt <= now
    }
}
