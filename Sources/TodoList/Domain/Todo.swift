public import CoreModule
public import Foundation

/// The identifier of a task.
public typealias TodoID = Identifier<Todo>

/// Something to be done.
public struct Todo: Identifiable, Hashable, Sendable {
    /// Its identifier, for life.
    public let id: TodoID
    /// What is to be done.
    public var text: TodoText
    /// How much it matters.
    public var priority: TodoPriority
    /// When it must be done, where that is set.
    public var deadline: TodoDeadline?
    /// What is noted about it.
    public var notes: TodoNotes
    /// Whether it is done.
    public var isCompleted: Bool
    /// When it was done, in whole seconds; `nil` where it is not, or where nobody has noted when.
    public var completedAt: Date?
    /// When it was added, in whole milliseconds. Lists show the oldest first.
    public let createdAt: Date
    /// When anything of it changed last, in whole milliseconds.
    public var updatedAt: Date
    /// How it stands to its copy on a server.
    public var sync: TodoSyncState

    /// Describes a task.
    public init(
        id: TodoID, text: TodoText, priority: TodoPriority = .normal, deadline: TodoDeadline? = nil,
        notes: TodoNotes = .none, isCompleted: Bool = false, completedAt: Date? = nil, createdAt: Date, updatedAt: Date,
        sync: TodoSyncState = .local
    ) {
        self.id = id
        self.text = text
        self.priority = priority
        self.deadline = deadline
        self.notes = notes
        self.isCompleted = isCompleted
        self.completedAt = completedAt
        self.createdAt = createdAt
        self.updatedAt = updatedAt
        self.sync = sync
    }

    /// Whether its deadline has passed and it is not done.
    public func isOverdue(at date: Date, in timeZone: TimeZone) -> Bool {
        guard let deadline, !isCompleted else { return false }
        return deadline.isPast(at: date, in: timeZone)
    }
}

/// How much a task matters.
public enum TodoPriority: String, Hashable, Sendable, Codable, CaseIterable {
    /// Some day.
    case low
    /// As usual.
    case normal
    /// Soon.
    case high
}

/// How a task stands to its copy on a server.
public enum TodoSyncState: String, Hashable, Sendable, Codable, CaseIterable {
    /// It was never synchronized.
    case local
    /// It was edited since it was synchronized.
    case dirty
    /// Both are the same, as far as is known here.
    case synced

    /// The state after an edit here.
    public var edited: TodoSyncState { self == .local ? .local : .dirty }
}

/// The text of a task: without white space around it, in Unicode's composed form (NFC), from 1 to 500 characters.
public struct TodoText: Hashable, Sendable, CustomStringConvertible {
    /// The most characters, as a reader counts them, that a task may have.
    public static let maximumLength = 500
    private static let maximumScalars = 20 * maximumLength

    /// The text itself.
    public let value: String

    /// Makes a task's text of what was typed; throws ``TodoError/emptyText`` or ``TodoError/textTooLong(length:)``.
    public init(_ typed: String) throws(TodoError) {
        // Looked at before anything else is done with it: what is one character to a reader may be made of any number of marks,
        // and to put them in order takes more than linear time.
        let scalars = typed.unicodeScalars.count
        guard scalars <= Self.maximumScalars else { throw .textTooLong(length: scalars) }
        let text = typed.trimmingCharacters(in: .whitespacesAndNewlines).precomposedStringWithCanonicalMapping
        guard !text.isEmpty else { throw .emptyText }
        guard text.count <= Self.maximumLength else { throw .textTooLong(length: text.count) }
        value = text
    }

    /// A text that was checked when it was stored. Not checked again: what counts as one character may change with the
    /// runtime's version of Unicode, and must not make a task unreadable.
    init(stored value: String) {
        self.value = value
    }

    /// The text.
    public var description: String { value }
}
