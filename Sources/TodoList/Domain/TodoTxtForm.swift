import CoreModule

/// What a line of todo.txt says more exactly than the fields of its task: a letter that is none of the three priorities, and a `rec`. It
/// counts as long as the fields mean the same. And which line it was: what the user has changed since stays if that is imported again.
package struct TodoTxtForm: Hashable, Sendable, CustomStringConvertible {
    /// The letter of the priority.
    package var priority: TodoTxtPriority?
    /// The value of `rec`.
    package var recurrence: TodoTxtRecurrence?
    /// The ``TodoTxtLine/digest`` of the line from which values were taken last.
    package var line: String?

    /// Nothing more.
    package static let none = TodoTxtForm()

    private init() {}

    /// What a line says.
    init(_ line: TodoTxtLine) {
        priority = line.priority
        recurrence = line.rec
    }

    /// Reads a ``description``.
    package init(_ text: String) {
        let pairs = TodoTxtLine(text: text)
        self.init(pairs)
        line = pairs.value("line")
    }

    /// The pairs of todo.txt: `pri:D rec:1w line:0a1b2c3d`. Empty if there is nothing.
    package var description: String {
        [priority.map { "pri:\($0)" }, recurrence.map { "rec:\($0)" }, line.map { "line:\($0)" }].compactMap(\.self)
            .joined(separator: " ")
    }

    /// What of it a task with these fields has: nothing that says something else, or no more than they do.
    package func fitting(_ priority: TodoPriority, _ recurrence: TodoRecurrence?) -> TodoTxtForm {
        var form = self
        if self.priority?.priorityClass != priority || self.priority == TodoTxtPriority(priority) {
            form.priority = nil
        }
        let own = recurrence.flatMap { TodoTxtRecurrence($0) }
        if self.recurrence?.recurrence.rule != recurrence?.rule || self.recurrence == own { form.recurrence = nil }
        return form
    }
}

extension TodoTxtForm: Codable {
    /// Reads a ``description``.
    package init(from decoder: any Decoder) throws {
        self.init(try decoder.singleValueContainer().decode(String.self))
    }

    /// Writes the ``description``.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

extension TodoTxtPriority {
    /// The letter of a task's priority: A is high, C low. Nil for normal, which has no letter.
    init?(_ priority: TodoPriority) {
        switch priority {
        case .high: self.init("A")
        case .normal: return nil
        case .low: self.init("C")
        }
    }

    /// The priority as one of three: A is high, B normal, every later letter low.
    package var priorityClass: TodoPriority {
        switch description {
        case "A": .high
        case "B": .normal
        default: .low
        }
    }
}
