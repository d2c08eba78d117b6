public import CoreModule
public import Foundation

/// An edit of a task. A field that is nil is not changed.
public struct TodoEdit: Hashable, Sendable {
    /// The change of a value that a task may have or not.
    public enum Change<Value: Hashable & Sendable>: Hashable, Sendable {
        /// The value is removed.
        case cleared
        /// It is this one.
        case set(Value)

        /// Sets a value, or removes it if it is nil.
        package init(_ value: Value?) { self = value.map { .set($0) } ?? .cleared }

        package var value: Value? { if case .set(let value) = self { value } else { nil } }
    }

    /// The new text.
    public var text: TodoText?
    /// The new priority.
    public var priority: TodoPriority?
    /// The new start.
    public var start: Change<TodoDeadline>?
    /// The new deadline.
    public var deadline: Change<TodoDeadline>?
    /// The new recurrence, of which only the rule counts: it begins where the task is.
    public var recurrence: Change<TodoRecurrence>?
    /// Start, deadline and recurrence as a whole, in place of those.
    package var schedule: TodoSchedule?
    /// The new tags, in place of all.
    public var tags: TodoTags?
    /// The new link.
    public var link: Change<URL>?
    /// The new task of which it is a part.
    public var parent: Change<TodoID>?
    /// The new notes.
    public var notes: TodoNotes?
    /// Whether it is done now. A recurring task moves to its next time, and back if that is taken back.
    public var isCompleted: Bool?
    /// When the task is due that is done: the edit changes nothing if it is due at another time. So an edit that is sent twice, or from a page
    /// that is not of now, does a recurring task once.
    public var due: TodoDeadline?
    /// Since when it is done, or was: a recurring task is as it was before, and does not move. Nil if it is the date of the edit.
    package var completedAt: Change<Date>?
    /// What a line of todo.txt said more exactly.
    package var todoTxt: TodoTxtForm?

    /// Describes an edit.
    public init(
        text: TodoText? = nil, priority: TodoPriority? = nil, start: Change<TodoDeadline>? = nil,
        deadline: Change<TodoDeadline>? = nil,
        recurrence: Change<TodoRecurrence>? = nil, tags: TodoTags? = nil, link: Change<URL>? = nil,
        parent: Change<TodoID>? = nil, notes: TodoNotes? = nil, isCompleted: Bool? = nil
    ) {
        self.text = text
        self.priority = priority
        self.start = start
        self.deadline = deadline
        self.recurrence = recurrence
        self.tags = tags
        self.link = link
        self.parent = parent
        self.notes = notes
        self.isCompleted = isCompleted
    }

    /// Whether it says when the task is to be done.
    package var hasSchedule: Bool { schedule != nil || start != nil || deadline != nil || recurrence != nil }

    /// The task after the edit. An edit without effect keeps the date and the synchronization state.
    package func applied(to todo: Todo, at date: Date) -> Todo {
        var edited = todo
        if let text { edited.text = text }
        if let priority { edited.priority = priority }
        if let notes { edited.notes = notes }
        if let isCompleted, isCompleted != todo.isCompleted {
            edited.isCompleted = isCompleted
            let since = completedAt.map(\.value) ?? date
            edited.completedAt = isCompleted ? since?.inWholeSeconds : nil
        }
        if let start { edited.start = start.value }
        if let deadline { edited.deadline = deadline.value }
        if let recurrence { edited.recurrence = recurrence.value }
        if let schedule { edited.schedule = schedule }
        if let tags { edited.tags = tags }
        if let link { edited.link = link.value }
        if let parent { edited.parent = parent.value }
        edited.todoTxt = (todoTxt ?? todo.todoTxt).fitting(edited.priority, edited.recurrence)
        guard edited != todo else { return todo }
        edited.updatedAt = date
        edited.sync = todo.sync.edited
        return edited
    }
}

/// A task before and after an edit.
package struct EditedTodo: Hashable, Sendable {
    package let before: Todo
    package let after: Todo
}

extension TodoEdit.Change<TodoDeadline> {
    /// It is the end of a day.
    public static func day(_ day: CalendarDay) -> Self { .set(.day(day)) }
}

extension TodoEdit {
    /// Makes the edit that sets a field to a value that it had before: a completion with its own date.
    init(_ value: TodoFieldValue) {
        self.init()
        set(value)
        if case .completion(true, let date) = value { completedAt = Change(date) }
    }

    /// Makes the edit that changes a task's fields to others.
    init(from todo: Todo, to fields: TodoFields) {
        self.init()
        let old = TodoFields(todo)
        for field in TodoField.allCases where !fields[field].agrees(with: old[field]) { set(fields[field]) }
    }

    /// Makes the edit that gives the fields of an edited task the values from before that still have those from after it.
    init(takingBack edited: EditedTodo, from now: Todo) {
        self.init()
        let (old, new, now) = (TodoFields(edited.before), TodoFields(edited.after), TodoFields(now))
        for field in TodoField.allCases where old[field] != new[field] && now[field] == new[field] { set(old[field]) }
        if isCompleted != nil { completedAt = Change(old.completedAt) }
        (start, deadline, recurrence) = (nil, nil, nil)
        if old.schedule != new.schedule, now.schedule == new.schedule {
            schedule = old.schedule
            // If the task has moved to its next time, that step is taken back.
            if !now.isCompleted, !old.isCompleted { isCompleted = false }
        }
        // It is more exact than the fields that it goes with.
        var form = now.todoTxt
        if priority != nil, form.priority == new.todoTxt.priority { form.priority = old.todoTxt.priority }
        if schedule != nil, form.recurrence == new.todoTxt.recurrence { form.recurrence = old.todoTxt.recurrence }
        if form != now.todoTxt { todoTxt = form }
    }

    private mutating func set(_ value: TodoFieldValue) {
        switch value {
        case .text(let text): self.text = TodoText(stored: text)
        case .notes(let notes): self.notes = TodoNotes(stored: notes)
        case .priority(let priority): self.priority = priority
        case .start(let start): self.start = Change(start)
        case .deadline(let deadline): self.deadline = Change(deadline)
        case .recurrence(let recurrence): self.recurrence = Change(recurrence)
        case .schedule(let schedule): self.schedule = schedule
        case .tags(let tags): self.tags = tags
        case .link(let link): self.link = Change(link)
        case .parent(let parent): self.parent = Change(parent)
        case .completion(let isCompleted, _): self.isCompleted = isCompleted
        }
    }
}

extension Date {
    /// Rounded down to whole seconds, the precision of iCalendar.
    var inWholeSeconds: Date { Date(timeIntervalSince1970: timeIntervalSince1970.rounded(.down)) }
}
