/// Why a store could not do what it was asked; nothing was changed in it.
public struct StoreError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What kind of fault it is, to `catch` on.
    public let code: Code
    /// The store's file, where there is one.
    public let path: String?
    /// What to tell a person.
    public let message: Message
    /// What SQLite said, where it was asked.
    public let underlying: SQLiteError?

    /// Makes an error.
    public init(_ code: Code, path: String?, message: Message, underlying: SQLiteError? = nil) {
        self.code = code
        self.path = path
        self.message = message
        self.underlying = underlying
    }

    /// A kind of fault.
    public struct Code: RawRepresentable, Sendable, Hashable {
        /// The kind's name.
        public let rawValue: String

        /// Names a kind.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The file cannot be opened, read or written: permissions, a folder in its place, a fault of the disk.
        public static let unreadable = Code(rawValue: "storeUnreadable")
        /// The file is not, or no longer, a whole store. It is left as it is.
        public static let damaged = Code(rawValue: "storeDamaged")
        /// The file was written by a newer version of the program. It is left as it is.
        public static let tooNew = Code(rawValue: "storeTooNew")
        /// Another process held the store for longer than the time allowed; trying again may work.
        public static let busy = Code(rawValue: "storeBusy")
        /// There is no room left on the disk.
        public static let full = Code(rawValue: "storeFull")
        /// The task that asked was cancelled.
        public static let cancelled = Code(rawValue: "storeCancelled")
        /// A fault of the program itself.
        public static let internalFault = Code(rawValue: "storeInternalFault")
    }

    /// The message, and what SQLite said.
    public var description: String {
        underlying.map { "\(message) (\($0))" } ?? message.description
    }
}

extension StoreError {
    /// Makes a store's error of SQLite's.
    public init(_ error: SQLiteError, path: String?) {
        let (code, message): (Code, Message) =
            switch error.code {
            case _ where error.isOutOfSpace: (.full, Message("there is no room left for the store"))
            // An error in the SQL of a program that was tested is a table or a column that is not there.
            case .corrupt, .notADatabase, .error, .mismatch: (.damaged, Message("the store is damaged"))
            case .busy, .locked, .lockingProtocol: (.busy, Message("another process is using the store"))
            case .cannotOpen, .permission: (.unreadable, Message("the store cannot be opened"))
            case .readOnly: (.unreadable, Message("the store cannot be written"))
            case .inputOutput: (.unreadable, Message("the store cannot be read or written"))
            case .interrupted: (.cancelled, Message("the operation was cancelled"))
            default: (.internalFault, Message("the store refused an operation"))
            }
        self.init(code, path: path, message: message, underlying: error)
    }

    /// Makes a store's error of whatever an operation on a database threw.
    public init(wrapping error: any Error, path: String?) {
        switch error {
        case let error as StoreError: self = error
        case let error as SQLiteError: self.init(error, path: path)
        case is CancellationError: self.init(.cancelled, path: path, message: Message("the operation was cancelled"))
        default:
            self.init(
                .internalFault, path: path, message: Message("the program has failed: \(String(describing: error))"))
        }
    }
}

extension StoreError: ExplainedError {
    /// The message, what SQLite calls the fault, and the file. SQLite's own words, which are English, are in ``description``.
    public var explanation: Message {
        switch (underlying, path) {
        case (let fault?, let path?): Message("\(message): SQLite error \(String(fault.extendedCode)) (\(path))")
        case (let fault?, nil): Message("\(message): SQLite error \(String(fault.extendedCode))")
        case (nil, let path?): Message("\(message) (\(path))")
        case (nil, nil): message
        }
    }
}

extension StoreError {
    /// The level at which a log shows it: a failure is a warning, a cancelled operation is not.
    public var logLevel: Logger.Level { code == .cancelled ? .debug : .warning }
}
