import CoreModule
import Foundation

// A start that a user gives is kept as it was given, or refused with what to do instead.

extension TodoSchedule {
    /// Throws if a new start cannot be kept: ``TodoError/startAfterDeadline``, ``TodoError/startIsDeadline``,
    /// ``TodoError/startHasTime``, and, of a new rule, ``TodoError/emptyRecurrence(_:)`` if it ends before its first day from the date
    /// of the task on, and ``TodoError/startMovesSeries`` if the first day from the start on is not before the deadline.
    func checkTyped(at date: Date, in timeZone: TimeZone) throws(TodoError) {
        try check(in: timeZone)
        if let start, let deadline {
            guard start != deadline else { throw .startIsDeadline }
            guard !start.hasTime || deadline.hasTime else { throw .startHasTime }
        }
        guard let recurrence, recurrence.start == nil else { return }
        let given = (start ?? deadline)?.day(in: timeZone)
        let begin = recurrence.firstDay(from: given ?? CalendarDay(date, in: timeZone))
        if let until = recurrence.parts?.until, until.day < begin { throw .emptyRecurrence(recurrence.typedText) }
        if start != nil, begin != given, deadline.map({ $0.day(in: timeZone) <= begin }) ?? false {
            throw .startMovesSeries
        }
    }

    /// Moves the date from which a new rule counts, the start or else the deadline, to the first day of the rule from then on: RFC 5545
    /// wants the start to be the first time (section 3.8.5.3).
    /// - Returns: by how many days.
    mutating func move(toFirstDayOf rule: TodoRecurrence, in timeZone: TimeZone) -> Int {
        guard let day = (start ?? deadline)?.day(in: timeZone), rule.parts.map({ $0.frequency >= .daily }) ?? false
        else { return 0 }
        let days = rule.firstDay(from: day).daysSince1970 - day.daysSince1970
        if start != nil {
            start = start?.moved(by: days, in: timeZone)
        } else {
            deadline = deadline?.moved(by: days, in: timeZone)
        }
        return days
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
        if isNewRule, let rule = new.recurrence, let time = rule.start, rule.parts?.namesDays ?? false,
            time.day(in: place.zones, on: place.timeZone) != time.day
        {
            throw .recurrenceOfOtherDays
        }
        guard recurrence?.start != nil, !isNewRule, edit.recurrence != .cleared else { return }
        guard typed.start != nil || typed.deadline != nil else { throw .recurrenceWithoutDate }
        if let until = recurrence?.parts?.until?.day(in: place.zones, on: place.timeZone),
            edit.start?.value != nil || edit.deadline?.value != nil,
            let begin = (typed.start ?? typed.deadline)?.day(in: place.timeZone), until < begin
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

extension TodoDeadline {
    /// The same time of a later day.
    fileprivate func moved(by days: Int, in timeZone: TimeZone) -> TodoDeadline {
        switch self {
        case _ where days == 0: return self
        case .day(let day): return .day(CalendarDay(daysSince1970: day.daysSince1970 + days))
        case .local(let time): return .local(time.adding(days: days))
        case .moment(let date):
            let local = LocalDateTime(date, in: timeZone).adding(days: days)
            return .moment(ICalendarTimeZones.date(of: local, in: timeZone))
        }
    }
}
