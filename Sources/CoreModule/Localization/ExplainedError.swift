/// An error that can be told to a person.
public protocol ExplainedError: Error {
    /// What went wrong, and what can be done about it where that is known.
    var explanation: Message { get }
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
