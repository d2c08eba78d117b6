package import CoreModule
package import Foundation

/// What a file holds, ready to be taken over in one transaction.
package enum TodoImportJob: Sendable {
    case objects([ImportedTodoObject])
    case lines([ImportedTodoLine], timeZone: TimeZone)
}

/// A task of an iCalendar file, in an object of its own.
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
    /// By which it is found again, with the creation date.
    package let key: String
}

/// What an import has made of a job.
package struct TodoImportResult: Hashable, Sendable {
    package var report = ImportReport()
    package var changes: [TodoChange] = []

    package init() {}

    /// Notes what became of a task; `nil` for nothing.
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
    /// The fields as they would be if a person had typed them; what is too long stays as it is.
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
