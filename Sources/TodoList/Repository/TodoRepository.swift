public import CoreModule
public import Foundation

/// The tasks of a list: a ``TodoStore``, or your own.
///
/// Every method throws ``TodoError/store(_:)`` if the store fails, and then changes nothing. A failure is never returned as an empty
/// result. Methods may be called from any task and do not interleave. When a method returns, a durable repository has stored the
/// change and the note that the server must receive it.
public protocol TodoRepository: Sendable {
    /// Returns all tasks, oldest first.
    func todos() async throws(TodoError) -> [Todo]
    /// Returns the one task whose identifier has a prefix. A complete identifier is never ambiguous.
    ///
    /// Throws ``TodoError/notFound(_:)``, or ``TodoError/ambiguousID(_:matches:)`` with at most ten matches.
    func todo(idPrefix: String) async throws(TodoError) -> Todo

    /// Adds a task. Its identifier must be new, or the one of a removed task; otherwise it throws ``TodoError/store(_:)``. The
    /// repository sets the task's synchronization state.
    func add(_ todo: Todo) async throws(TodoError)
    /// Changes a task and returns the result. Throws ``TodoError/notFound(_:)``.
    @discardableResult
    func edit(_ id: TodoID, _ edit: TodoEdit, at date: Date) async throws(TodoError) -> Todo
    /// Removes tasks, all or none. Throws ``TodoError/notFound(_:)`` if one does not exist.
    /// - Returns: the tasks as they were, each once.
    @discardableResult
    func remove(_ ids: [TodoID], at date: Date) async throws(TodoError) -> [Todo]
    /// Brings back removed tasks, all or none. Skips a task that has been back since its removal, even if it was removed
    /// again: the removed version is outdated then.
    /// - Parameters:
    ///   - todos: the tasks as they were. The repository sets their synchronization state.
    ///   - removedAt: the date that was passed to ``remove(_:at:)``.
    /// - Returns: the tasks that are back, as they are now.
    func undoRemoval(of todos: [Todo], at removedAt: Date) async throws(TodoError) -> [Todo]

    /// Returns ``todos()`` if they can be read at once, without waiting: then the list shows them before it has loaded them, which a
    /// preview needs. The default returns nil.
    func todosNow() -> [Todo]?

    /// Counts the tasks and the conflicts. The default reads all of them.
    func counts() async throws(TodoError) -> TodoCounts

    /// Returns all conflicts, oldest first.
    func conflicts() async throws(TodoError) -> [TodoConflict]
    /// Restores the lost value by an ordinary edit, and deletes the conflict. Throws ``TodoError/noConflict(_:)``, and
    /// ``TodoError/notFound(_:)`` if its task was removed.
    /// - Returns: the change of the task.
    @discardableResult
    func restore(_ conflict: Identifier<TodoConflict>, at date: Date) async throws(TodoError) -> TodoChange

    /// Publishes every change after it was stored, in order. Many changes at once may be one
    /// ``TodoChange/reloaded(hasEdits:)``.
    var changes: any ModelStreamReader<TodoChange> { get }
    /// The store that a ``TodoSynchronizer`` and a ``TodoExchange`` work on, and that finds changes of other processes. Nil if the
    /// repository supports none of these.
    var store: TodoStore? { get }
    /// Returns a repository of the same tasks that logs. The default returns the repository itself.
    func logged(by logger: EventLogger) -> any TodoRepository
}

/// How many tasks and conflicts a repository has.
public struct TodoCounts: Hashable, Sendable {
    /// The number of tasks.
    public var total: Int
    /// The number of done tasks.
    public var done: Int
    /// The number of tasks that the server must receive: edited or removed since the last synchronization, or never
    /// synchronized.
    public var notSynchronized: Int
    /// The number of conflicts.
    public var conflicts: Int

    /// Creates the counts; without arguments, those of an empty repository.
    public init(total: Int = 0, done: Int = 0, notSynchronized: Int = 0, conflicts: Int = 0) {
        self.total = total
        self.done = done
        self.notSynchronized = notSynchronized
        self.conflicts = conflicts
    }
}

extension TodoRepository {
    /// The task with an identifier; nil if there is none. It compares the whole identifier: another task's may begin with the same
    /// text.
    func todo(_ id: TodoID) async throws(TodoError) -> Todo? {
        do throws(TodoError) {
            let todo = try await todo(idPrefix: id.rawValue)
            return todo.id == id ? todo : nil
        } catch {
            switch error {
            case .notFound, .ambiguousID: return nil
            default: throw error
            }
        }
    }

    /// Counts ``todos()`` and ``conflicts()``. Removed tasks that the server must receive are not counted.
    public func counts() async throws(TodoError) -> TodoCounts {
        let todos = try await todos()
        return TodoCounts(
            total: todos.count, done: todos.count(where: \.isCompleted),
            notSynchronized: todos.count { $0.sync != .synced }, conflicts: try await conflicts().count)
    }

    /// Returns nil: the tasks are read in time.
    public func todosNow() -> [Todo]? { nil }

    /// The repository itself, which does not log.
    public func logged(by logger: EventLogger) -> any TodoRepository { self }
}
