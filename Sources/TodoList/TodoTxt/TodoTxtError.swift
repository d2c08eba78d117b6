package import CoreModule

/// The failure of reading or writing todo.txt.
package enum TodoTxtError: ExplainedError, Hashable {
    /// There are more bytes than ``TodoTxtFile/maximumSize``.
    case tooManyBytes(limit: Int)
    /// The value of a key is not a date.
    case malformedDate(key: String, value: String)
    /// The key or value is empty or contains white space, which the format cannot hold.
    case unwritable(key: String, value: String)

    /// What went wrong, for the user.
    package var explanation: Message {
        switch self {
        case .tooManyBytes(let limit): Message("there are more than \(limit) bytes")
        case .malformedDate(_, let value): Message("“\(value)” is no date; write it as YYYY-MM-DD")
        case .unwritable(let key, let value): Message("“\(key):\(value)” does not fit into a line")
        }
    }
}
