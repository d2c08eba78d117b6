package import CoreModule
import Foundation

/// The contents of a file, ready to be imported in one transaction.
struct TodoImport: Sendable {
    var objects: [ImportedTodoObject] = []
    var lines: [ImportedTodoLine] = []
    /// Whether an iCalendar file has events and no tasks.
    var hasOnlyEvents = false
    /// What was rejected.
    var report = ImportReport()
}

/// A task of an iCalendar file, in its own object.
struct ImportedTodoObject: Sendable {
    let id: TodoID
    let fields: TodoFields
    /// When it was edited last, if the file says so.
    let stamp: Date?
    let created: Date?
    let bytes: [UInt8]
    /// The line of the file, from 1.
    let line: Int
    /// What is different from the file, or strange in it, for a person.
    let remarks: [Message]
}

/// A task of a todo.txt file.
package struct ImportedTodoLine: Sendable {
    /// The task, if it is new.
    let todo: Todo
    /// Its creation date, if the line has one.
    let creationDay: CalendarDay?
    /// Identifies the task, with the creation date.
    let key: String
    /// Its number in the file.
    let number: Int
    /// What looks like a date or a recurrence and stays text.
    let notUnderstood: [String]

    package init(todo: Todo, creationDay: CalendarDay?, key: String, number: Int = 1, notUnderstood: [String] = []) {
        (self.number, self.notUnderstood) = (number, notUnderstood)
        self.todo = todo
        self.creationDay = creationDay
        self.key = key
    }
}

extension Error {
    /// Why a file, or a part of it, cannot be imported.
    var importExplanation: Message {
        (self as? any ExplainedError)?.explanation ?? Message("it cannot be read")
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
