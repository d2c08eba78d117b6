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
                let todo = try Todo(line, id: identifiers.next(), now: now, timeZone: timeZone)
                lines.append(ImportedTodoLine(todo: todo, creationDay: line.creationDate, key: line.key))
            } catch {
                report.reject(line: index + 1, error.importExplanation)
            }
        }
    }
}

extension TodoTxtLine {
    /// A task's line. It reads as the same text: only the last pair of a key counts, so that one in the text gets one behind it.
    init(_ todo: Todo, in timeZone: TimeZone) {
        let created = CalendarDay(todo.createdAt, in: timeZone)
        let (letter, body) = Self.parts(of: todo)
        let text = TodoTxtLine(text: body, creationDate: created)
        let priority = letter ?? TodoTxtPriority(todo.priority)
        var words = [body]
        if let deadline = todo.deadline {
            words.append("due:\(deadline.day(in: timeZone))")
        } else if text.value("due") != nil, text.hasReadableDue {
            words.append("due:\(Self.none)")
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

    /// The text of its task. None of the three priorities says a letter below C, so that it stays before the text.
    fileprivate var taskText: String {
        let text = plainText
        guard let priority, Self.isBelowC(priority), !text.isEmpty else { return text }
        return "(\(priority)) \(text)"
    }

    /// The text without a letter. Behind a letter at the front, a pair `pri` says nothing of the priority and belongs to the
    /// text, and so does a pair `due` without a date.
    private var plainText: String {
        var keys = Self.knownKeys
        if layout.header.priority != nil { keys.remove("pri") }
        if !hasReadableDue { keys.remove("due") }
        return text(without: keys)
    }

    private static func isBelowC(_ priority: TodoTxtPriority) -> Bool { priority.description > "C" }

    /// The letter below C before a task's text, if its priority is still low, and the rest of the text.
    private static func parts(of todo: Todo) -> (letter: TodoTxtPriority?, text: String) {
        let line = TodoTxtLine(raw: Array(todo.text.value.utf8)[...])
        guard todo.priority == .low, !line.isCompleted, let letter = line.layout.header.priority, isBelowC(letter)
        else { return (nil, todo.text.value) }
        return (letter, String(todo.text.value.dropFirst(4)))
    }

    /// The identity of a line, with its creation date: its text, in composed form.
    var key: String { plainText.precomposedStringWithCanonicalMapping }
}

extension Todo {
    fileprivate init(_ line: TodoTxtLine, id: TodoID, now: Date, timeZone: TimeZone) throws {
        self.init(
            id: id, text: try TodoText(line.taskText), priority: line.priority?.priorityClass ?? .normal,
            deadline: line.due.map { .day($0) }, isCompleted: line.isCompleted,
            completedAt: line.isCompleted ? line.completionDate?.start(in: timeZone) : nil,
            createdAt: line.creationDate?.start(in: timeZone) ?? now, updatedAt: now)
    }
}

extension TodoTxtPriority {
    /// The letter of a task's priority: A is high, C low. Nil for normal, which has no letter.
    init?(_ priority: TodoPriority) {
        switch priority {
        case .high: self.init("A")
        case .normal: return nil
        case .low: self.init("C")
        }
    }

    /// The priority as one of three: A is high, B normal, every later letter low.
    package var priorityClass: TodoPriority {
        switch description {
        case "A": .high
        case "B": .normal
        default: .low
        }
    }
}

extension CalendarDay {
    /// The moment at which the day begins in a time zone.
    fileprivate func start(in timeZone: TimeZone) -> Date { ICalendarTimeZones.date(of: midnight, in: timeZone) }
}
