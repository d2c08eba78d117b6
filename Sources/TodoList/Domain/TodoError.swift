public import CoreModule

/// A failure of the to-do list. The list is unchanged.
public enum TodoError: LoggedError, Hashable, Sendable {
    /// The text is empty or only white space.
    case emptyText
    /// The text has more than ``TodoText/maximumLength`` characters.
    case textTooLong(length: Int)
    /// The notes have more than ``TodoNotes/maximumLength`` characters.
    case notesTooLong(length: Int)
    /// The tags have more than ``TodoTags/maximumLength`` characters together.
    case tagsTooLong(length: Int)
    /// A text is no address of a page, with a scheme such as `https`.
    case invalidLink(String)
    /// A task would be a part of itself: the named task is it, or is a part of it.
    case partOfItself(String)
    /// A task that is to be done has subtasks that are not. ``TodoSubtasks`` says what becomes of them.
    case openSubtasks(of: Todo, [Todo])
    /// The calendar has no such day, or the text has none of the forms of ``TodoDeadline/init(typed:now:locale:)``.
    case invalidDate(String)
    /// A task would begin after its deadline.
    case startAfterDeadline
    /// The start that a user gives is the deadline, and would say nothing.
    case startIsDeadline
    /// The start that a user gives has a time of day, and the deadline has none; iCalendar has no such task.
    case startHasTime
    /// With the start that a user gives, or without one, a recurring task would fall due on other days.
    case startMovesSeries
    /// A new rule names days, and the times of the task are of another time zone, where they are on other days.
    case recurrenceOfOtherDays
    /// A recurring task would lose the only date, which its times follow.
    case recurrenceWithoutDate
    /// The next time of the recurring task with a text is not known.
    case unknownRecurrence(of: String, UnknownRecurrence)
    /// The task does not recur, so that there is no time to skip.
    case notRecurring(String)
    /// The recurring task is done, so that there is no time to skip.
    case nothingToSkip(String)
    /// The recurring task is open and has not moved to its next time, so that there is nothing to take back.
    case nothingToReopen(String)
    /// A text does not say how a task recurs.
    case invalidRecurrence(String)
    /// A recurrence that was typed has no time at all: no day fits its rule, its number of times is 0, or it
    /// ends before the task is due.
    case emptyRecurrence(String)
    /// No task has this identifier or matches this name.
    case notFound(String)
    /// Several tasks match this name.
    case ambiguousID(String, matches: [Todo])
    /// There is no conflict with this number.
    case noConflict(String)
    /// A synchronization failed.
    case sync(TodoSyncError)
    /// A file cannot be read, or has the wrong format.
    case fileUnreadable(path: String, reason: Message)
    /// A file cannot be written.
    case fileUnwritable(path: String, reason: Message)
    /// The store failed.
    case store(StoreError)

    /// The error's code, a stable name for scripts; failures of the store have their own codes.
    public var code: String {
        switch self {
        case .emptyText: "emptyText"
        case .textTooLong, .notesTooLong, .tagsTooLong: "textTooLong"
        case .invalidLink: "invalidLink"
        case .partOfItself: "partOfItself"
        case .openSubtasks: "openSubtasks"
        case .invalidDate, .startAfterDeadline, .startIsDeadline, .startHasTime, .startMovesSeries,
            .recurrenceOfOtherDays, .recurrenceWithoutDate:
            "invalidDate"
        case .unknownRecurrence, .notRecurring, .nothingToSkip, .nothingToReopen, .invalidRecurrence, .emptyRecurrence:
            "invalidRecurrence"
        case .notFound, .noConflict: "notFound"
        case .ambiguousID: "ambiguousID"
        case .sync(let error): error.code
        case .fileUnreadable: "fileUnreadable"
        case .fileUnwritable: "fileUnwritable"
        case .store(let error): error.code.rawValue
        }
    }

    /// A failing store is a failure; the others are expected answers.
    public var logLevel: EventLogger.Level {
        if case .store(let error) = self { error.logLevel } else { .info }
    }

    /// Converts any error of a store operation.
    init(wrapping error: any Error, path: String?) {
        self = error as? TodoError ?? .store(StoreError(wrapping: error, path: path))
    }
}

