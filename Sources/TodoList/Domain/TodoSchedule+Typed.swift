import CoreModule
import Foundation

// A start that a user gives is kept as it was given, or refused with what to do instead.

extension TodoSchedule {
    /// Throws if a new start cannot be kept: ``TodoError/startAfterDeadline``, ``TodoError/startIsDeadline``,
    /// ``TodoError/startHasTime``, and, of a new rule, ``TodoError/emptyRecurrence(_:)`` if it ends before the task is
    /// due, at a date its first day from then on, and ``TodoError/startMovesSeries`` if it has not the day of the start.
    func checkTyped(at date: Date, in timeZone: TimeZone) throws(TodoError) {
        try check(in: timeZone)
        if let start, let deadline {
            guard start != deadline else { throw .startIsDeadline }
            guard !start.hasTime || deadline.hasTime else { throw .startHasTime }
        }
        guard let recurrence, recurrence.start == nil else { return }
        let begin = (start ?? deadline)?.day(in: timeZone) ?? recurrence.firstDay(from: CalendarDay(date, in: timeZone))
        if let until = recurrence.parts?.until, until.day < begin { throw .emptyRecurrence(recurrence.typedText) }
        if start != nil, recurrence.firstDay(from: begin) != begin { throw .startMovesSeries }
    }

    /// Throws if an edit of this schedule has another meaning than it says; see ``checkTyped(at:in:)``. A recurring task keeps a date which
    /// its times follow, and a start, given or taken away, does not change when it is due.
    func check(_ edit: TodoEdit, leadingTo new: TodoSchedule, at place: Place) throws(TodoError) {
        guard edit.schedule == nil else { return }
        var typed = TodoSchedule(
            start: edit.start.map(\.value) ?? start, deadline: edit.deadline.map(\.value) ?? deadline)
        let isNewRule = edit.recurrence?.value.map { recurrence?.hasRule(of: $0) != true } ?? false
        if isNewRule { typed.recurrence = edit.recurrence?.value.map { TodoRecurrence(rule: $0.rule) } }
        if isNewRule || edit.start?.value != nil && edit.start?.value != start {
            try typed.checkTyped(at: place.now, in: place.timeZone)
        }
        guard recurrence?.start != nil, !isNewRule, edit.recurrence != .cleared else { return }
        guard typed.start != nil || typed.deadline != nil else { throw .recurrenceWithoutDate }
        if let until = recurrence?.parts?.until, edit.start?.value != nil || edit.deadline?.value != nil,
            let begin = (typed.start ?? typed.deadline)?.day(in: place.timeZone), until.day < begin
        {
            throw .emptyRecurrence(recurrence?.typedText ?? "")
        }
        guard edit.start != nil, typed.start != start, deadline != nil else { return }
        let isKept =
            typed.deadline == deadline
            ? hasSteps(of: new, in: place.zones) : typed.canBegin(insteadOf: self, in: place.timeZone)
        guard isKept else { throw .startMovesSeries }
    }

    /// Whether a recurring task can have this start with another deadline: it lasts as many days as before, so that only this time is put
    /// off, or its rule has the day.
    private func canBegin(insteadOf old: TodoSchedule, in timeZone: TimeZone) -> Bool {
        guard let day = start?.day(in: timeZone), let recurrence = old.recurrence else { return true }
        func length(_ schedule: TodoSchedule) -> Int? {
            guard let end = schedule.deadline?.day(in: timeZone) else { return nil }
            return end.daysSince1970 - (schedule.start?.day(in: timeZone) ?? end).daysSince1970
        }
        return length(self) == length(old) || recurrence.firstDay(from: day) == day
    }

    /// Whether the times of both have the same distances, so that start and deadline of both are always as far from each other. The first
    /// ones show it.
    private func hasSteps(of other: TodoSchedule, in zones: ICalendarTimeZones) -> Bool {
        func steps(_ recurrence: TodoRecurrence?) -> [Int] {
            guard let recurrence, let start = recurrence.start, let series = recurrence.series(zones) else { return [] }
            return series.prefix(60).map { $0.time.clock.secondsOfClock - start.clock.secondsOfClock }
        }
        // One may end earlier.
        return zip(steps(recurrence), steps(other.recurrence)).allSatisfy { $0 == $1 }
    }
}
