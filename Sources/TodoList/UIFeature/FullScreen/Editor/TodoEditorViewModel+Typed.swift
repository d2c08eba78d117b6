import CoreModule
import Foundation

// The fields whose values are read from text.

extension TodoEditorViewModel {
    /// The value that a text means in a field.
    func value(of field: TodoField, typed: String) throws(TodoError) -> TodoFieldValue {
        let text = typed.trimmingCharacters(in: .whitespacesAndNewlines)
        return switch field {
        case .start: .start(try date(typed: text))
        case .deadline: .deadline(try date(typed: text))
        case .recurrence: .recurrence(try recurrence(typed: text))
        case .tags: .tags(try tags(typed: text))
        case .link: .link(text.isEmpty ? nil : text == todo?.link?.absoluteString ? todo?.link : try Todo.link(text))
        case .text, .notes, .priority, .parent, .completion: draft.fields[field]
        }
    }

    private func date(typed: String) throws(TodoError) -> TodoDeadline? {
        guard !typed.isEmpty else { return nil }
        return try TodoDeadline(typed: typed, now: now, locale: dependencies.locale)
    }

    private var now: LocalDateTime { LocalDateTime(dependencies.clock.now(), in: dependencies.timeZone) }

    /// What is typed as the text of a new task.
    var entry: TodoQuickEntry { TodoQuickEntry(text, now: now, locale: dependencies.locale) }

    /// The typed tags. Tags of another program may have commas: they stay as they are if the text is that of the task.
    private func tags(typed: String) throws(TodoError) -> TodoTags {
        if let known = todo?.tags, known.description == typed { return known }
        return try TodoTags([typed])
    }

    private func recurrence(typed: String) throws(TodoError) -> TodoRecurrence? {
        guard !typed.isEmpty, typed != "none" else { return nil }
        return typed == todo?.recurrence?.typedText
            ? todo?.recurrence : try TodoRecurrence(typed, now: now, locale: dependencies.locale)
    }
}
