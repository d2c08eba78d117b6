public import CoreModule
public import Foundation

/// The identifier of a task.
public typealias TodoID = Identifier<Todo>

/// A task.
public struct Todo: Identifiable, Hashable, Sendable {
    /// Its permanent identifier.
    public let id: TodoID
    /// The next step.
    public var text: TodoText
    /// How much it matters.
    public var priority: TodoPriority
    /// When it is to be done.
    public var schedule: TodoSchedule
    /// The tags.
    public var tags: TodoTags
    /// A page about it, if there is one.
    public var link: URL?
    /// The task of which it is a part; nil if it is none. Another program may name one that is not in the list.
    public var parent: TodoID?
    /// The notes.
    public var notes: TodoNotes
    /// Whether it is done.
    public var isCompleted: Bool
    /// When it was completed, in whole seconds; nil if it is open, or if the date is unknown.
    public var completedAt: Date?
    /// When it was added, in whole seconds, as iCalendar has it. Lists show the oldest first, those of one second in the order
    /// of their identifiers, so that all devices have the same order.
    public let createdAt: Date
    /// When anything of it changed last, in whole milliseconds.
    public var updatedAt: Date
    /// Its synchronization state.
    public var sync: TodoSyncState
    /// What a line of todo.txt says more exactly, as long as it fits.
    var todoTxt = TodoTxtForm.none

    /// Describes a task.
    public init(
        id: TodoID, text: TodoText, priority: TodoPriority = .normal, start: TodoDeadline? = nil,
        deadline: TodoDeadline? = nil, recurrence: TodoRecurrence? = nil, tags: TodoTags = .none, link: URL? = nil,
        parent: TodoID? = nil,
        notes: TodoNotes = .none, isCompleted: Bool = false, completedAt: Date? = nil, createdAt: Date, updatedAt: Date,
        sync: TodoSyncState = .local
    ) {
        self.id = id
        self.text = text
        self.priority = priority
        schedule = TodoSchedule(start: start, deadline: deadline, recurrence: recurrence)
        self.tags = tags
        self.link = link
        self.parent = parent
        self.notes = notes
        self.isCompleted = isCompleted
        self.completedAt = completedAt
        self.createdAt = createdAt.inWholeSeconds
        self.updatedAt = updatedAt
        self.sync = sync
    }

    /// When it begins; nil if at once.
    public var start: TodoDeadline? {
        get { schedule.start }
        set { schedule.start = newValue }
    }

    /// The deadline, if there is one.
    public var deadline: TodoDeadline? {
        get { schedule.deadline }
        set { schedule.deadline = newValue }
    }

    /// When it is due: its deadline, or the start of one that has none.
    public var due: TodoDeadline? { deadline ?? start }

    /// How it recurs; nil if it does not. It is done with its last time.
    public var recurrence: TodoRecurrence? {
        get { schedule.recurrence }
        set { schedule.recurrence = newValue }
    }

    /// Reads the address of a page, with a scheme such as `https`. Throws ``TodoError/invalidLink(_:)``.
    public static func link(_ typed: String) throws(TodoError) -> URL {
        let text = typed.trimmingCharacters(in: .whitespacesAndNewlines)
        guard let url = URL(string: text), let scheme = url.scheme,
            !["http", "https"].contains(scheme) || url.host() != nil
        else { throw .invalidLink(typed) }
        return url
    }

    /// Whether the user can edit it. A done task is reopened first.
    public var canBeEdited: Bool { !isCompleted }

    /// Whether it is not done, and begins after a date.
    public func isLater(than date: Date, in timeZone: TimeZone) -> Bool {
        !isCompleted && schedule.isBefore(date, in: timeZone)
    }

    /// Whether its deadline has passed and it is not done.
    public func isOverdue(at date: Date, in timeZone: TimeZone) -> Bool {
        guard let deadline, !isCompleted else { return false }
        return deadline.isPast(at: date, in: timeZone)
    }

    /// The deadline as a row of a list shows it: `due today`, or `due yesterday (overdue)`; before the task begins, after its start:
    /// `from tomorrow, due Friday`. Nil if there is nothing to say.
    public func deadlineMessage(now: Date, timeZone: TimeZone) -> Message? {
        let begin = isLater(than: now, in: timeZone) ? start : nil
        let from = begin.map { Message("from \($0.message(now: now, timeZone: timeZone))") }
        guard let day = deadline?.message(now: now, timeZone: timeZone) else { return from }
        let due = isOverdue(at: now, in: timeZone) ? Message("due \(day) (overdue)") : Message("due \(day)")
        return from.map { Message("\($0), \(due)") } ?? due
    }

