/// An error that logs name by a code, without the private data that its explanation may contain.
public protocol LoggedError: Error {
    /// The type of the code; mostly `String`.
    associatedtype Code: CustomStringConvertible

    /// The error's code, for scripts and logs.
    var code: Code { get }

    /// The level at which it is logged: ``EventLogger/Level/warning`` for a failure, ``EventLogger/Level/info`` for an expected answer such
    /// as "not found", ``EventLogger/Level/debug`` for a cancelled call.
    var logLevel: EventLogger.Level { get }
}

extension Never: LoggedError {
    /// There is no such error.
    public var code: String { switch self {} }
    /// There is no such error.
    public var logLevel: EventLogger.Level { switch self {} }
}
