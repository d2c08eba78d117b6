public import CoreModule

/// The words of the editor. `TodoField.title` labels the fields.
extension TodoEditorViewModel {
    /// The title of the screen.
    public var title: Message { todo == nil ? Message("New task") : Message("Task") }
    /// The hint of the field for ``text``.
    public var textHint: Message { Message("What is to be done?") }
    /// The label of ``notes``.
    public var notesTitle: Message { TodoField.notes.title }
    /// The label of ``priority``.
    public var priorityTitle: Message { TodoField.priority.title }
    /// The priorities to choose from, each with its title.
    public var priorities: [TodoPriority] { TodoPriority.allCases }
    /// The label of ``deadline``, and of the switch for ``hasDeadline``.
    public var deadlineTitle: Message { TodoField.deadline.title }
    /// The label of ``isCompleted``.
    public var completionTitle: Message { TodoField.completion.title }

    /// The title of the button that calls ``discardChanges()``. ``hasUnsavedChanges`` enables it.
    public var discardTitle: Message { Message("Discard changes") }
    /// The warning to show if the user leaves the screen while ``hasUnsavedChanges`` is true.
    public var unsavedMessage: Message { Message("not saved") }

    /// The deadline in words: `today`, or that there is none.
    public var deadlineMessage: Message {
        deadline?.message(now: dependencies.clock.now(), timeZone: dependencies.timeZone) ?? Message("No deadline")
    }
}
