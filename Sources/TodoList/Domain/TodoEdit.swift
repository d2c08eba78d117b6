public import CoreModule
package import Foundation

/// An edit of a task. A field that is nil is not changed.
public struct TodoEdit: Hashable, Sendable {
    /// The change of the deadline.
    public enum Deadline: Hashable, Sendable {
        /// The deadline is removed.
        case cleared
        /// It is this one.
        case set(TodoDeadline)

        /// It is the end of a day.
        public static func day(_ day: CalendarDay) -> Deadline { .set(.day(day)) }
    }

    /// The change of the recurrence.
    public enum Recurrence: Hashable, Sendable {
        /// The task does not recur any more.
        case cleared
        /// It is this one.
        case set(TodoRecurrence)
    }

    /// The new text.
    public var text: TodoText?
    /// The new priority.
    public var priority: TodoPriority?
    /// The new deadline.
    public var deadline: Deadline?
    /// The new recurrence.
    public var recurrence: Recurrence?
    /// The new notes.
    public var notes: TodoNotes?
    /// Whether it is done now. A recurring task moves to its next time, and back if that is taken back.
    public var isCompleted: Bool?

    /// Describes an edit.
    public init(
        text: TodoText? = nil, priority: TodoPriority? = nil, deadline: Deadline? = nil, recurrence: Recurrence? = nil,
        notes: TodoNotes? = nil, isCompleted: Bool? = nil
    ) {
        self.text = text
        self.priority = priority
        self.deadline = deadline
        self.recurrence = recurrence
        self.notes = notes
        self.isCompleted = isCompleted
    }

    /// The task after the edit. An edit without effect keeps the date and the synchronization state.
    package func applied(to todo: Todo, at date: Date) -> Todo {
        var edited = todo
        if let text { edited.text = text }
        if let priority { edited.priority = priority }
        if let notes { edited.notes = notes }
        if let isCompleted, isCompleted != todo.isCompleted {
            edited.isCompleted = isCompleted
            edited.completedAt = isCompleted ? date.inWholeSeconds : nil
        }
        switch deadline {
        case nil: break
        case .cleared?: edited.deadline = nil
        case .set(let deadline)?: edited.deadline = deadline
        }
        switch recurrence {
        case nil: break
        case .cleared?: edited.recurrence = nil
        case .set(let recurrence)?: edited.recurrence = recurrence
        }
        guard edited != todo else { return todo }
        edited.updatedAt = date
        edited.sync = todo.sync.edited
        return edited
    }
}

extension TodoEdit {
    /// Makes the edit that sets a field to a value.
    init(_ value: TodoFieldValue) {
        self.init()
        set(value)
    }

    /// Makes the edit that changes a task's fields to others.
    init(from todo: Todo, to fields: TodoFields) {
        self.init()
        let old = TodoFields(todo)
        for field in TodoField.allCases where !fields[field].agrees(with: old[field]) { set(fields[field]) }
    }

    private mutating func set(_ value: TodoFieldValue) {
        switch value {
        case .text(let text): self.text = TodoText(stored: text)
        case .notes(let notes): self.notes = TodoNotes(stored: notes)
        case .priority(let priority): self.priority = priority
        case .deadline(let deadline): self.deadline = deadline.map { .set($0) } ?? .cleared
        case .recurrence(let recurrence): self.recurrence = recurrence.map { .set($0) } ?? .cleared
        case .completion(let isCompleted, _): self.isCompleted = isCompleted
        }
    }
}

extension Date {
    /// Rounded down to whole seconds, the precision of iCalendar.
    var inWholeSeconds: Date { Date(timeIntervalSince1970: timeIntervalSince1970.rounded(.down)) }
}
