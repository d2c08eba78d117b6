public import CoreModule

extension TodoError: ExplainedError {
    /// What went wrong, for the user.
    public var explanation: Message {
        switch self {
        case .emptyText: Message("there is no text")
        case .textTooLong(let length):
            Message("the text has \(count: length) characters; \(TodoText.maximumLength) are allowed")
        case .notesTooLong(let length):
            Message("the notes have \(count: length) characters; \(TodoNotes.maximumLength) are allowed")
        case .invalidDate(let text): Message("“\(text)” is no date; write it as YYYY-MM-DD")
        case .notFound(let id): Message("there is no task “\(id)”")
        case .ambiguousID(let prefix, let matches):
            Message("several identifiers begin with “\(prefix)”: \(matches.map(\.rawValue).joined(separator: ", "))")
        case .noConflict(let number): Message("there is no conflict “\(number)”")
        case .sync(let error): error.explanation
        case .fileUnreadable(let path, let reason): Message("\(path): \(reason)")
        case .store(let error): error.explanation
        }
    }
}
