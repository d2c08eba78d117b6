package import CoreModule
package import Foundation

/// The contents of a file, ready to be imported in one transaction.
package enum TodoImportJob: Sendable {
    case objects([ImportedTodoObject])
    case lines([ImportedTodoLine], timeZone: TimeZone)
}

/// A task of an iCalendar file, in its own object.
package struct ImportedTodoObject: Hashable, Sendable {
    package let id: TodoID
    package let fields: TodoFields
    /// When it was edited last, if the file says so.
    package let stamp: Date?
    package let created: Date?
    package let bytes: [UInt8]
}

/// A task of a todo.txt file.
package struct ImportedTodoLine: Hashable, Sendable {
    /// The task, if it is new.
    package let todo: Todo
    /// Its creation date, if the line has one.
    package let creationDay: CalendarDay?
    /// Identifies the task, with the creation date.
    package let key: String
}

/// The result of an import.
package struct TodoImportResult: Hashable, Sendable {
    package var report = ImportReport()
    package var changes: [TodoChange] = []

    package init() {}

    /// Counts the outcome of a task; nil means unchanged.
    mutating func note(_ change: TodoChange?) {
        guard let change else {
            report.unchanged += 1
            return
        }
        if case .added = change { report.added += 1 } else { report.updated += 1 }
        changes.append(change)
    }
}

extension TodoFields {
    /// The fields as if a user had typed them; texts that are too long are kept.
    var asTyped: TodoFields {
        var fields = self
        do {
            fields.text = try TodoText(text).value
            fields.notes = try TodoNotes(notes).value
        } catch {
            return self
        }
        return fields
    }
}
