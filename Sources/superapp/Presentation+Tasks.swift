import CoreModule
import Foundation
import Terminal
import TodoList

/// Tasks, conflicts and what was done with them.
extension Presentation {
    /// A moment somewhere, by which is seen what is overdue.
    struct Today {
        let date: Date
        let timeZone: TimeZone

        init(_ date: Date, in timeZone: TimeZone = .current) {
            self.date = date
            self.timeZone = timeZone
        }
    }

    init(_ todos: [Todo], empty: Message, today: Today, in localizer: Localizer) {
        let ids = Self.shortest(todos.map(\.id.rawValue))
        let lines = zip(todos, ids).map { Self.line($0, id: $1, today: today, localizer) }
        self.init(
            text: todos.isEmpty ? localizer(empty) : lines.joined(separator: "\n"), json: .array(todos.map(Self.json)))
    }

    init(_ todo: Todo, today: Today, in localizer: Localizer) {
        let id = Self.shortest([todo.id.rawValue])[0]
        self.init(text: Self.line(todo, id: id, today: today, localizer), json: Self.json(todo))
    }

    private static func line(_ todo: Todo, id: String, today: Today, _ localizer: Localizer) -> String {
        let mark =
            switch todo.priority {
            case .high: "! "
            case .normal: "  "
            case .low: "↓ "
            }
        let deadline =
            todo.deadline.map { deadline in
                let day = localizer.deadline(deadline)
                let message =
                    todo.isOverdue(at: today.date, in: today.timeZone)
                    ? Message("due \(day) (overdue)") : Message("due \(day)")
                return "  " + localizer(message)
            } ?? ""
        let notes = todo.notes.value.isEmpty ? "" : "  ✎"
        return "[\(todo.isCompleted ? "x" : " ")] \(mark)\(todo.text.value.onOneLine)\(notes)\(deadline)  \(id)"
    }

    private static func json(_ todo: Todo) -> JSON {
        .object([
            ("id", .string(todo.id.rawValue)), ("text", .string(todo.text.value)),
            ("priority", .string(todo.priority.rawValue)), ("deadline", .string(todo.deadline?.description)),
            ("isCompleted", .bool(todo.isCompleted)), ("createdAt", .string(time(todo.createdAt))),
            ("updatedAt", .string(time(todo.updatedAt))), ("sync", .string(todo.sync.rawValue)),
            ("notes", .string(todo.notes.value)), ("completedAt", .string(todo.completedAt.map(time))),
        ])
    }

    /// All that there is to know of a task.
    init(details todo: Todo, today: Today, in localizer: Localizer) {
        var rows = [("ID", todo.id.rawValue), (localizer(TodoField.priority.name), localizer(todo.priority.name))]
        if let deadline = todo.deadline {
            let isOverdue = todo.isOverdue(at: today.date, in: today.timeZone)
            let day = localizer.deadline(deadline)
            rows.append(
                (localizer(TodoField.deadline.name), isOverdue ? localizer(Message("\(day) (overdue)")) : day))
        }
        let completion = todo.completedAt.map { Message("done \($0)") } ?? Message("done")
        rows.append(
            (localizer(TodoField.completion.name), localizer(todo.isCompleted ? completion : Message("not done"))))
        rows.append((localizer(Message("added")), localizer(Message("\(todo.createdAt)"))))
        rows.append((localizer(Message("changed")), localizer(Message("\(todo.updatedAt)"))))
        rows.append((localizer(Message("server")), localizer(Self.standing(todo.sync))))
        let width = rows.map(\.0.count).max() ?? 0
        var lines = [todo.text.value.onOneLine] + rows.map { "  \($0.0.padding(to: width))  \($0.1.onOneLine)" }
        if !todo.notes.value.isEmpty {
            let notes = todo.notes.value.split(separator: "\n", omittingEmptySubsequences: false)
            lines += [""] + notes.map { "  " + String($0).onOneLine }
        }
        self.init(text: lines.joined(separator: "\n"), json: Self.json(todo))
    }

    private static func standing(_ state: TodoSyncState) -> Message {
        switch state {
        case .local: Message("never synchronized")
        case .dirty: Message("edited since it was synchronized")
        case .synced: Message("synchronized")
        }
    }

    // MARK: Conflicts

    init(_ conflicts: [TodoConflict], empty: Message, in localizer: Localizer) {
        let lines = conflicts.map { "\($0.id)  \($0.text.onOneLine)  \(localizer($0.message).onOneLine)" }
        self.init(
            text: conflicts.isEmpty ? localizer(empty) : lines.joined(separator: "\n"),
            json: .array(conflicts.map(Self.json)))
    }

    private static func json(_ conflict: TodoConflict) -> JSON {
        var members: [(String, JSON)] = [
            ("id", .string(conflict.id.rawValue)), ("todo", .string(conflict.todoID.rawValue)),
            ("text", .string(conflict.text)), ("noticedAt", .string(time(conflict.noticedAt))),
        ]
        switch conflict.kind {
        case .field(let kept, let lost, let device, let date):
            members += [
                ("kind", .string("field")), ("field", .string(kept.field.rawValue)), ("kept", json(kept)),
                ("lost", json(lost)), ("device", .string(device)), ("date", .string(date.map(time))),
            ]
        case .deletion(let device, let date):
            members += [
                ("kind", .string("deletion")), ("device", .string(device)), ("date", .string(date.map(time))),
            ]
        case .removal: members.append(("kind", .string("removal")))
        }
        return .object(members)
    }

    private static func json(_ value: TodoFieldValue) -> JSON {
        switch value {
        case .text(let text), .notes(let text): .string(text)
        case .priority(let priority): .string(priority.rawValue)
        case .deadline(let deadline): .string(deadline?.description)
        case .completion(let isCompleted, _): .bool(isCompleted)
        }
    }

    // MARK: Files and the server

    init(_ report: TodoImportReport, isTrial: Bool, in localizer: Localizer) {
        self.init(
            added: report.added, updated: report.updated, unchanged: report.unchanged,
            rejected: report.rejected.map { ($0.line, $0.reason) }, isTrial: isTrial, in: localizer)
    }

    /// What is left out is told only where there is something.
    init(_ report: TodoExportReport, path: String, in localizer: Localizer) {
        var lines = [localizer(Message("\(count: report.written) tasks written to \(path)"))]
        var members: [(String, JSON)] = [("exported", .number(report.written))]
        if report.withoutNotes > 0 {
            lines.append(localizer(Message("left out: the notes of \(count: report.withoutNotes) tasks")))
            members.append(("withoutNotes", .number(report.withoutNotes)))
        }
        if report.withoutTime > 0 {
            lines.append(
                localizer(Message("left out: the time of day of the deadlines of \(count: report.withoutTime) tasks")))
            members.append(("withoutTime", .number(report.withoutTime)))
        }
        self.init(text: lines.joined(separator: "\n"), json: .object(members))
    }

    init(_ report: TodoSyncReport, in localizer: Localizer) {
        var lines = [
            localizer(
                Message(
                    "sent \(report.pushed), received \(report.pulled), removed here \(report.deletedHere), removed there \(report.deletedThere), conflicts \(report.conflicts)"
                ))
        ]
        lines += report.unreadable.map { localizer(Message("cannot be read: \($0.description)")) }
        self.init(
            text: lines.joined(separator: "\n"),
            json: .object([
                ("pushed", .number(report.pushed)), ("pulled", .number(report.pulled)),
                ("deletedHere", .number(report.deletedHere)), ("deletedThere", .number(report.deletedThere)),
                ("conflicts", .number(report.conflicts)),
            ]))
    }
}
