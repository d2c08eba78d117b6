import CoreModule
import Foundation

extension TodoRecordTransaction {
    /// Imports the contents of a file.
    /// - Returns: the result, and what changed.
    func perform(
        _ contents: TodoImport, at now: Date, in timeZone: TimeZone
    ) throws -> (report: ImportReport, changes: [TodoChange]) {
        var (outcomes, report): ([TodoChange?], ImportReport) = ([], contents.report)
        for object in contents.objects {
            let outcome = try importObject(object, at: now)
            outcomes.append(outcome)
            if outcome != nil { for remark in object.remarks { report.remark(line: object.line, remark) } }
        }
        if !contents.lines.isEmpty {
            let matches = TodoLineMatches.find(contents.lines, among: try todos(), timeZone: timeZone)
            for (line, match) in zip(contents.lines, matches) {
                let outcome = try importLine(line, match, at: now, in: timeZone)
                outcomes.append(outcome)
                let remark: Message? =
                    if case .added(let todo)? = outcome { line.remark(of: todo, in: timeZone) } else {
                        try match.flatMap { try record($0)?.todo }.flatMap { line.remark(over: $0, in: timeZone) }
                    }
                if let remark { report.remark(line: line.number, remark) }
            }
        }
        for outcome in outcomes {
            switch outcome {
            case nil: report.count(.unchanged)
            case .added: report.count(.added)
            case .updated, .removed, .reloaded: report.count(.updated)
            }
        }
        return (report, outcomes.compactMap(\.self))
    }

    /// Imports a task of an iCalendar file. A task with its identifier changes only if the file's version is newer. Then both are
    /// merged field by field, and values of the list that lose become conflicts. The object is stored for its unknown properties,
    /// unless the task is on a server: then the server's object counts.
    /// - Returns: the change. Nil if nothing changed.
    private func importObject(_ imported: ImportedTodoObject, at now: Date) throws -> TodoChange? {
        var record = try record(imported.id) ?? TodoRecord(id: imported.id)
        guard let old = record.todo else {
            let isNew = record.isPlain
            let edited = imported.stamp ?? now
            if record.remote == nil { record.lastServerCopy = imported.bytes }
            let todo = imported.fields.todo(imported.id, createdAt: imported.created ?? edited, updatedAt: edited)
            // A task that was removed here is back as of now, regardless of the file's date.
            record.add(todo, at: isNew ? edited : now)
            if isNew { record.todo?.sync = .local }
            try save(record)
            return record.todo.map { .added($0) }
        }
        let known = TodoRecord.document(record.remote?.bytes ?? record.lastServerCopy)
        guard let stamp = imported.stamp, stamp > known?.stamp ?? old.updatedAt else { return nil }
        let here = TodoDocument.written(TodoFields(old)).asTyped
        var fields = imported.fields
        var losses: [TodoMerge.Loss] = []
        if let known {
            let merge = TodoMerge(
                base: known.fields.asTyped, baseDate: known.stamp, here: here, dates: record.date, there: fields,
                date: stamp)
            fields = merge.fields
            // A value of the file is not lost: it stays in the file.
            losses = merge.losses.filter { $0.side == .here }
        }
        let isOtherObject = record.remote == nil && !record.holdsSame(as: imported.bytes)
        guard fields != here || isOtherObject else { return nil }
        if record.remote == nil { record.lastServerCopy = imported.bytes }
        if fields != here {
            for field in TodoField.allCases where fields[field] != here[field] { record.edits[field] = stamp }
            record.todo = fields.applied(to: old)
            record.todo?.updatedAt = max(old.updatedAt, stamp)
        }
        record.updateSyncState()
        if old.sync == .local { record.todo?.sync = .local }
        try save(record)
        for loss in losses {
            try addConflict(
                .field(kept: loss.kept, lost: loss.lost, device: nil, date: loss.date), of: record.id,
                text: old.text.value, at: now)
        }
        return record.todo.map { .updated($0) }
    }

