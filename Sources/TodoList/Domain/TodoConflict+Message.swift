public import CoreModule

extension TodoConflict {
    /// The description for the user: the kept value, and the value that ``TodoConflictKeeping/restore(_:at:)`` would
    /// restore.
    public var message: Message {
        switch kind {
        case .field(let kept, let lost, let device, _):
            device.map { Message("\(kept.field.name): “\(kept.message)” was kept, “\(lost.message)” of \($0) lost") }
                ?? Message("\(kept.field.name): “\(kept.message)” was kept, “\(lost.message)” lost")
        case .deletion: Message("it was removed elsewhere and kept because it was edited here")
        case .removal: Message("it was no longer on the server and was removed here")
        }
    }
}

extension TodoField {
    /// The field's name, for a person.
    public var name: Message {
        switch self {
        case .text: Message("text")
        case .notes: Message("notes")
        case .priority: Message("priority")
        case .deadline: Message("deadline")
        case .completion: Message("completion")
        }
    }
}

extension TodoPriority {
    /// The priority's name, for a person.
    public var name: Message {
        switch self {
        case .low: Message("low")
        case .normal: Message("normal")
        case .high: Message("high")
        }
    }
}

extension TodoFieldValue {
    /// The value, for a person.
    public var message: Message {
        switch self {
        case .text(let text): Message("\(text)")
        case .notes(let notes): notes.isEmpty ? Message("none") : Message("\(notes)")
        case .priority(let priority): priority.name
        case .deadline(let deadline): deadline.map { Message("\($0.description)") } ?? Message("none")
        case .completion(let isCompleted, _): isCompleted ? Message("done") : Message("not done")
        }
    }
}
