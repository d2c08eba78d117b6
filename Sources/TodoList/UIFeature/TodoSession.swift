public import CoreModule
import Foundation

/// A list, and the last changes of its tasks by whichever of its screens.
struct TodoSession: Sendable {
    let todos: TaskList
    let changes = ChangeUndo<Todo, TodoError>()

    /// Removes tasks, as ``TaskList/remove(_:at:)`` does. Undoing brings them back, except those that have been back since.
    @MainActor
    func remove(_ ids: [TodoID], _ clock: WallClock) async throws(TodoError) {
        let date = clock.now()
        let removed = try await todos.remove(ids, at: date)
        guard let first = removed.first else { return }
        let message: Message =
            removed.count == 1 ? .removed(first.text.value) : Message("\(count: removed.count) tasks removed")
        changes.note(removed, isRemoval: true, message) { () throws(TodoError) in
            try await todos.undoRemoval(
                of: removed.map { $0.edited(at: clock.now()) }, at: date)
        }
    }

    /// Changes a task. If it is done by that and has open subtasks, these are treated as the user wants. Undoing takes back each field
    /// that has not been changed since.
    /// - Parameter known: all tasks, if they are known: without a subtask among them, the stored ones are not read.
    /// - Returns: what was done.
    @MainActor
    func edit(
        _ id: TodoID, _ edit: TodoEdit, _ subtasks: TodoSubtasks, among known: [Todo]? = nil, _ clock: WallClock,
        _ timeZone: TimeZone
    ) async throws(TodoError) -> TodoOutcome {
        let hasNone = known?.openSubtasks(of: id).isEmpty == true
        let edited = try await todos.edited(
            id, edit, subtasks: hasNone ? .kept : subtasks, at: clock.now(), in: timeZone)
        let (before, after) = (edited[0].before, edited[0].after)
        if let recurrence = edit.recurrence?.value, edit.isCompleted == nil,
            before.recurrence?.rule != after.recurrence?.rule
        {
            let asked = TodoSchedule(
                start: edit.start.map(\.value) ?? before.start, deadline: edit.deadline.map(\.value) ?? before.deadline,
                recurrence: recurrence)
            return note(edited, TodoOutcome(after, asked: asked, in: timeZone), clock, timeZone)
        }
        guard edit.isCompleted == false, before != after else {
            return note(edited, TodoOutcome(edited), clock, timeZone)
        }
        var all = known
        if all == nil {
            do {
                all = try await todos.todos()
            } catch {
                // The task is open again all the same. Only how many subtasks are done is not said, and the list has logged why.
                all = nil
            }
        }
        let outcome = TodoOutcome(edited, isReopening: true, doneSubtasks: all?.doneSubtasks(of: id).count ?? 0)
        return note(edited, outcome, clock, timeZone)
    }

    /// Moves a recurring task to its next time, or completes it after the last, as ``TaskList/skip(_:at:in:)`` does.
    /// - Returns: what was done.
    @MainActor
    func skip(_ id: TodoID, _ clock: WallClock, _ timeZone: TimeZone) async throws(TodoError) -> TodoOutcome {
        let edited = [try await todos.skipped(id, at: clock.now(), in: timeZone)]
        return note(edited, TodoOutcome(edited), clock, timeZone)
    }

    @MainActor
    private func note(
        _ edited: [EditedTodo], _ outcome: TodoOutcome, _ clock: WallClock, _ timeZone: TimeZone
    ) -> TodoOutcome {
        guard edited.contains(where: { $0.before != $0.after }) else { return outcome }
        changes.note(edited.map(\.after), isRemoval: false, outcome.message) { () throws(TodoError) in
            try await todos.takeBack(edited, at: clock.now(), in: timeZone)
        }
        return outcome
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
