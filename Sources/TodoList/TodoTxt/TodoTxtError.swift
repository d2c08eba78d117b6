public import CoreModule

/// Why a file in the format of todo.txt, or a part of it, cannot be read or written.
public enum TodoTxtError: Error, Hashable, Sendable {
    /// There are more bytes than ``TodoTxtFile/maximumSize``.
    case tooManyBytes(limit: Int)
    /// The value of a key is no date.
    case malformedDate(key: String, value: String)
    /// The format has no room for such a key or value: white space, or nothing at all.
    case unwritable(key: String, value: String)
}

extension TodoTxtError: ExplainedError {
    /// What went wrong, for the user.
    public var explanation: Message {
        switch self {
        case .tooManyBytes(let limit): Message("there are more than \(limit) bytes")
        case .malformedDate(_, let value): Message("“\(value)” is no date; write it as YYYY-MM-DD")
        case .unwritable(let key, let value): Message("“\(key):\(value)” does not fit into a line")
        }
    }
}
