public import CoreModule

/// A change of the list's tasks.
public enum TodoChange: Hashable, Sendable {
    /// A task was added.
    case added(Todo)
    /// A task was changed. This is its new value.
    case updated(Todo)
    /// A task was removed.
    case removed(TodoID)
}

/// The stream of all changes of tasks, in their order.
public typealias TodoStream = EventStream<TodoChange>
