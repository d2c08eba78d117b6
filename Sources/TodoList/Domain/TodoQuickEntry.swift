public import CoreModule
public import Foundation

/// A new task as a user types it in one line, with the parts that a line of todo.txt has: `(A) call mum due:2026-12-01 +family rec:1w`.
///
/// A date is one word that ``TodoDeadline/init(typed:now:locale:)`` reads: `due:tomorrow`, `due:fri`, `due:+1w`, `due:завтра`, and
/// `t:fri` for the start, which is before the deadline. A project `+family` and a context `@phone` stay in the text, and are tags too.
/// Everything else is text: `C++`, `due:soon`, `(a)`, and all of it if nothing else would be left. See ``notUnderstood``.
public struct TodoQuickEntry: Hashable, Sendable {
    /// The text without the letter, `due`, `t` and `rec`.
    public let text: String
    /// The priority of the letter; nil if there is none.
    public let priority: TodoPriority?
    /// When it begins; nil if at once.
    public let start: TodoDeadline?
    /// The deadline; nil if there is none.
    public let deadline: TodoDeadline?
    /// How it recurs; nil if it does not.
    public let recurrence: TodoRecurrence?
    /// The projects and contexts.
    public let tags: TodoTags
    /// What looks like a part and stays text, because it says nothing: `due:soon`, `rec:often`.
    public let notUnderstood: [String]
    /// The letter, and the form of `rec`.
    let todoTxt: TodoTxtForm

    /// Reads what a user types.
    /// - Parameters:
    ///   - typed: one line, with parts as todo.txt has them.
    ///   - now: the present local time, from which words such as `tomorrow` count.
    ///   - locale: the reader's locale: for the order of day and month.
    public init(_ typed: String, now: LocalDateTime, locale: Locale? = nil) {
        let line = TodoTxtLine(entry: typed)
        let due = Self.date(line.value("due"), now, locale)
        let begin = Self.start(Self.date(line.value("t"), now, locale), before: due, line.rec?.recurrence, now)
        let understood: [String: Bool] = ["due": due != nil, "t": begin != nil, "rec": line.rec != nil]
        let keys = line.taskKeys.subtracting(["due", "t"]).union(understood.filter(\.value).keys)
        let taskText = line.text(without: keys)
        let isPlain = taskText.isEmpty || line.priority == nil && !understood.values.contains(true)
        text = isPlain ? typed : taskText
        priority = isPlain ? nil : line.priority?.priorityClass
        start = isPlain ? nil : begin
        deadline = isPlain ? nil : due
        recurrence = isPlain ? nil : line.rec?.recurrence
        tags = TodoTags(stored: line.tags)
        todoTxt = isPlain ? .none : TodoTxtForm(line)
        notUnderstood = line.pairs.filter { key, value in
            switch understood[key] {
            case nil: ["due", "rec"].contains(key.lowercased())
            case let isUnderstood?: !isUnderstood && value != TodoTxtLine.none && value == line.value(key)
            }
        }.map { "\($0):\($1)" }
    }

    /// A start that fits a deadline and a recurrence; else nil.
    private static func start(
        _ start: TodoDeadline?, before deadline: TodoDeadline?, _ recurrence: TodoRecurrence?, _ now: LocalDateTime
    ) -> TodoDeadline? {
        do {
            try TodoSchedule(start: start, deadline: deadline, recurrence: recurrence).checkTyped(
                at: now.date(), in: .gmt)
            return start
        } catch {
            return nil
        }
    }

    /// What the value of a pair means; nil if it stays text.
    private static func date(_ word: String?, _ now: LocalDateTime, _ locale: Locale?) -> TodoDeadline? {
        guard let word else { return nil }
        if let day = CalendarDay(hyphenated: word.utf8) { return .day(day) }
        do { return try TodoDeadline(typed: word, now: now, locale: locale) } catch { return nil }
    }

    /// Says what was not understood. Nil if everything was.
    public var notUnderstoodMessage: Message? {
        notUnderstood.isEmpty ? nil : Message("not understood: \(notUnderstood.joined(separator: " "))")
    }

    /// What was understood besides the text, and what was not: `priority: high · due Monday · every week · #family`. Nil if it is only
    /// text.
    public func message(now: Date, timeZone: TimeZone) -> Message? {
        let parts: [Message?] = [
            priority.map { Message("\(TodoField.priority.name): \($0.name)") },
            start.map { Message("from \($0.message(now: now, timeZone: timeZone))") },
            deadline.map { Message("due \($0.message(now: now, timeZone: timeZone))") },
            recurrence?.message,
            tags == .none ? nil : Message("\(tags.names.map { "#" + $0 }.joined(separator: " "))"),
            notUnderstoodMessage,
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
            schedule: TodoSchedule(start: entry.start, deadline: entry.deadline, recurrence: entry.recurrence),
            tags: entry.tags)
        todoTxt = entry.todoTxt
    }

    /// The fields of a new task, some of which the user has filled, with what is typed in its text.
    func completed(by entry: TodoQuickEntry) -> TodoFields {
        let (typed, none) = (TodoFields(entry), TodoFields())
        var fields = self
        fields.text = typed.text
        fields.todoTxt = typed.todoTxt
        for field in [TodoField.priority, .start, .deadline, .recurrence, .tags] where self[field] == none[field] {
            fields[field] = typed[field]
        }
        return fields
    }
}