    /// Whether it is done, and since when if that is known.
    public var completionMessage: Message {
        guard isCompleted else { return Message("not done") }
        return completedAt.map { Message("done \($0)") } ?? Message("done")
    }

    /// What is known of the task besides its editable fields: when it was added and changed, and its synchronization state.
    public var metadata: [(name: Message, value: Message)] {
        [
            (Message("added"), Message("\(createdAt)")), (Message("changed"), Message("\(updatedAt)")),
            (Message("server"), sync.message),
        ]
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

    /// The priority's name within a sentence.
    public var name: Message {
        switch self {
        case .low: Message("low")
        case .normal: Message("normal")
        case .high: Message("high")
        }
    }

    /// The title of the choice.
    public var title: Message {
        switch self {
        case .low: Message("Low")
        case .normal: Message("Normal")
        case .high: Message("High")
        }
    }
}

/// The synchronization state of a task.
public enum TodoSyncState: String, Hashable, Sendable, Codable, CaseIterable {
    /// It was never synchronized.
    case local
    /// It was edited since it was synchronized.
    case dirty
    /// It equals the last known server copy.
    case synced

    /// The state after an edit here.
    var edited: TodoSyncState { self == .local ? .local : .dirty }

    /// The state, for a person.
    public var message: Message {
        switch self {
        case .local: Message("never synchronized")
        case .dirty: Message("edited since it was synchronized")
        case .synced: Message("synchronized")
        }
    }
}

/// The text of a task: without white space around it, in Unicode's composed form (NFC), from 1 to 500 characters.
public struct TodoText: Hashable, Sendable, CustomStringConvertible {
    /// The maximum number of characters, as a reader counts them.
    public static let maximumLength = 500
    private static let maximumScalars = 20 * maximumLength

    /// The text itself.
    public let value: String

    /// Creates a text from user input; throws ``TodoError/emptyText`` or ``TodoError/textTooLong(length:)``.
    public init(_ typed: String) throws(TodoError) {
        do {
            value = try BoundedText.normalized(
                typed, maximumLength: Self.maximumLength, maximumScalars: Self.maximumScalars)
        } catch {
            throw .textTooLong(length: error.length)
        }
        guard !value.isEmpty else { throw .emptyText }
    }

    /// A text that was checked when it was stored. It is not checked again: what counts as one character depends on the
    /// runtime's Unicode version and must not make a task unreadable.
    init(stored value: String) {
        self.value = value
    }

    /// The text.
    public var description: String { value }
}

/// The notes of a task: text of several lines, in Unicode's composed form (NFC), of at most 20,000 characters.
public struct TodoNotes: Hashable, Sendable, CustomStringConvertible {
    /// The most characters, as a reader counts them, that notes may have.
    public static let maximumLength = 20_000
    private static let maximumScalars = 4 * maximumLength

    /// The text; empty if there are no notes.
    public let value: String

    /// No notes.
    public static let none = TodoNotes(stored: "")

    /// Creates trimmed notes from user input; throws ``TodoError/notesTooLong(length:)``.
    public init(_ typed: String) throws(TodoError) {
        do {
            value = try BoundedText.normalized(
                typed, maximumLength: Self.maximumLength, maximumScalars: Self.maximumScalars)
        } catch {
            throw .notesTooLong(length: error.length)
        }
    }

    /// Notes that were checked when they were stored, or come from elsewhere, where other limits hold.
    init(stored value: String) {
        self.value = value
    }

    /// The text.
    public var description: String { value }
}

extension Todo {
    /// Makes a task for a preview or a test, without a check of its text; by default added at 2026-11-21T10:00:00Z. The identifier is
    /// made of the text, without white space: `sample-buy_milk`.
    public static func sample(
        _ text: String, priority: TodoPriority = .normal, notes: String = "", isCompleted: Bool = false,
        createdAt: Date = Date(timeIntervalSince1970: 1_795_255_200)
    ) -> Todo {
        let name = text.split(whereSeparator: \.isWhitespace).joined(separator: "_")
        return Todo(
            id: TodoID("sample-\(name)"), text: TodoText(stored: text), priority: priority,
            notes: TodoNotes(stored: notes), isCompleted: isCompleted, completedAt: isCompleted ? createdAt : nil,
            createdAt: createdAt, updatedAt: createdAt)
    }
}

extension [Todo] {
    /// Tasks for previews: open and done, of every priority.
    public static var sample: [Todo] {
        [
            .sample("Learn ten words", priority: .high),
            .sample("Read a chapter", notes: "Without a dictionary"),
            .sample("Write to Anna", isCompleted: true),
            .sample("Watch a film with subtitles", priority: .low),
        ]
    }
}
