import CoreModule
package import Foundation

extension TodoRecord {
    /// Edits the task. If it recurs and is done now, it moves to its next time instead, and is open there. If it was moved last and is
    /// not done now after all, it moves back, before the rest of the edit; and then to the time before, as long as only moves led there.
    ///
    /// Throws ``TodoError/unknownRecurrence(of:_:)`` if the next time is not known, and what
    /// ``TodoSchedule/check(_:leadingTo:at:)`` refuses.
    package mutating func edit(
        _ edit: TodoEdit, at date: Date, in timeZone: TimeZone = .autoupdatingCurrent
    ) throws(TodoError) {
        guard let old = todo else { return }
        // Only a schedule depends on the server's copy.
        let isPlain = old.schedule.isPlain && !edit.hasSchedule && lastStep == nil
        let document = isPlain ? nil : document
        let place = place(document, at: date, in: timeZone)
        var (base, step) = (old.schedule, TodoStep?.none)
        if edit.isCompleted == false, !old.isCompleted, let last = lastStep, last.leads(to: base, in: place.zones),
            edit.schedule.map({ $0 == last.from.fitting(place.zones) }) ?? true
        {
            base = last.from
        }
        var new = edit.applied(to: old, at: date)
        new.schedule = base.edited(by: edit, at: place)
        try base.check(edit, leadingTo: new.schedule, at: place)
        // A deadline before the start removes the start, unless that is what all times of the task follow.
        if edit.start?.value != nil || edit.deadline != nil && base.recurrence != nil {
            try new.schedule.check(in: timeZone)
        }
        let isDone = new.isCompleted && !old.isCompleted && new.recurrence != nil && edit.completedAt == nil
        if isDone { (new.isCompleted, new.completedAt) = (false, nil) }
        if new.schedule != old.schedule || new.isCompleted != old.isCompleted {
            new = written(new, document, at: place)
        }
        if isDone {
            let from = new.schedule
            let closed = document?.closedTimes(at: from.recurrence?.start, on: timeZone) ?? []
            let next = from.next(without: closed, in: place.zones) {
                !$0.isPast(at: date, in: timeZone)
            }
            switch next {
            case .time(let schedule): new.schedule = schedule
            case .end: (new.isCompleted, new.completedAt) = (true, date.inWholeSeconds)
            case .unknown:
                throw .unknownRecurrence(
                    of: new.text.value,
                    new.recurrence.map { UnknownRecurrence(of: $0, among: document?.rules ?? 1) } ?? .noDate)
            }
            new = written(new, document, at: place)
            if !new.isCompleted { step = self.step(from: from, to: new.schedule, in: place.zones) }
        } else if edit.isCompleted == false, base == old.schedule, base.leads(to: new.schedule, in: place.zones) {
            // A move that was taken back is there again.
            step = self.step(from: base, to: new.schedule, in: place.zones)
        }
        new.todoTxt = (edit.todoTxt ?? new.todoTxt).fitting(new.priority, new.recurrence)
        let (before, after) = (TodoFields(old), TodoFields(new))
        guard before != after else { return }
        (new.updatedAt, new.sync) = (date, old.sync.edited)
        if base != old.schedule { lastStep = lastStep?.previous }
        if let step { lastStep = step }
        for field in TodoField.allCases where before[field] != after[field] { edits[field] = date }
        todo = new
        updateSyncState()
        // An imported task has the contents of its file, which is no server.
        if old.sync == .local, remote == nil, inFlight == nil { todo?.sync = .local }
    }

    /// A move, which follows the last one if that led to where it begins.
    private func step(from: TodoSchedule, to: TodoSchedule, in zones: ICalendarTimeZones) -> TodoStep {
        guard let lastStep, lastStep.leads(to: from, in: zones) else { return TodoStep(from: from, to: to) }
        return TodoStep(from: from, to: to, after: lastStep)
    }

    /// A task that is added, as it is read back after it was written. Its recurrence begins where the task is.
    package func adding(_ new: Todo, at date: Date, in timeZone: TimeZone) -> Todo {
        let (document, place) = (document, place(document, at: date, in: timeZone))
        var todo = new
        if let recurrence = new.recurrence, recurrence.start == nil { todo.schedule.setRule(of: recurrence, at: place) }
        todo.todoTxt = todo.todoTxt.fitting(todo.priority, todo.recurrence)
        return written(todo, document, at: place)
    }

    private func place(_ document: TodoDocument?, at date: Date, in timeZone: TimeZone) -> TodoSchedule.Place {
        TodoSchedule.Place(
            zones: document?.zones ?? ICalendarTimeZones(), start: document?.start, due: document?.due, now: date,
            timeZone: timeZone)
    }

    /// A task whose schedule is as it is read back after it was written: iCalendar wants start and deadline in one form.
    private func written(_ todo: Todo, _ document: TodoDocument?, at place: TodoSchedule.Place) -> Todo {
        guard !todo.schedule.isPlain else { return todo }
        var written = todo
        written.schedule = (document ?? TodoDocument(new: todo, at: place.now))
            .schedule(written: TodoFields(todo), in: place.timeZone)
        return written
    }
}
