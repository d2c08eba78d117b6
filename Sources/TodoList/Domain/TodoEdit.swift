public import Foundation

/// What is to be changed of a task; what is `nil` stays as it is.
public struct TodoEdit: Hashable, Sendable {
    /// What becomes of the deadline.
    public enum Deadline: Hashable, Sendable {
        /// There is none any more.
        case cleared
        /// It is this day.
        case day(CalendarDay)
    }

    /// The new text.
    public var text: TodoText?
    /// The new priority.
    public var priority: TodoPriority?
    /// The new deadline.
    public var deadline: Deadline?
    /// Whether it is done now.
    public var isCompleted: Bool?

    /// Describes an edit.
    public init(
        text: TodoText? = nil, priority: TodoPriority? = nil, deadline: Deadline? = nil, isCompleted: Bool? = nil
    ) {
        self.text = text
        self.priority = priority
        self.deadline = deadline
        self.isCompleted = isCompleted
    }

    /// The task after the edit. An edit that changes nothing leaves its date and its state of synchronization as they are.
    public func applied(to todo: Todo, at date: Date) -> Todo {
        var edited = todo
        if let text { edited.text = text }
        if let priority { edited.priority = priority }
        if let isCompleted { edited.isCompleted = isCompleted }
        switch deadline {
        case nil: break
        case .cleared?: edited.deadline = nil
        case .day(let day)?: edited.deadline = day
        }
        guard edited != todo else { return todo }
        edited.updatedAt = date
        edited.sync = todo.sync.edited
        return edited
    }
}