    /// Imports a line. An existing task keeps its values, because a line has no date of its last edit. Only missing values come
    /// from the line, and none from the line from which they came before: what the user has changed since stays.
    private func importLine(
        _ line: ImportedTodoLine, _ match: TodoID?, at now: Date, in timeZone: TimeZone
    ) throws -> TodoChange? {
        guard let match, var record = try record(match), let old = record.todo else {
            return .added(try add(line.todo, in: timeZone))
        }
        if old.todoTxt.line != nil, old.todoTxt.line == line.todo.todoTxt.line { return nil }
        var edit = TodoEdit()
        if old.deadline == nil { edit.deadline = line.todo.deadline.map { .set($0) } }
        // The start that a task has counts more than a deadline before it.
        do { try TodoSchedule(start: old.start, deadline: line.todo.deadline).check(in: timeZone) } catch {
            edit.deadline = nil
        }
        if old.start == nil, old.recurrence == nil { edit.start = line.todo.start.map { .set($0) } }
        if old.priority == .normal { edit.priority = line.todo.priority }
        // A done line is one time of a task that recurs, or recurred.
        if !old.isCompleted, !line.todo.isCompleted, old.recurrence == nil {
            edit.recurrence = line.todo.recurrence.map { .set($0) }
        }
        // What a user could not type beside the rest is left out.
        let typed = TodoSchedule(
            start: edit.start?.value ?? old.start, deadline: edit.deadline?.value ?? old.deadline,
            recurrence: edit.recurrence?.value)
        do { try typed.checkTyped(at: now, in: timeZone) } catch { (edit.start, edit.recurrence) = (nil, nil) }
        // A line that is imported again would move a recurring task once more.
        if !old.isCompleted, old.recurrence == nil, line.todo.isCompleted { edit.isCompleted = true }
        do { try record.edit(edit, at: now, in: timeZone) } catch {
            // Nor does it fit what the task has.
            (edit.start, edit.deadline, edit.recurrence) = (nil, nil, nil)
            try record.edit(edit, at: now, in: timeZone)
        }
        record.fill(line.todo.todoTxt, at: now, over: old)
        guard record.todo != old else { return nil }
        record.todo?.todoTxt.line = line.todo.todoTxt.line
        if edit.isCompleted == true { record.todo?.completedAt = line.todo.completedAt }
        record.updateSyncState()
        try save(record)
        return record.todo.map { .updated($0) }
    }
}

extension TodoRecord {
    /// Takes over what a line of todo.txt says more exactly, where the task said nothing before.
    fileprivate mutating func fill(_ form: TodoTxtForm, at date: Date, over old: Todo) {
        guard let todo else { return }
        var filled = todo.todoTxt
        if old.priority == .normal { filled.priority = filled.priority ?? form.priority }
        if old.recurrence == nil { filled.recurrence = form.recurrence }
        filled = filled.fitting(todo.priority, todo.recurrence)
        guard filled != todo.todoTxt else { return }
        self.todo?.todoTxt = filled
        self.todo?.updatedAt = date
        updateSyncState()
    }
}

extension ImportedTodoLine {
    /// What is said of its new task.
    fileprivate func remark(of new: Todo, in timeZone: TimeZone) -> Message? {
        guard notUnderstood.isEmpty else { return Message("not understood: \(notUnderstood.joined(separator: " "))") }
        if let day = TodoOutcome(new, asked: todo.schedule, in: timeZone).firstDay {
            return Message("the first day of its recurrence was taken: \(TodoDeadline.day(day).description)")
        }
        let isDated = todo.start != nil || todo.deadline != nil
        return todo.recurrence == nil || isDated ? nil : Message("it has no date, and recurs from today on")
    }

    /// What its task has otherwise than the line says, after the import.
    fileprivate func remark(over kept: Todo, in timeZone: TimeZone) -> Message? {
        var fields: [Message] = []
        func compare(_ field: TodoField, _ differs: Bool) { if differs { fields.append(field.name) } }
        let (text, own) = (TodoLineMatches.textWithoutContexts(key), TodoTxtLine(kept, in: timeZone).key)
        compare(.text, text != TodoLineMatches.textWithoutContexts(own))
        compare(.priority, todo.priority != .normal && todo.priority != kept.priority)
        compare(.start, todo.start != nil && todo.start?.day(in: timeZone) != kept.startDay(in: timeZone))
        compare(.deadline, todo.deadline != nil && todo.deadline?.day(in: timeZone) != kept.deadline?.day(in: timeZone))
        let rec = kept.recurrence.flatMap { TodoTxtRecurrence($0) }
        compare(.recurrence, todo.recurrence != nil && todo.recurrence?.rule != rec?.recurrence.rule)
        let contexts = TodoTags(stored: kept.tags.names.map { TodoTxtLine.context(of: $0) })
        compare(.tags, !todo.tags.names.allSatisfy { contexts.contains("@" + $0) })
        compare(.completion, todo.isCompleted != kept.isCompleted)
        return fields.isEmpty ? nil : Message("the list keeps its own: \(RecurrenceRule.list(fields))")
    }
}
