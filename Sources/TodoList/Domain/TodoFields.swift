public import CoreModule
public import Foundation

/// A part of a task that is merged separately: edits of different fields on different devices are all kept.
public enum TodoField: String, Hashable, Sendable, Codable, CaseIterable {
    /// The next step.
    case text
    /// The notes.
    case notes
    /// How much it matters.
    case priority
    /// When it begins.
    case start
    /// When it must be done.
    case deadline
    /// How it recurs.
    case recurrence
    /// The tags.
    case tags
    /// A page about it.
    case link
    /// The task of which it is a part.
    case parent
    /// Whether it is done, and since when.
    case completion

    /// The label of the field.
    public var title: Message {
        switch self {
        case .text: Message("Text")
        case .notes: Message("Notes")
        case .priority: Message("Priority")
        case .start: Message("Start")
        case .deadline: Message("Deadline")
        case .recurrence: Message("Repeat")
        case .tags: Message("Tags")
        case .link: Message("Link")
        case .parent: Message("Part of")
        case .completion: Message("Done")
        }
    }

    /// The field's name within a sentence.
    public var name: Message {
        switch self {
        case .text: Message("text")
        case .notes: Message("notes")
        case .priority: Message("priority")
        case .start: Message("start")
        case .deadline: Message("deadline")
        case .recurrence: Message("recurrence")
        case .tags: Message("tags")
        case .link: Message("link")
        case .parent: Message("part of")
        case .completion: Message("completion")
        }
    }
}

/// The value of a field.
public enum TodoFieldValue: Hashable, Sendable, Codable {
    /// The next step.
    case text(String)
    /// The notes; empty if there are none.
    case notes(String)
    /// How much it matters.
    case priority(TodoPriority)
    /// The start; nil if there is none.
    case start(TodoDeadline?)
    /// The deadline; nil if there is none.
    case deadline(TodoDeadline?)
    /// How it recurs; nil if it does not.
    case recurrence(TodoRecurrence?)
    /// Start, deadline and recurrence of a recurring task, which change together.
    case schedule(TodoSchedule)
    /// The tags.
    case tags(TodoTags)
    /// A page about it; nil if there is none.
    case link(URL?)
    /// The task of which it is a part; nil if it is none.
    case parent(TodoID?)
    /// Whether it is done, and since when, if known.
    case completion(Bool, at: Date?)

    /// The value of a field of a task.
    public init(_ field: TodoField, of todo: Todo) { self = TodoFields(todo)[field] }

    /// The field.
    public var field: TodoField {
        switch self {
        case .text: .text
        case .notes: .notes
        case .priority: .priority
        case .start: .start
        case .deadline: .deadline
        case .recurrence, .schedule: .recurrence
        case .tags: .tags
        case .link: .link
        case .parent: .parent
        case .completion: .completion
        }
    }

    /// The value, for a person.
    public var message: Message {
        switch self {
        case .text(let text): Message("\(text)")
        case .notes(let notes): notes.isEmpty ? Message("none") : Message("\(notes)")
        case .priority(let priority): priority.name
        case .start(let time), .deadline(let time): time.map { Message("\($0.description)") } ?? Message("none")
        case .recurrence(let recurrence): recurrence?.message ?? Message("none")
        case .schedule(let schedule): schedule.message
        case .tags(let tags): tags.names.isEmpty ? Message("none") : Message("\(tags.description)")
        case .link(let link): link.map { Message("\($0.absoluteString)") } ?? Message("none")
        case .parent(let parent): parent.map { Message("\($0.rawValue)") } ?? Message("none")
        case .completion(let isCompleted, _): isCompleted ? Message("done") : Message("not done")
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
    package var schedule: TodoSchedule
    package var tags: TodoTags
    package var link: URL?
    package var parent: TodoID?
    package var isCompleted: Bool
    package var completedAt: Date?
    /// What a line of todo.txt says more exactly, as long as it fits.
    package var todoTxt = TodoTxtForm.none

    /// The fields of a task; without arguments, of a new one.
    package init(
        text: String = "", notes: String = "", priority: TodoPriority = .normal,
        schedule: TodoSchedule = TodoSchedule(),
        tags: TodoTags = .none, link: URL? = nil, parent: TodoID? = nil,
        isCompleted: Bool = false, completedAt: Date? = nil
    ) {
        self.text = text
        self.notes = notes
        self.priority = priority
        self.schedule = schedule
        self.tags = tags
        self.link = link
        self.parent = parent
        self.isCompleted = isCompleted
        self.completedAt = completedAt
    }

    package init(_ todo: Todo) {
        self.init(
            text: todo.text.value, notes: todo.notes.value, priority: todo.priority, schedule: todo.schedule,
            tags: todo.tags, link: todo.link, parent: todo.parent,
            isCompleted: todo.isCompleted, completedAt: todo.completedAt)
        todoTxt = todo.todoTxt
    }

    /// The value of a field; setting one takes the field from the value.
    package subscript(field: TodoField) -> TodoFieldValue {
        get {
            switch field {
            case .text: .text(text)
            case .notes: .notes(notes)
            case .priority: .priority(priority)
            case .start: .start(schedule.start)
            case .deadline: .deadline(schedule.deadline)
            case .recurrence: .recurrence(schedule.recurrence)
            case .tags: .tags(tags)
            case .link: .link(link)
            case .parent: .parent(parent)
            case .completion: .completion(isCompleted, at: completedAt)
            }
        }
        set {
            switch newValue {
            case .text(let text): self.text = text
            case .notes(let notes): self.notes = notes
            case .priority(let priority): self.priority = priority
            case .start(let start): schedule.start = start
            case .deadline(let deadline): schedule.deadline = deadline
            case .recurrence(let recurrence): schedule.recurrence = recurrence
            case .schedule(let schedule): self.schedule = schedule
            case .tags(let tags): self.tags = tags
            case .link(let link): self.link = link
            case .parent(let parent): self.parent = parent
            case .completion(let isCompleted, let date): (self.isCompleted, completedAt) = (isCompleted, date)
            }
        }
    }

    /// A new task with these fields.
    func todo(_ id: TodoID, createdAt: Date, updatedAt: Date) -> Todo {
        applied(to: Todo(id: id, text: TodoText(stored: text), createdAt: createdAt, updatedAt: updatedAt))
    }

    /// A task with these fields.
    package func applied(to todo: Todo) -> Todo {
        var todo = todo
        todo.text = TodoText(stored: text)
        todo.notes = TodoNotes(stored: notes)
        todo.priority = priority
        todo.schedule = schedule
        todo.tags = tags
        todo.link = link
        todo.parent = parent
        todo.isCompleted = isCompleted
        todo.completedAt = completedAt
        todo.todoTxt = todoTxt.fitting(priority, schedule.recurrence)
        return todo
    }
}
