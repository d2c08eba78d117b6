import CoreModule
import Foundation
import Observation

/// Removes tasks, and keeps the last removal so that any screen can undo it.
@MainActor
@Observable
final class TodoRemovalUndo {
    /// The tasks of the last removal; empty if it was undone.
    private(set) var todos: [Todo] = []

    private var removedAt = Date.distantPast
    private let repository: any TodoRepository
    private let clock: WallClock

    nonisolated init(todos: any TodoRepository, clock: WallClock) {
        repository = todos
        self.clock = clock
    }

    /// Removes tasks, all or none; throws ``TodoError/notFound(_:)`` if one is missing.
    func remove(_ ids: [TodoID]) async throws(TodoError) {
        var removed: [Todo] = []
        for id in ids where !removed.contains(where: { $0.id == id }) {
            removed.append(try await repository.todo(idPrefix: id.rawValue))
        }
        let date = clock.now()
        try await repository.remove(ids, at: date)
        (todos, removedAt) = (removed, date)
    }

    /// Restores the tasks of the last removal; tasks that have come back since are skipped.
    /// - Returns: the tasks; empty if there was nothing to undo.
    func restore() async throws(TodoError) -> [Todo] {
        let (removed, date) = (todos, removedAt)
        let restored = try await repository.undoRemoval(
            of: removed.map { todo in
                var todo = todo
                // Newer than the removal, which the server may already have.
                todo.updatedAt = max(todo.updatedAt, clock.now())
                // And to be told to it, as far as anybody can know here.
                todo.sync = todo.sync.edited
                return todo
            }, at: date)
        if removedAt == date { todos = [] }
        return restored
    }
}
