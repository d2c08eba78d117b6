import CoreModule
package import Foundation

extension TodoRecord {
    /// Edits the task. If it recurs and is done now, it moves to its next time instead, and is open there. If it was moved last and is
    /// not done now after all, it moves back, before the rest of the edit.
    ///
    /// Throws ``TodoError/unknownRecurrence(_:)`` if the next time is not known.
    package mutating func edit(
        _ edit: TodoEdit, at date: Date, in timeZone: TimeZone = .autoupdatingCurrent
    ) throws(TodoError) {
        guard let old = todo else { return }
        var (edit, base) = (edit, old)
        var step: TodoStep?
        if edit.isCompleted == false, !old.isCompleted, let last = lastStep, last.to == TodoOccurrence(old) {
            let back = TodoEdit(
                deadline: last.from.deadline.map { .set($0) } ?? .cleared,
                recurrence: last.from.recurrence.map { .set($0) } ?? .cleared)
            base = back.applied(to: old, at: date)
            lastStep = nil
        } else if edit.isCompleted == true, !old.isCompleted {
            var others = edit
            others.isCompleted = nil
            let edited = anchored(others.applied(to: old, at: date), before: old, at: date, in: timeZone)
            if edited.recurrence != nil, let next = try next(after: edited, at: date, in: timeZone) {
                edit = others
                edit.deadline = next.deadline.map { .set($0) } ?? .cleared
                edit.recurrence = next.recurrence.map { .set($0) } ?? .cleared
                step = TodoStep(from: TodoOccurrence(edited), to: TodoOccurrence(next))
            }
        }
        let applied = edit.applied(to: base, at: date)
        let new = step == nil ? anchored(applied, before: base, at: date, in: timeZone) : applied
        guard new != old else { return }
        if let step { lastStep = step }
        let (before, after) = (TodoFields(old), TodoFields(new))
        for field in TodoField.allCases where before[field] != after[field] { edits[field] = date }
        todo = new
        updateSyncState()
    }

    /// The task at its next time that is not past at a date; nil if this is the last one.
    private func next(after todo: Todo, at date: Date, in timeZone: TimeZone) throws(TodoError) -> Todo? {
        let document = document
        let next = todo.recurrence?.next(
            deadline: todo.deadline, without: document?.closedTimes ?? [], in: document?.zones ?? ICalendarTimeZones()
        ) { !$0.isPast(at: date, in: timeZone) }
        switch next {
        case .time(let recurrence, let deadline):
            var moved = todo
            (moved.recurrence, moved.deadline) = (recurrence, deadline)
            return written(moved, at: date, in: timeZone)
        case .end, nil: return nil
        case .unknown: throw .unknownRecurrence(todo.recurrence?.rule ?? "")
        }
    }

    /// A task with a changed deadline or recurrence, so that both fit: a new rule begins where the task is, a task without a deadline
    /// is due on the first day of the rule, and a start that was the deadline still is.
    package func anchored(_ new: Todo, before old: Todo?, at date: Date, in timeZone: TimeZone) -> Todo {
        guard var recurrence = new.recurrence else { return new }
        guard recurrence != old?.recurrence || new.deadline != old?.deadline else { return new }
        let zones = document?.zones ?? ICalendarTimeZones()
        var anchored = new
        if recurrence.start == nil, let known = old?.recurrence, known.start != nil, new.deadline == old?.deadline {
            (recurrence.start, recurrence.hasStart) = (known.start, known.hasStart)
        } else if recurrence.start == nil {
            let deadline = new.deadline ?? .day(recurrence.firstDay(from: CalendarDay(date, in: timeZone)))
            anchored.deadline = deadline
            recurrence.start = deadline.time(like: document?.due, in: zones)
        } else if let start = recurrence.start, new.deadline != old?.deadline, recurrence == old?.recurrence {
            let isDeadline = !recurrence.hasStart || old?.deadline == TodoDeadline(start, in: zones)
            if isDeadline, let deadline = new.deadline {
                recurrence = recurrence.starting(at: deadline.time(like: start, in: zones))
            } else if !recurrence.hasStart {
                recurrence.hasStart = true
            }
        }
        anchored.recurrence = recurrence
        return written(anchored, at: date, in: timeZone)
    }

    /// A recurring task as it is read back after it was written.
    private func written(_ todo: Todo, at date: Date, in timeZone: TimeZone) -> Todo {
        let bytes =
            document?.bytes(with: TodoFields(todo), at: date, device: "", timeZone: timeZone)
            ?? TodoDocument.bytes(of: todo, at: date, device: "")
        guard let fields = Self.document(bytes)?.fields else { return todo }
        var written = todo
        (written.deadline, written.recurrence) = (fields.deadline, fields.recurrence)
        return written
    }
}
