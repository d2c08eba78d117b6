public import CoreModule

/// The failure of a synchronization. Completed steps stay, and nothing is lost.
public enum TodoSyncError: Error, Hashable, Sendable {
    /// All tasks have disappeared from the server at the same time: it may have been emptied or replaced. Nothing was
    /// removed here.
    case everythingDisappeared(count: Int)
    /// A request to the server failed.
    case server(CalDAVError)
    /// The server accepted tasks but does not have them; they will be sent again.
    case notKept(count: Int)
    /// The server refuses one task, which is kept for later; the others are synchronized. Its text is empty if it is unknown.
    case task(TodoID, text: String, CalDAVError)

    /// The error's code, a stable name for scripts.
    public var code: String {
        switch self {
        case .everythingDisappeared, .notKept: "sync"
        case .server(let error), .task(_, _, let error): error.code
        }
    }

    /// Whether everything was synchronized except tasks that the server refuses.
    public var concernsSomeTasks: Bool {
        if case .task(_, _, let error) = self { !error.isTransient } else { false }
    }

    /// Whether the same operation may succeed later without the user's action.
    public var isTransient: Bool {
        switch self {
        case .everythingDisappeared: false
        case .notKept: true
        case .server(let error), .task(_, _, let error): error.isTransient
        }
    }
}

extension TodoSyncError: ExplainedError {
    /// What went wrong, for the user.
    public var explanation: Message {
        switch self {
        case .everythingDisappeared(let number):
            Message(
                "everything has disappeared from the server (\(count: number) tasks); nothing was removed here: if that is right, accept the deletions"
            )
        case .notKept(let number):
            Message(
                "the server accepted \(count: number) tasks but does not list them; they will be sent again")
        case .server(let error): error.explanation
        case .task(let id, let text, let error):
            Message("one task is not synchronized, “\(text.isEmpty ? id.rawValue : text)”: \(error.explanation)")
        }
    }
}
