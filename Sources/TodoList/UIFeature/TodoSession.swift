public import CoreModule
import Foundation

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

    /// Changes a task. If it is done by that and has open subtasks, these are treated as the user wants. If they are done, too, that
    /// can be undone like a removal.
    /// - Parameter known: all tasks, if they are known.
    /// - Returns: the task.
    @MainActor
    func edit(
        _ id: TodoID, _ edit: TodoEdit, _ subtasks: TodoSubtasks, among known: [Todo]? = nil, _ clock: WallClock,
        _ timeZone: TimeZone
    ) async throws(TodoError) -> Todo {
        var open: [Todo] = []
        if edit.isCompleted == true, subtasks != .kept {
            let all = if let known { known } else { try await todos.todos() }
            let todo = all.first { $0.id == id }
            if let todo, !todo.isCompleted { open = all.openSubtasks(of: id) }
            if let todo, !open.isEmpty, subtasks == .asked { throw .openSubtasks(of: todo, open) }
        }
        guard !open.isEmpty else { return try await todos.edit(id, edit, at: clock.now(), in: timeZone) }
        let done = try await todos.edit(id, edit, completing: open.map(\.id), at: clock.now(), in: timeZone)
        removal.note(done, Message("\(count: done.count) tasks done")) { () throws(TodoError) in
            try await todos.reopen(done, at: clock.now(), in: timeZone)
        }
        return done[0]
    }
}

/// The question that a screen asks before it completes a task with open subtasks.
public struct TodoSubtasksQuestion: Hashable, Sendable {
    /// The task.
    public let todo: Todo
    /// Its open subtasks.
    public let subtasks: [Todo]

    init?(_ failure: TodoError?) {
        guard case .openSubtasks(let todo, let open)? = failure else { return nil }
        (self.todo, subtasks) = (todo, open)
    }

    /// What is asked: `“Party” has 2 open subtasks. Complete them, too?`.
    public var message: Message {
        Message("\(TodoError.openSubtasks(of: todo, subtasks).explanation). Complete them, too?")
    }
    /// The title of the button for ``TodoSubtasks/completed``.
    public var completeTitle: Message { Message("Complete all") }
    /// The title of the button for ``TodoSubtasks/kept``.
    public var keepTitle: Message { Message("Only this one") }
}
