public import CoreModule

/// A failure of the to-do list. The list is unchanged.
public enum TodoError: LoggedError, Hashable, Sendable {
    /// The text is empty or only white space.
    case emptyText
    /// The text has more than ``TodoText/maximumLength`` characters.
    case textTooLong(length: Int)
    /// The notes have more than ``TodoNotes/maximumLength`` characters.
    case notesTooLong(length: Int)
    /// The calendar has no such day, or it is not written as `YYYY-MM-DD` or `YYYY-MM-DDTHH:MM`.
    case invalidDate(String)
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
        case .textTooLong, .notesTooLong: "textTooLong"
        case .invalidDate: "invalidDate"
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
        case .invalidDate(let text): Message("“\(text)” is no date; write it as YYYY-MM-DD or YYYY-MM-DDTHH:MM")
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
