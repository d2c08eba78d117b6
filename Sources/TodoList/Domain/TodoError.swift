public import CoreModule

/// Why the to-do list could not do what it was asked. It is as it was before.
public enum TodoError: LoggedError, Hashable, Sendable {
    /// There is nothing in the text but white space.
    case emptyText
    /// The text has more than ``TodoText/maximumLength`` characters.
    case textTooLong(length: Int)
    /// The notes have more than ``TodoNotes/maximumLength`` characters.
    case notesTooLong(length: Int)
    /// The calendar has no such day, or it is not written as `YYYY-MM-DD`.
    case invalidDate(String)
    /// There is no task of this identifier, or beginning of one.
    case notFound(String)
    /// Several tasks' identifiers begin so.
    case ambiguousID(String, matches: [TodoID])
    /// There is no conflict of this number.
    case noConflict(String)
    /// A synchronization has not come to its end.
    case sync(TodoSyncError)
    /// A file cannot be read or written, or is not of the format that it should be.
    case fileUnreadable(path: String, reason: Message)
    /// The store failed.
    case store(StoreError)

    /// The error's name, as scripts see it; the store's faults have names of their own.
    public var code: String {
        switch self {
        case .emptyText: "emptyText"
        case .textTooLong, .notesTooLong: "textTooLong"
        case .invalidDate: "invalidDate"
        case .notFound, .noConflict: "notFound"
        case .ambiguousID: "ambiguousID"
        case .sync(let error): error.code
        case .fileUnreadable: "fileUnreadable"
        case .store(let error): error.code.rawValue
        }
    }

    /// A store that fails is a fault; the rest are answers to what was asked.
    public var logLevel: Logger.Level {
        if case .store(let error) = self { error.logLevel } else { .info }
    }

    /// Makes the list's error of whatever an operation on its store threw.
    init(wrapping error: any Error, path: String?) {
        self = error as? TodoError ?? .store(StoreError(wrapping: error, path: path))
    }
}
