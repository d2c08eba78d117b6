/// What the editor of a task is doing.
public enum TodoEditorPhase: Hashable, Sendable {
    /// The user edits the task.
    case editing
    /// The task is being saved or deleted.
    case saving
    /// The last action failed. The input stays, and can be saved again.
    case failed(TodoError)
    /// The task was removed, here or elsewhere. The input stays, and can be saved as a new task.
    case removed
    /// The task was saved or deleted, or the user has cancelled: the screen is dismissed.
    case closed
}
