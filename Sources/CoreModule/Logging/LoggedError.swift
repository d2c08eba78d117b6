/// An error that logs name by a code, without the private data that its explanation may contain.
public protocol LoggedError: Error {
    /// The type of the code; mostly `String`.
    associatedtype Code: CustomStringConvertible

    /// The error's code, for scripts and logs.
    var code: Code { get }

    /// The level at which it is logged: ``Logger/Level/warning`` for a failure, ``Logger/Level/info`` for an expected answer such
    /// as "not found", ``Logger/Level/debug`` for a cancelled call.
    var logLevel: Logger.Level { get }
}

extension Never: LoggedError {
    /// There is no such error.
    public var code: String { switch self {} }
    /// There is no such error.
    public var logLevel: Logger.Level { switch self {} }
}
