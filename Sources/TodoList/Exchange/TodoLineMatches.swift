import CoreModule
package import Foundation

/// Finds the existing task of each line. A task matches at most one line, so that a text may occur twice.
package struct TodoLineMatches {
    /// What a line asks for. One without a date takes the tasks of any day.
    private struct Request: Hashable {
        let key: String
        let day: CalendarDay?
        let isCompleted: Bool
    }

    /// The tasks, the first one last. A task is among those of its day and those of all days.
    private var left: [Request: [TodoID]] = [:]
    private var taken: Set<TodoID> = []

    private init(_ todos: [Todo], _ timeZone: TimeZone) {
        for todo in todos.reversed() {
            let key = TodoTxtLine(todo, in: timeZone).key
            for day in [CalendarDay(todo.createdAt, in: timeZone), nil] {
                let request = Request(key: key, day: day, isCompleted: todo.isCompleted)
                left[request, default: []].append(todo.id)
            }
        }
    }

    /// Returns the task of each line; nil for a line without one.
    ///
    /// Lines with a date come first: each can match only the tasks of one day. The others take the rest.
    package static func find(_ lines: [ImportedTodoLine], among todos: [Todo], timeZone: TimeZone) -> [TodoID?] {
        var matches = TodoLineMatches(todos, timeZone)
        var found = [TodoID?](repeating: nil, count: lines.count)
        for isDated in [true, false] {
            for (index, line) in lines.enumerated() where (line.creationDay != nil) == isDated {
                found[index] = matches.take(line)
            }
        }
        return found
    }

    /// Takes the first task that is as done as the line, else the first one.
    private mutating func take(_ line: ImportedTodoLine) -> TodoID? {
        for isCompleted in [line.todo.isCompleted, !line.todo.isCompleted] {
            let request = Request(key: line.key, day: line.creationDay, isCompleted: isCompleted)
            while let id = left[request]?.popLast() {
                if taken.insert(id).inserted { return id }
            }
        }
        return nil
    }
}
