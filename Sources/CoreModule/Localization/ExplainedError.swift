/// An error with a message for a person.
public protocol ExplainedError: Error {
    /// What went wrong and, if it is known, what the user can do about it.
    var explanation: Message { get }
}
