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

/// Creates, changes and deletes tasks. What a method acknowledges by returning is durable where the repository is.
public protocol TodoEditing: Sendable {
    /// Adds a task. Its identifier must be new: one that is there is a fault of the program, told as ``TodoError/store(_:)``.
    func add(_ todo: Todo) async throws(TodoError)
    /// Changes a task and returns it as it is then; throws ``TodoError/notFound(_:)``.
    @discardableResult
    func edit(_ id: TodoID, _ edit: TodoEdit, at date: Date) async throws(TodoError) -> Todo
    /// Removes tasks, all or none; throws ``TodoError/notFound(_:)`` where one is not there.
    func remove(_ ids: [TodoID]) async throws(TodoError)
}

/// All that can be done with the tasks of a list.
public protocol TodoRepository: TodoFetching, TodoEditing {}
