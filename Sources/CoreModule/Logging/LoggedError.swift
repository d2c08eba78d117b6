/// An error as a log names it: by a code, without anything private that its explanation may quote.
public protocol LoggedError: Error {
    /// The error's name, as scripts and logs see it.
    var code: String { get }

    /// How much it matters: ``Logger/Level/warning`` where something does not work that should, since it is thrown to somebody who
    /// copes with it; ``Logger/Level/info`` where it is an answer rather than a fault; ``Logger/Level/debug`` where whoever asked
    /// has given up.
    var logLevel: Logger.Level { get }
}

extension Never: LoggedError {
    /// There is no such error.
    public var code: String { switch self {} }
    /// There is no such error.
    public var logLevel: Logger.Level { switch self {} }
}
