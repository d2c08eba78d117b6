public import CoreModule
public import Foundation

/// Keeps tasks in memory, for as long as it is referenced: for tests, previews and trying things out.
public actor InMemoryTodoRepository: TodoRepository {
    private var stored: [Todo] = []

    /// Makes an empty repository.
    public init() {}

    /// All tasks in the order of creation.
    public func todos() throws(TodoError) -> [Todo] {
        stored.sorted { ($0.createdAt, $0.id) < ($1.createdAt, $1.id) }
    }

    /// The one task whose identifier begins so. O(n).
    public func todo(idPrefix: String) throws(TodoError) -> Todo {
        if let todo = stored.first(where: { $0.id.rawValue == idPrefix }) { return todo }
        let matches = idPrefix.isEmpty ? [] : stored.filter { $0.id.rawValue.hasPrefix(idPrefix) }
        guard let todo = matches.first else { throw .notFound(idPrefix) }
        guard matches.count == 1 else {
            throw .ambiguousID(idPrefix, matches: Array(matches.map(\.id).sorted().prefix(10)))
        }
        return todo
    }

    /// Adds a task.
    public func add(_ todo: Todo) throws(TodoError) {
        guard !stored.contains(where: { $0.id == todo.id }) else {
            throw .store(StoreError(.internalFault, path: nil, message: Message("there is a task of this identifier")))
        }
        stored.append(todo)
    }

    /// Changes a task.
    @discardableResult
    public func edit(_ id: TodoID, _ edit: TodoEdit, at date: Date) throws(TodoError) -> Todo {
        guard let index = stored.firstIndex(where: { $0.id == id }) else { throw .notFound(id.rawValue) }
        stored[index] = edit.applied(to: stored[index], at: date)
        return stored[index]
    }

    /// Removes tasks, all or none.
    public func remove(_ ids: [TodoID]) throws(TodoError) {
        let known = Set(stored.map(\.id))
        if let missing = ids.first(where: { !known.contains($0) }) { throw .notFound(missing.rawValue) }
        stored.removeAll { ids.contains($0.id) }
    }
}