extension TodoError: ExplainedError {
    /// What went wrong, for the user.
    public var explanation: Message {
        switch self {
        case .emptyText: Message("there is no text")
        case .textTooLong(let length):
            Message("the text has \(count: length) characters; \(TodoText.maximumLength) are allowed")
        case .notesTooLong(let length):
            Message("the notes have \(count: length) characters; \(TodoNotes.maximumLength) are allowed")
        case .tagsTooLong(let length):
            Message("the tags have \(count: length) characters; \(TodoTags.maximumLength) are allowed")
        case .invalidLink(let text): Message("“\(text)” is no link; write it with its beginning, such as https://")
        case .partOfItself(let text):
            Message("the task would be a part of itself: “\(text)” is the task or a part of it")
        case .openSubtasks(let todo, let open): Message("“\(todo.text)” has \(count: open.count) open subtasks")
        case .invalidDate(let text):
            Message(
                "“\(text)” is no date; write it as 2026-12-01 18:00, tomorrow, fri 6pm, next week, in 3 days, +1w, 1.12. or 12/1"
            )
        case .startAfterDeadline: Message("the task would begin after its deadline")
        case .startIsDeadline: Message("the start is the deadline and says nothing; choose an earlier one, or none")
        case .startHasTime:
            Message("the start has a time of day and the deadline has none; give both a time of day, or neither")
        case .startMovesSeries:
            Message(
                "the task would fall due on other days than its recurrence says; choose a start that is one of its days, or remove the recurrence first"
            )
        case .recurrenceOfOtherDays:
            Message(
                "the time of the task is of another time zone, where it is on another day; give it a deadline without a time of day first"
            )
        case .recurrenceWithoutDate:
            Message("a recurring task needs a date; set another one, or remove the recurrence first")
        case .unknownRecurrence(let text, let reason):
            Message(
                "the next time of “\(text)” is not known: \(reason.explanation); change or remove the recurrence first")
        case .notRecurring(let text): Message("“\(text)” does not recur")
        case .nothingToSkip(let text): Message("“\(text)” is done: there is no time to skip")
        case .nothingToReopen(let text):
            Message("“\(text)” is not done, and no step led to its time")
        case .invalidRecurrence(let text): TodoRecurrence.forms(near: text)
        case .emptyRecurrence(let text):
            Message("“\(text)” never comes: no day fits it, its number of times is 0, or it ends before it begins")
        case .notFound(let id): Message("there is no task “\(id)”")
        case .ambiguousID(let name, let matches):
            Message("“\(name)” matches several: \(matches.map(\.id.rawValue).joined(separator: ", "))")
        case .noConflict(let number): Message("there is no conflict “\(number)”")
        case .sync(let error): error.explanation
        case .fileUnreadable(let path, let reason), .fileUnwritable(let path, let reason):
            Message("\(path): \(reason)")
        case .store(let error): error.explanation
        }
    }
}

/// The failure of a synchronization. Completed steps stay, and nothing is lost.
public enum TodoSyncError: Error, Hashable, Sendable {
    /// All tasks have disappeared from the server at the same time: it may have been emptied or replaced. Nothing was
    /// removed here.
    case everythingDisappeared(count: Int)
    /// A request to the server failed.
    case server(WebDAVError)
    /// The server accepted tasks but does not have them; they will be sent again.
    case notKept(count: Int)
    /// The server refuses some tasks, which are kept for later; the others are synchronized.
    case tasks([TodoRefusal])

    /// The error's code, a stable name for scripts.
    public var code: String {
        switch self {
        case .everythingDisappeared, .notKept: "sync"
        case .server(let error): error.code
        case .tasks(let refusals): refusals.first?.error.code ?? "sync"
        }
    }

    /// Whether everything was synchronized except tasks that the server refuses.
    public var concernsSomeTasks: Bool {
        if case .tasks = self { !isTransient } else { false }
    }

    /// Whether the same operation may succeed later without the user's action.
    public var isTransient: Bool {
        switch self {
        case .everythingDisappeared: false
        case .notKept: true
        case .server(let error): error.isTransient
        case .tasks(let refusals): refusals.contains { $0.error.isTransient }
        }
    }
}

extension TodoSyncError: ExplainedError {
    /// What went wrong, for the user.
    public var explanation: Message {
        switch self {
        case .everythingDisappeared(let number):
            Message(
                "everything has disappeared from the server (\(count: number) tasks); nothing was removed here: if that is right, accept the deletions"
            )
        case .notKept(let number):
            Message(
                "the server accepted \(count: number) tasks but does not list them; they will be sent again")
        case .server(let error): error.explanation
        case .tasks(let refusals) where refusals.count == 1: refusals[0].explanation
        case .tasks(let refusals):
            // All are in the error; a person reads the first ones.
            refusals.prefix(5).reduce(Message("\(count: refusals.count) tasks are not synchronized")) { list, refusal in
                Message("\(list); “\(refusal.name)”: \(refusal.error.explanation)")
            }
        }
    }
}

/// A task that the server refuses.
public struct TodoRefusal: ExplainedError, Hashable, Sendable {
    /// The task.
    public let id: TodoID
    /// Its text; empty if it is unknown.
    public let text: String
    /// The reason.
    public let error: WebDAVError

    /// Describes a refusal.
    package init(_ id: TodoID, text: String, _ error: WebDAVError) {
        self.id = id
        self.text = text
        self.error = error
    }

    fileprivate var name: String { text.isEmpty ? id.rawValue : text }

    /// What went wrong, for the user.
    public var explanation: Message { Message("one task is not synchronized, “\(name)”: \(error.explanation)") }
}
