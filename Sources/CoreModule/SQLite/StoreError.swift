/// Why an operation of a store failed. The operation has changed nothing.
public struct StoreError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of error, to `catch` on.
    public let code: Code
    /// The path of the store's file, if there is one.
    public let path: String?
    /// The message for a person.
    public let message: Message
    /// SQLite's error, if there is one.
    let underlying: SQLiteError?

    /// Makes an error.
    public init(_ code: Code, path: String?, message: Message, underlying: SQLiteError? = nil) {
        self.code = code
        self.path = path
        self.message = message
        self.underlying = underlying
    }

    /// A kind of error.
    public enum Code: String, Sendable, CustomStringConvertible {
        /// The file cannot be opened, read or written: permissions, a folder in its place, a disk error.
        case unreadable = "storeUnreadable"
        /// The file is not a complete store. It is not changed.
        case damaged = "storeDamaged"
        /// A newer version of the program wrote the file. It is not changed.
        case tooNew = "storeTooNew"
        /// Another process locked the store for too long. Trying again may work.
        case busy = "storeBusy"
        /// There is no space left on the disk.
        case full = "storeFull"
        /// The calling task was cancelled.
        case cancelled = "storeCancelled"
        /// A mistake in the program itself, such as wrong SQL. ``StoreError/description`` has SQLite's own message.
        case internalFault = "storeInternalFault"

        /// The kind's name.
        public var description: String { rawValue }
    }

    /// The message and SQLite's error.
    public var description: String {
        underlying.map { "\(message) (\($0))" } ?? message.description
    }
}

extension StoreError {
    private init(_ error: SQLiteError, path: String?) {
        let (code, message): (Code, Message) =
            switch error.code {
            case _ where error.isOutOfSpace: (.full, Message("there is no space left for the store"))
            case .corrupt, .notADatabase: (.damaged, Message("the store is damaged"))
            case .error, .mismatch, .range: (.internalFault, Message("an SQL statement of the program is wrong"))
            case .busy, .locked, .lockingProtocol: (.busy, Message("another process is using the store"))
            case .cannotOpen, .permission: (.unreadable, Message("the store cannot be opened"))
            case .readOnly: (.unreadable, Message("the store cannot be written"))
            case .inputOutput: (.unreadable, Message("the store cannot be read or written"))
            case .misuse: (.internalFault, Message("the store is closed"))
            case .interrupted: (.cancelled, Message("the operation was cancelled"))
            default: (.internalFault, Message("the store refused an operation"))
            }
        self.init(code, path: path, message: message, underlying: error)
    }

    /// Makes a store error from any error that an operation on a database threw.
    public init(wrapping error: any Error, path: String?) {
        switch error {
        case let error as StoreError: self = error
        case let error as SQLiteError: self.init(error, path: path)
        // The error's own text is for programmers, and may quote what the user has stored.
        case is DecodingError: self.init(.damaged, path: path, message: Message("the store is damaged"))
        case is CancellationError: self.init(.cancelled, path: path, message: Message("the operation was cancelled"))
        default:
            self.init(
                .internalFault, path: path, message: Message("the program has failed: \(String(describing: error))"))
        }
    }
}

extension StoreError: ExplainedError, LoggedError {
    /// The message, the reason and the path. SQLite's own English message is in ``description``.
    public var explanation: Message {
        switch (underlying?.reason, path) {
        case (let reason?, let path?): Message("\(message): \(reason) (\(path))")
        case (let reason?, nil): Message("\(message): \(reason)")
        case (nil, let path?): Message("\(message) (\(path))")
        case (nil, nil): message
        }
    }

    /// A warning, or debug if the operation was cancelled.
    public var logLevel: EventLogger.Level { code == .cancelled ? .debug : .warning }
}
