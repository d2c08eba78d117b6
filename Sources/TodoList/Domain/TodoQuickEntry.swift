public import CoreModule
public import Foundation

/// A new task as a user types it in one line, with the parts that a line of todo.txt has: `(A) call mum due:2026-12-01 +family rec:1w`.
///
/// The date is one word that ``TodoDeadline/init(typed:now:locale:)`` reads: `due:tomorrow`, `due:fri`, `due:+1w`, `due:завтра`. A
/// project `+family` and a context `@phone` stay in the text, and are tags too. Everything else is text: `C++`, `due:soon`, `(a)`, and
/// all of it if nothing else would be left.
public struct TodoQuickEntry: Hashable, Sendable {
    /// The text without the letter, `due` and `rec`.
    public let text: String
    /// The priority of the letter; nil if there is none.
    public let priority: TodoPriority?
    /// The deadline; nil if there is none.
    public let deadline: TodoDeadline?
    /// How it recurs; nil if it does not.
    public let recurrence: TodoRecurrence?
    /// The projects and contexts.
    public let tags: TodoTags
    /// The letter, and the form of `rec`.
    let todoTxt: TodoTxtForm

    /// Reads what a user types.
    /// - Parameters:
    ///   - typed: one line, with parts as todo.txt has them.
    ///   - now: the present local time, from which words such as `tomorrow` count.
    ///   - locale: the reader's locale: for the order of day and month.
    public init(_ typed: String, now: LocalDateTime, locale: Locale? = nil) {
        let line = TodoTxtLine(entry: typed)
        let due = line.due.map { TodoDeadline.day($0) } ?? line.value("due").flatMap { Self.deadline($0, now, locale) }
        let taskText = line.text(without: due == nil ? line.taskKeys : line.taskKeys.union(["due"]))
        let isPlain = taskText.isEmpty || line.priority == nil && due == nil && line.rec == nil
        text = isPlain ? typed : taskText
        priority = isPlain ? nil : line.priority?.priorityClass
        deadline = isPlain ? nil : due
        recurrence = isPlain ? nil : line.rec?.recurrence
        tags = TodoTags(stored: line.tags)
        todoTxt = isPlain ? .none : TodoTxtForm(line)
    }

    /// What a word that is no date of todo.txt means; nil if it stays text.
    private static func deadline(_ word: String, _ now: LocalDateTime, _ locale: Locale?) -> TodoDeadline? {
        do { return try TodoDeadline(typed: word, now: now, locale: locale) } catch { return nil }
    }

    /// What was understood besides the text: `priority: high · due Monday · every week · #family`. Nil if it is only text.
    public func message(now: Date, timeZone: TimeZone) -> Message? {
        let parts: [Message?] = [
            priority.map { Message("\(TodoField.priority.name): \($0.name)") },
            deadline.map { Message("due \($0.message(now: now, timeZone: timeZone))") },
            recurrence?.message,
            tags == .none ? nil : Message("\(tags.names.map { "#" + $0 }.joined(separator: " "))"),
        ]
        return Message.joined(parts.compactMap(\.self))
    }
}

extension Message {
    /// Messages in one line, with dots between them. Nil if there are none.
    static func joined(_ messages: [Message]) -> Message? {
        messages.dropFirst().reduce(messages.first) { all, message in all.map { Message("\($0) · \(message)") } }
    }
}

extension TodoFields {
    /// The fields of a new task as a user types it.
    init(_ entry: TodoQuickEntry) {
        self.init(
            text: entry.text, priority: entry.priority ?? .normal,
            schedule: TodoSchedule(deadline: entry.deadline, recurrence: entry.recurrence), tags: entry.tags)
        todoTxt = entry.todoTxt
    }

    /// The fields of a new task, some of which the user has filled, with what is typed in its text.
    func completed(by entry: TodoQuickEntry) -> TodoFields {
        let (typed, none) = (TodoFields(entry), TodoFields())
        var fields = self
        fields.text = typed.text
        fields.todoTxt = typed.todoTxt
        for field in [TodoField.priority, .deadline, .recurrence, .tags] where self[field] == none[field] {
            fields[field] = typed[field]
        }
        return fields
    }
}
