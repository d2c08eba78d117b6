public import CoreModule
public import Foundation

/// Reads tasks.
///
/// Laws of every method of every repository: it throws ``TodoError/store(_:)`` when the store fails, and then nothing was
/// changed; a failure is never told as an empty result; it may be called from any task, and calls do not mix.
public protocol TodoFetching: Sendable {
    /// All tasks in the order of creation.
    func todos() async throws(TodoError) -> [Todo]
    /// The one task whose identifier begins so; throws ``TodoError/notFound(_:)`` or ``TodoError/ambiguousID(_:matches:)``,
    /// with at most ten matches. A whole identifier is never ambiguous.
    func todo(idPrefix: String) async throws(TodoError) -> Todo
}

/// Creates, changes and deletes tasks. What a method acknowledges by returning is durable where the repository is, and so is
/// the note that a server must be told of it.
public protocol TodoEditing: Sendable {
    /// Adds a task. Its identifier must be new, or one of a task that was removed: one that is there is a fault of the program,
    /// told as ``TodoError/store(_:)``. How it stands to a server is for the repository to say.
    func add(_ todo: Todo) async throws(TodoError)
    /// Changes a task and returns it as it is then; throws ``TodoError/notFound(_:)``.
    @discardableResult
    func edit(_ id: TodoID, _ edit: TodoEdit, at date: Date) async throws(TodoError) -> Todo
    /// Removes tasks, all or none; throws ``TodoError/notFound(_:)`` where one is not there.
    func remove(_ ids: [TodoID], at date: Date) async throws(TodoError)
    /// Brings back tasks that were removed, all of them or, where it throws, none. A task that has been back since is passed over,
    /// whoever has brought it back, and also if it is gone again: what was removed is an older version then.
    /// - Parameters:
    ///   - todos: the tasks as they were; how they stand to a server is for the repository to say.
    ///   - removedAt: the date that ``remove(_:at:)`` was told.
    /// - Returns: the tasks that are back, as they are then.
    func undoRemoval(of todos: [Todo], at removedAt: Date) async throws(TodoError) -> [Todo]
}

/// What lost when edits met in a synchronization, and its way back.
public protocol TodoConflictKeeping: Sendable {
    /// All conflicts, the oldest first.
    func conflicts() async throws(TodoError) -> [TodoConflict]
    /// Brings back what lost, by an ordinary edit, and forgets the conflict; throws ``TodoError/noConflict(_:)``, and
    /// ``TodoError/notFound(_:)`` where its task is gone.
    /// - Returns: what became of the task.
    @discardableResult
    func restore(_ conflict: Identifier<TodoConflict>, at date: Date) async throws(TodoError) -> TodoChange
}

/// All that can be done with the tasks of a list.
public protocol TodoRepository: TodoFetching, TodoEditing, TodoConflictKeeping {
    /// What a ``TodoSynchronizer`` works on; `nil` for a repository that cannot be synchronized. A decorator hands on what
    /// its base has.
    var syncStore: TodoSyncStore? { get }
}
