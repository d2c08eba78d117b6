import CoreModule
import Foundation
import Observation

/// Removes tasks, and stores the last removal of any screen so that it can be undone.
@MainActor
@Observable
final class TodoRemovalUndo {
    /// The tasks of the last removal. Empty after an undo.
    private(set) var todos: [Todo] = []

    private var removedAt = Date.distantPast
    private let repository: any TodoRepository
    private let clock: WallClock

    nonisolated init(todos: any TodoRepository, clock: WallClock) {
        repository = todos
        self.clock = clock
    }

    /// Removes tasks, all or none. Throws ``TodoError/notFound(_:)`` if one does not exist.
    func remove(_ ids: [TodoID]) async throws(TodoError) {
        let date = clock.now()
        let removed = try await repository.remove(ids, at: date)
        (todos, removedAt) = (removed, date)
    }

    /// Restores the tasks of the last removal. Skips tasks that have been back since.
    /// - Returns: the restored tasks. Empty if there is nothing to undo.
    func restore() async throws(TodoError) -> [Todo] {
        let (removed, date) = (todos, removedAt)
        let restored = try await repository.undoRemoval(
            of: removed.map { todo in
                var todo = todo
                // Later than the removal, which a server may already have.
                todo.updatedAt = max(todo.updatedAt, clock.now())
                todo.sync = todo.sync.edited
                return todo
            }, at: date)
        if removedAt == date { todos = [] }
        return restored
    }
}
