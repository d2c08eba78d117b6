import CoreModule
import Foundation
import Observation

/// Removes tasks, and keeps those of the last removal so that it can be undone, from whichever screen.
@MainActor
@Observable
final class TodoRemovalUndo {
    /// The tasks of the last removal; none where it was undone.
    private(set) var todos: [Todo] = []

    private var removedAt = Date.distantPast
    private let repository: any TodoRepository
    private let clock: WallClock

    nonisolated init(todos: any TodoRepository, clock: WallClock) {
        repository = todos
        self.clock = clock
    }

    /// Removes tasks, all or none; throws ``TodoError/notFound(_:)`` where one is not there.
    func remove(_ ids: [TodoID]) async throws(TodoError) {
        var removed: [Todo] = []
        for id in ids where !removed.contains(where: { $0.id == id }) {
            removed.append(try await repository.todo(idPrefix: id.rawValue))
        }
        let date = clock.now()
        try await repository.remove(ids, at: date)
        (todos, removedAt) = (removed, date)
    }

    /// Brings the tasks of the last removal back as they were; those that have been back since are passed over.
    /// - Returns: the tasks; none where there was nothing to undo.
    func restore() async throws(TodoError) -> [Todo] {
        let (removed, date) = (todos, removedAt)
        let restored = try await repository.undoRemoval(
            of: removed.map { todo in
                var todo = todo
                // Newer than the removal, which a server may know already.
                todo.updatedAt = max(todo.updatedAt, clock.now())
                // And to be told to it, as far as anybody can know here.
                todo.sync = todo.sync.edited
                return todo
            }, at: date)
        if removedAt == date { todos = [] }
        return restored
    }
}
