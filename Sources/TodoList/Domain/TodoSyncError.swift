public import CoreModule

/// Why a synchronization has not come to its end. What it had done until then is done, and nothing is lost.
public enum TodoSyncError: Error, Hashable, Sendable {
    /// Every task that the server had is gone from it, all at once: it may have been emptied or replaced. Nothing was removed here.
    case everythingDisappeared(count: Int)
    /// The server did not do what it was asked.
    case server(CalDAVError)
    /// The server does not take one task, which waits here; the others are synchronized.
    case task(TodoID, CalDAVError)

    /// The error's name, as scripts see it.
    public var code: String {
        switch self {
        case .everythingDisappeared: "sync"
        case .server(let error), .task(_, let error): error.code
        }
    }

    /// Whether all was synchronized but some tasks, for which the server has no room or which it does not take.
    public var concernsSomeTasks: Bool {
        switch self {
        case .task, .server(.full): true
        default: false
        }
    }

    /// Whether the same may succeed later though nobody does anything about it.
    public var isTransient: Bool {
        switch self {
        case .everythingDisappeared: false
        case .server(let error): error.isTransient
        // Not soon, but at the next time that comes anyway.
        case .task: false
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
        case .server(let error): error.explanation
        case .task(let id, let error): Message("one task waits, \(id.rawValue): \(error.explanation)")
        }
    }
}
