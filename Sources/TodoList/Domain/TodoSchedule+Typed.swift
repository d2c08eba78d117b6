import CoreModule
import Foundation

// A start that a user gives is kept as it was given, or refused with what to do instead.

extension TodoSchedule {
    /// Throws if a new start cannot be kept: ``TodoError/startAfterDeadline``, ``TodoError/startIsDeadline``,
    /// ``TodoError/startHasTime``, and, of a new rule, ``TodoError/emptyRecurrence(_:)`` if it ends before the task is
    /// due, and ``TodoError/startMovesSeries`` if it has not the day of the start.
    func checkTyped(in timeZone: TimeZone) throws(TodoError) {
        try check(in: timeZone)
        if let recurrence, recurrence.start == nil, let until = recurrence.parts?.until,
            let begin = start ?? deadline, until.day < begin.day(in: timeZone)
        {
            throw .emptyRecurrence(recurrence.typedText)
        }
        guard let start, let deadline else { return }
        guard start != deadline else { throw .startIsDeadline }
        guard !start.hasTime || deadline.hasTime else { throw .startHasTime }
        let day = start.day(in: timeZone)
        if let recurrence, recurrence.start == nil, recurrence.firstDay(from: day) != day { throw .startMovesSeries }
    }

    /// Throws if an edit of this schedule has another meaning than it says; see ``checkTyped(in:)``. A recurring task keeps a date which
    /// its times follow, and a start, given or taken away, does not change when it is due.
    func check(_ edit: TodoEdit, leadingTo new: TodoSchedule, at place: Place) throws(TodoError) {
        guard edit.schedule == nil else { return }
        var typed = TodoSchedule(
            start: edit.start.map(\.value) ?? start, deadline: edit.deadline.map(\.value) ?? deadline)
        let isNewRule = edit.recurrence?.value.map { recurrence?.hasRule(of: $0) != true } ?? false
        if isNewRule { typed.recurrence = edit.recurrence?.value.map { TodoRecurrence(rule: $0.rule) } }
        if isNewRule || edit.start?.value != nil && edit.start?.value != start {
            try typed.checkTyped(in: place.timeZone)
        }
        guard recurrence?.start != nil, edit.recurrence == nil else { return }
        guard typed.start != nil || typed.deadline != nil else { throw .recurrenceWithoutDate }
        guard edit.start != nil, edit.deadline == nil, deadline != nil, typed.start != start else { return }
        guard hasSteps(of: new, in: place.zones) else { throw .startMovesSeries }
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
