import CoreModule
import Foundation

extension TodoImport {
    /// The tasks of a todo.txt file.
    init(_ file: [TodoTxtLine], now: Date, identifiers: IdentifierGenerator, timeZone: TimeZone) {
        self.init()
        for (index, line) in file.enumerated() where !line.isBlank {
            guard String(validUTF8: line.bytes) != nil else {
                report.reject(line: index + 1, Message("it is no UTF-8"))
                continue
            }
            do {
                let key = line.key
                let id = TodoTxtIdentity(key: key).identifier(identifiers)
                let todo = try Todo(line, id: id, now: now, timeZone: timeZone)
                lines.append(
                    ImportedTodoLine(
                        todo: todo, creationDay: line.creationDate, key: key, number: index + 1,
                        notUnderstood: line.notUnderstood))
            } catch {
                report.reject(line: index + 1, error.importExplanation)
            }
        }
    }
}

extension TodoTxtLine {
    /// A task's line. It reads as the same text: only the last pair of a key counts, so that one in the text gets one behind it. Tags that
    /// are not in the text are contexts behind it, which are text when the line is read; not if `hasTags` is false.
    init(_ todo: Todo, in timeZone: TimeZone, hasTags: Bool = true) {
        let created = CalendarDay(todo.createdAt, in: timeZone)
        var (letter, body) = Self.parts(of: todo)
        if hasTags { body = ([body] + Self.contexts(of: todo)).joined(separator: " ") }
        let text = TodoTxtLine(text: body, creationDate: created)
        let priority = letter ?? TodoTxtPriority(todo.priority)
        var words = [body]
        if let deadline = todo.deadline {
            words.append("due:\(deadline.day(in: timeZone))")
        } else if text.value("due") != nil, text.hasReadableDue {
            words.append("due:\(Self.none)")
        }
        if let rec = todo.todoTxt.recurrence ?? todo.recurrence.flatMap({ TodoTxtRecurrence($0) }) {
            words.append("rec:\(rec)")
        } else if text.value("rec") != nil, text.hasReadableRec {
            words.append("rec:\(Self.none)")
        }
        if let start = todo.startDay(in: timeZone) {
            words.append("t:\(start)")
        } else {
            // Only a day before the deadline would be read as a start.
            let line = TodoTxtLine(text: words.joined(separator: " "), creationDate: created)
            if line.value("t") != nil, line.hasReadableStart { words.append("t:\(Self.none)") }
        }
        // A leading letter takes precedence over a pair.
        let hasLetter = priority != nil && !todo.isCompleted
        if !hasLetter, priority != nil || text.value("pri") != nil {
            words.append("pri:\(priority?.description ?? Self.none)")
        }
        let completed = todo.isCompleted ? CalendarDay(todo.completedAt ?? todo.updatedAt, in: timeZone) : nil
        self.init(
            text: words.joined(separator: " "), priority: todo.isCompleted ? nil : priority, creationDate: created,
            completionDate: completed)
    }

    /// Whether the line of a task has all of its tags, as they are.
    static func hasTags(of todo: Todo) -> Bool {
        let missing = missingTags(of: todo)
        return missing.count == contexts(of: todo).count && missing.allSatisfy { tag(context(of: $0)[...]) == $0 }
    }

    /// The contexts for the tags that a task's text does not have, as many as the text of one task may have characters.
    private static func contexts(of todo: Todo) -> [String] {
        var left = TodoText.maximumLength - todo.text.value.count
        return missingTags(of: todo).map(context).prefix { context in
            left -= context.count + 1
            return left >= 0
        }
    }

    /// The tags that a task's text does not have.
    private static func missingTags(of todo: Todo) -> [String] {
        guard todo.tags != .none else { return [] }
        let inText = TodoTags(stored: TodoTxtLine(entry: todo.text.value).tags)
        return todo.tags.names.filter { !inText.contains($0) }
    }

    /// A tag as a context, which is one word: `@at_home`.
    static func context(of tag: String) -> String {
        "@" + tag.split(whereSeparator: \.isWhitespace).joined(separator: "_")
    }

    /// The letter of a task's priority if it is none of the three, and the text. Earlier versions of the library left a letter below C
    /// before the text of a task with a low priority.
    private static func parts(of todo: Todo) -> (letter: TodoTxtPriority?, text: String) {
        if let letter = todo.todoTxt.priority { return (letter, todo.text.value) }
        let line = TodoTxtLine(raw: Array(todo.text.value.utf8)[...])
        guard todo.priority == .low, !line.isCompleted, let letter = line.layout.header.priority,
            letter.description > "C"
        else { return (nil, todo.text.value) }
        return (letter, String(todo.text.value.dropFirst(4)))
    }

    /// A short hash of the line, which tells it from what it was before it was edited.
    var digest: String {
        let text = layout.line.trimmed.split(whereSeparator: \.isWhiteSpace).joined(separator: [.space])
        return String(MessageDigest.sha256.hex(of: String(decoding: Array(text), as: UTF8.self)).prefix(8))
    }

    /// The identity of a line, with its creation date: its text, in composed form; without a text, its pairs. Earlier versions of the
    /// library left `rec` and `t` in the text.
    var key: String {
        let layout = layout
        let left = layout.pairs.filter { pair in
            switch pair.key {
            case "rec": pair.value == Self.none || TodoTxtRecurrence(pair.value) != nil
            case "t": pair.value == Self.none || CalendarDay(hyphenated: pair.value.utf8) != nil
            default: false
            }
        }
        let places = Set(layout.lastPlaces(of: taskKeys)).union(left.map(\.place)).sorted {
            $0.lowerBound < $1.lowerBound
        }
        let text = layout.body(without: places).trimmed
        return String(decoding: text.isEmpty ? layout.body(without: []).trimmed : text, as: UTF8.self)
            .precomposedStringWithCanonicalMapping
    }
}

extension Todo {
    /// The day on which it begins; nil if that is also the day of its deadline, which a line cannot say.
    func startDay(in timeZone: TimeZone) -> CalendarDay? {
        guard let day = start?.day(in: timeZone) else { return nil }
        return deadline.map { day < $0.day(in: timeZone) } ?? true ? day : nil
    }

    fileprivate init(_ line: TodoTxtLine, id: TodoID, now: Date, timeZone: TimeZone) throws {
        self.init(
            // Other programs have tasks without a text, too.
            id: id, text: line.taskText.isEmpty ? TodoText(stored: "") : try TodoText(line.taskText),
            priority: line.priority?.priorityClass ?? .normal,
            start: line.start.map { .day($0) }, deadline: line.due.map { .day($0) }, recurrence: line.rec?.recurrence,
            tags: TodoTags(stored: line.tags),
            isCompleted: line.isCompleted,
            completedAt: line.isCompleted ? line.completionDate?.noon(in: timeZone, until: now) : nil,
            createdAt: line.creationDate?.noon(in: timeZone, until: now) ?? now, updatedAt: now)
        todoTxt = TodoTxtForm(line).fitting(priority, recurrence)
        todoTxt.line = line.digest
    }
}

extension CalendarDay {
    /// Noon of the day in a time zone, so that it is the same day in most others; not later than now if the day is today.
    fileprivate func noon(in timeZone: TimeZone, until now: Date) -> Date {
        let noon = ICalendarTimeZones.date(of: midnight, in: timeZone) + 43_200
        return self == CalendarDay(now, in: timeZone) ? min(noon, now) : noon
    }
}
