public import Foundation

/// A part of a task that is merged separately: edits of different fields on different devices are all kept.
public enum TodoField: String, Hashable, Sendable, Codable, CaseIterable {
    /// The next step.
    case text
    /// The notes.
    case notes
    /// How much it matters.
    case priority
    /// When it must be done.
    case deadline
    /// Whether it is done, and since when.
    case completion
}

/// The value of a field.
public enum TodoFieldValue: Hashable, Sendable, Codable {
    /// The next step.
    case text(String)
    /// What is noted about it; empty where nothing is.
    case notes(String)
    /// How much it matters.
    case priority(TodoPriority)
    /// When it must be done; `nil` where nothing is set.
    case deadline(TodoDeadline?)
    /// Whether it is done, and since when, where that is known.
    case completion(Bool, at: Date?)

    /// The field.
    public var field: TodoField {
        switch self {
        case .text: .text
        case .notes: .notes
        case .priority: .priority
        case .deadline: .deadline
        case .completion: .completion
        }
    }

    /// Whether both are the same to the user: the completion date does not matter.
    func agrees(with other: TodoFieldValue) -> Bool {
        if case (.completion(let mine, _), .completion(let theirs, _)) = (self, other) { return mine == theirs }
        return self == other
    }
}

extension TodoDeadline: Codable {
    /// Reads what ``description`` says.
    public init(from decoder: any Decoder) throws {
        try self.init(decoder.singleValueContainer().decode(String.self))
    }

    /// Writes the ``description``.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

/// All fields of a task.
package struct TodoFields: Hashable, Sendable, Codable {
    package var text: String
    package var notes: String
    package var priority: TodoPriority
    package var deadline: TodoDeadline?
    package var isCompleted: Bool
    package var completedAt: Date?

    /// The fields of a new task.
    package static let empty = TodoFields(
        text: "", notes: "", priority: .normal, deadline: nil, isCompleted: false, completedAt: nil)

    package init(_ todo: Todo) {
        text = todo.text.value
        notes = todo.notes.value
        priority = todo.priority
        deadline = todo.deadline
        isCompleted = todo.isCompleted
        completedAt = todo.completedAt
    }

    package init(
        text: String, notes: String, priority: TodoPriority, deadline: TodoDeadline?, isCompleted: Bool,
        completedAt: Date?
    ) {
        self.text = text
        self.notes = notes
        self.priority = priority
        self.deadline = deadline
        self.isCompleted = isCompleted
        self.completedAt = completedAt
    }

    /// The value of a field; setting one takes the field from the value.
    package subscript(field: TodoField) -> TodoFieldValue {
        get {
            switch field {
            case .text: .text(text)
            case .notes: .notes(notes)
            case .priority: .priority(priority)
            case .deadline: .deadline(deadline)
            case .completion: .completion(isCompleted, at: completedAt)
            }
        }
        set {
            switch newValue {
            case .text(let text): self.text = text
            case .notes(let notes): self.notes = notes
            case .priority(let priority): self.priority = priority
            case .deadline(let deadline): self.deadline = deadline
            case .completion(let isCompleted, let date): (self.isCompleted, completedAt) = (isCompleted, date)
            }
        }
    }

    /// A task with these fields.
    package func applied(to todo: Todo) -> Todo {
        var todo = todo
        todo.text = TodoText(stored: text)
        todo.notes = TodoNotes(stored: notes)
        todo.priority = priority
        todo.deadline = deadline
        todo.isCompleted = isCompleted
        todo.completedAt = completedAt
        return todo
    }
}
