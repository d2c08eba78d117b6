public import CoreModule

/// A change of the list's tasks.
public enum TodoChange: Hashable, Sendable {
    /// A task was added.
    case added(Todo)
    /// A task was changed. This is its new value.
    case updated(Todo)
    /// A task was removed.
    case removed(TodoID)
    /// Many tasks were changed at once, or some by another process. Read again what you show. The value says whether this
    /// process must send any of them to the server.
    case reloaded(hasEdits: Bool)

    /// Whether the server must receive it.
    var isEdit: Bool {
        switch self {
        case .added(let todo), .updated(let todo): todo.sync != .synced
        case .removed: true
        case .reloaded(let hasEdits): hasEdits
        }
    }
}
