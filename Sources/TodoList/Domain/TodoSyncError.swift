public import CoreModule

/// Why a synchronization has not come to its end. What it had done until then is done, and nothing is lost.
public enum TodoSyncError: Error, Hashable, Sendable {
    /// Every task that the server had is gone from it, all at once: it may have been emptied or replaced. Nothing was removed here.
    case everythingDisappeared(count: Int)
    /// The server did not do what it was asked.
    case server(CalDAVError)
    /// The server has said that it took tasks, and does not have them; they wait here.
    case notKept(count: Int)
    /// The server does not take one task, which waits here; the others are synchronized.
    case task(TodoID, CalDAVError)

    /// The error's name, as scripts see it.
    public var code: String {
        switch self {
        case .everythingDisappeared, .notKept: "sync"
        case .server(let error), .task(_, let error): error.code
        }
    }

    /// Whether all was synchronized but some tasks, which the server does not take, now or later.
    public var concernsSomeTasks: Bool {
        if case .task(_, let error) = self { !error.isTransient } else { false }
    }

    /// Whether the same may succeed later though nobody does anything about it.
    public var isTransient: Bool {
        switch self {
        case .everythingDisappeared: false
        case .notKept: true
        case .server(let error), .task(_, let error): error.isTransient
        }
    }
}

extension TodoSyncError: ExplainedError {
    /// What went wrong, for a person.
    public var explanation: Message {
        switch self {
        case .everythingDisappeared(let number):
            Message(
                "everything has disappeared from the server (\(count: number) tasks); nothing was removed here: if that is right, accept the deletions"
            )
        case .notKept(let number):
            Message(
                "the server says that it has taken tasks, and does not have them (\(count: number) tasks); they wait")
        case .server(let error): error.explanation
        case .task(let id, let error): Message("one task waits, \(id.rawValue): \(error.explanation)")
        }
    }
}
