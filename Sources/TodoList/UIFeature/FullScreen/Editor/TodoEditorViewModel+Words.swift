public import CoreModule

extension TodoEditorViewModel {
    /// The title of the screen.
    public var title: Message { todo == nil ? Message("New task") : Message("Task") }
    /// The hint of the field for ``text``.
    public var textHint: Message { Message("What is to be done?") }

    /// The hint of the field for ``deadlineText``.
    public var deadlineHint: Message { Message("tomorrow, fri 18:00, in 3 days, 2026-12-01") }

    /// The deadline in words: `today`, or that there is none.
    public var deadlineMessage: Message {
        deadline?.message(now: dependencies.clock.now(), timeZone: dependencies.timeZone) ?? Message("No deadline")
    }

    /// The start in words: `from tomorrow`. Nil if there is none.
    public var startMessage: Message? {
        draft.fields.schedule.start.map {
            Message("from \($0.message(now: dependencies.clock.now(), timeZone: dependencies.timeZone))")
        }
    }

    /// What was understood of the typed start, deadline and recurrence, and of the text of a new task: `Monday · every week`. See
    /// ``TodoQuickEntry``. Nil if nothing is typed that has a meaning, or if it is invalid.
    public var understoodMessage: Message? {
        let typed = [TodoField.start, .deadline, .recurrence].filter { draft.typed[$0] != nil && problems[$0] == nil }
        let parts = typed.compactMap { field in
            switch field {
            case .start: startMessage
            case .deadline: deadline.map { _ in deadlineMessage }
            default: recurrenceMessage
            }
        }
        let entered = (todo == nil ? entry : nil)?.message(
            now: dependencies.clock.now(), timeZone: dependencies.timeZone)
        return Message.joined([entered].compactMap(\.self) + parts)
    }

    /// The recurrence in words: `every day`. Nil if there is none.
    public var recurrenceMessage: Message? { draft.fields.schedule.recurrence?.message }

    /// The title of the button that calls ``discardChanges()``. ``hasUnsavedChanges`` enables it.
    public var discardTitle: Message { Message("Discard changes") }
    /// The warning to show if the user leaves the screen while ``hasUnsavedChanges`` is true.
    public var unsavedMessage: Message { Message("not saved") }

    /// What is known of the task besides its fields: when its alarms ring, when it was added and changed, and its synchronization state.
    public var details: [(name: Message, value: Message)] {
        alarms.map { (Message("alarm"), Message("\($0)")) } + (todo?.metadata ?? [])
    }

    /// What to ask because the task that was to be saved as done has open subtasks; nil if that was not the last action, or it failed for
    /// another reason. Save it again as the user wants, or call `dismissFailure()`.
    public var subtasksQuestion: TodoSubtasksQuestion? { TodoSubtasksQuestion(failure) }
}
