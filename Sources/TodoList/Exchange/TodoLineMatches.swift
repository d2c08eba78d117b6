import CoreModule
package import Foundation

/// Finds the existing task of each line. A task matches at most one line, so that a text may occur twice.
package struct TodoLineMatches {
    /// What a line asks for. One without a date takes the tasks of any day.
    private struct Request: Hashable {
        enum Key: Hashable {
            case line(String, TodoTxtIdentity)
            case text(String)
            case identity(TodoTxtIdentity)
            case both(String, TodoTxtIdentity)
            case withoutContexts(String)
        }

        let key: Key
        let day: CalendarDay?
        let isCompleted: Bool
    }

    /// The tasks, the first one last. A task is among those of its day and those of all days.
    private var left: [Request: [TodoID]] = [:]
    private var taken: Set<TodoID> = []

    private init(_ todos: [Todo], _ timeZone: TimeZone) {
        for todo in todos.reversed() {
            let day = CalendarDay(todo.createdAt, in: timeZone)
            for key in Self.keys(of: todo, in: timeZone) {
                for day in [day, nil] {
                    left[Request(key: key, day: day, isCompleted: todo.isCompleted), default: []].append(todo.id)
                }
            }
        }
    }

    /// The keys by which a task is found: its text, the same with its tags, and without any contexts at its end if it was edited; the
    /// line that it was imported from, its identity, and that beside the text as long as it is that of the line.
    private static func keys(of todo: Todo, in timeZone: TimeZone) -> Set<Request.Key> {
        let line = TodoTxtLine(todo, in: timeZone)
        let text = todo.tags == .none ? line.key : TodoTxtLine(todo, in: timeZone, hasTags: false).key
        var keys: Set<Request.Key> = [.text(line.key), .text(text)]
        var isEdited = todo.updatedAt > todo.createdAt
        if let identity = TodoTxtIdentity(of: todo.id) {
            isEdited = TodoTxtIdentity(key: text) != identity
            keys.insert(.identity(identity))
            if let line = todo.todoTxt.line { keys.insert(.line(line, identity)) }
            if !isEdited { keys.insert(.both(text, identity)) }
        }
        // Without an edit it is another task than a line with other contexts.
        if isEdited { keys.insert(.withoutContexts(textWithoutContexts(line.key))) }
        return keys
    }

    /// The keys that a line asks for, the first one first.
    private static func keys(of line: ImportedTodoLine) -> [Request.Key] {
        let identity = TodoTxtIdentity(key: line.key)
        return [
            .line(line.todo.todoTxt.line ?? "", identity), .both(line.key, identity), .text(line.key),
            .identity(identity), .withoutContexts(textWithoutContexts(line.key)),
        ]
    }

    /// Returns the task of each line; nil for a line without one.
    ///
    /// Lines with a date come first: each can match only the task that was imported from the same line, and the tasks of one day. The
    /// others take the rest. Among each, a task that is as done as the line comes before one that is not, and one with the text of the
    /// line before one whose text was edited since it was imported. At last, a line with a date takes a task of its day, as done as the
    /// line, whose contexts were edited since.
    package static func find(_ lines: [ImportedTodoLine], among todos: [Todo], timeZone: TimeZone) -> [TodoID?] {
        var matches = TodoLineMatches(todos, timeZone)
        var found = [TodoID?](repeating: nil, count: lines.count)
        let keys = lines.map(keys(of:))
        for (isDated, kinds, doneness) in [
            (true, 0..<4, [true, false]), (false, 0..<4, [true, false]), (true, 4..<5, [true]),
        ] {
            for isAsDone in doneness {
                for kind in kinds {
                    for (index, line) in lines.enumerated()
                    where found[index] == nil && (line.creationDay != nil) == isDated {
                        // Elsewhere the date of the same line is another day.
                        found[index] = matches.take(
                            Request(
                                key: keys[index][kind], day: kind == 0 ? nil : line.creationDay,
                                isCompleted: line.todo.isCompleted == isAsDone))
                    }
                }
            }
        }
        return found
    }

    /// The text of a line without the contexts at its end, which are tags of its task; all of it if it is only contexts.
    static func textWithoutContexts(_ key: String) -> String {
        var text = key[...]
        while let space = text.lastIndex(where: \.isWhitespace), text[text.index(after: space)...].first == "@",
            TodoTxtLine.tag(text[text.index(after: space)...]) != nil
        {
            text = text[..<space]
        }
        return String(text)
    }

    /// Takes the first task.
    private mutating func take(_ request: Request) -> TodoID? {
        while let id = left[request]?.popLast() {
            if taken.insert(id).inserted { return id }
        }
        return nil
    }
}
