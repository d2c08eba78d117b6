public import CoreModule

/// What happened to the tasks of the list.
public enum TodoChange: Hashable, Sendable {
    /// A task was added.
    case added(Todo)
    /// A task was changed; this is what it is now.
    case updated(Todo)
    /// A task was removed.
    case removed(TodoID)
}

/// The stream of all changes to tasks, in the order in which they were made.
public typealias TodoStream = EventStream<TodoChange>
