public import CoreModule
public import Foundation

/// What did not make it when edits of a task met, kept so that a person can look at it and bring it back.
public struct TodoConflict: Identifiable, Hashable, Sendable {
    /// What happened.
    public enum Kind: Hashable, Sendable, Codable {
        /// Both sides had changed a field. The newer value was kept; the other one was of a device, where that is known, and of a
        /// time.
        case field(kept: TodoFieldValue, lost: TodoFieldValue, device: String?, date: Date?)
        /// The task was deleted on a side while the other one had edited it, or still had it: it was kept.
        case deletion(device: String?, date: Date?)
        /// The task was no longer in the listing of a server that reports no removals; it was removed here too.
        case removal(text: String, notes: String, priority: TodoPriority, deadline: TodoDeadline?, isCompleted: Bool)
    }

    /// Its identifier, on this device.
    public let id: Identifier<TodoConflict>
    /// The task.
    public let todoID: TodoID
    /// The task's text when that happened.
    public let text: String
    /// When it was noticed here.
    public let noticedAt: Date
    /// What happened.
    public let kind: Kind

    /// Describes a conflict.
    public init(id: Identifier<TodoConflict>, todoID: TodoID, text: String, noticedAt: Date, kind: Kind) {
        self.id = id
        self.todoID = todoID
        self.text = text
        self.noticedAt = noticedAt
        self.kind = kind
    }
}
