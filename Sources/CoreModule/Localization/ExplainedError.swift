/// An error with a message for a person.
public protocol ExplainedError: Error {
    /// What went wrong and, if that is known, what can be done about it.
    var explanation: Message { get }
}
