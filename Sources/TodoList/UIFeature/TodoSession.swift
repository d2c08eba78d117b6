import CoreModule

/// A list, and the last removal from it by whichever of its screens.
struct TodoSession: Sendable {
    let todos: TaskList
    let removal = RemovalUndo<Todo, TodoError>()

    /// Removes tasks, as ``TaskList/remove(_:at:)`` does. Undoing brings them back, except those that have been back since.
    @MainActor
    func remove(_ ids: [TodoID], _ clock: WallClock) async throws(TodoError) {
        let date = clock.now()
        let removed = try await todos.remove(ids, at: date)
        removal.note(removed) { () throws(TodoError) in
            try await todos.undoRemoval(
                of: removed.map { todo in
                    var todo = todo
                    // Later than the removal, which a server may already have.
                    todo.updatedAt = max(todo.updatedAt, clock.now())
                    todo.sync = todo.sync.edited
                    return todo
                }, at: date)
        }
    }
}
