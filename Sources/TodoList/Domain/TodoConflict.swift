public import CoreModule
public import Foundation

/// A value that lost a merge. It is kept, so that the user can see and restore it.
public struct TodoConflict: Identifiable, Hashable, Sendable, Codable {
    /// What happened.
    public enum Kind: Hashable, Sendable, Codable {
        /// Both sides changed a field. The newer value was kept; the other has a date and a device, if known.
        case field(kept: TodoFieldValue, lost: TodoFieldValue, device: String?, date: Date?)
        /// One side deleted the task while the other had edited it, or still had it. It was kept. The date is that of a removal
        /// here; nil if the server no longer had it.
        case deletion(device: String?, date: Date?)
        /// The task was no longer in the listing of a server that reports no removals; it was removed here too. The copy is the server's
        /// last one, as iCalendar, with all that the task had besides; nil if an earlier version of the library noted it.
        case removal(
            text: String, notes: String, priority: TodoPriority, deadline: TodoDeadline?, isCompleted: Bool, copy: Data?
        )
    }

    /// Its identifier, on this device.
    public let id: Identifier<TodoConflict>
    /// The task.
    public let todoID: TodoID
    /// The task's text when that happened.
    public let text: String
    /// When this device detected it.
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

    /// The description for the user: the kept value, and the value that ``TaskList/restore(_:at:)->TodoChange`` would restore.
    public var message: Message {
        switch kind {
        case .field(let kept, let lost, let device, _):
            device.map { Message("\(kept.field.name): “\(kept.message)” was kept, “\(lost.message)” of \($0) lost") }
                ?? Message("\(kept.field.name): “\(kept.message)” was kept, “\(lost.message)” lost")
        case .deletion(_, nil): Message("it was no longer on the server, was kept here and is sent again")
        case .deletion: Message("it was removed here, and is back because the server has another version of it")
        case .removal: Message("it was no longer on the server and was removed here")
        }
    }
}
