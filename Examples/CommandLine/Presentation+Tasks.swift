import CoreModule
import Foundation
import TodoList

/// Tasks, conflicts, and the reports of files and of the server.
extension Presentation {
    init(_ todos: [Todo], empty: Message, now: Date, in localizer: Localizer) {
        self.init(todos.map { TodoRow($0) }, json: todos, empty: empty, now: now, in: localizer)
    }

    /// The removed tasks, and when each goes.
    @MainActor
    init(_ bin: TodoBinViewModel, now: Date, in localizer: Localizer) {
        let ids = bin.items.map(\.id.rawValue)
        let length = Self.idLength(ids)
        let lines = bin.items.map {
            "\(Self.line($0.todo, length, now: now, localizer))  \(localizer(bin.message(of: $0)))"
        }
        self.init(
            lines, empty: bin.emptyMessage,
            json: bin.items.map { $0.todo.json + ["removedAt": .date($0.removedAt), "deletedAt": .date($0.end)] },
            list: ShownList(item: .removedTask, ids: ids), in: localizer)
    }

    /// Tasks with those that are a part of another one below it; as JSON, in the order of creation.
    init(_ rows: [TodoRow], json todos: [Todo], empty: Message, now: Date, in localizer: Localizer) {
        let ids = rows.map(\.id.rawValue)
        let length = Self.idLength(ids)
        let lines = rows.map { row in
            String(repeating: "  ", count: min(row.depth, 10)) + Self.line(row.todo, length, now: now, localizer)
        }
        self.init(
            lines, empty: empty, json: todos.map(\.json), list: ShownList(item: .task, ids: ids), in: localizer)
    }

    /// A task, and what a change has done besides.
    init(_ todo: Todo, _ outcome: TodoOutcome? = nil, now: Date, in localizer: Localizer) {
        let message = outcome?.message(now: now, timeZone: localizer.timeZone)
        let lines = [Self.line(todo, Self.idLength([]), now: now, localizer)] + (message.map { [localizer($0)] } ?? [])
        self.init(lines, json: todo.json + (outcome?.json ?? [:]))
    }

    /// A new task, with what was not understood of its text.
    init(added todo: Todo, _ outcome: TodoOutcome?, as entry: TodoQuickEntry, now: Date, in localizer: Localizer) {
        let parts: JSON? = entry.notUnderstood.isEmpty ? nil : ["notUnderstood": .strings(entry.notUnderstood)]
        self = Presentation(todo, outcome, now: now, in: localizer)
            .followed(by: entry.notUnderstoodMessage, json: parts, in: localizer)
    }

    private static func line(_ todo: Todo, _ idLength: Int, now: Date, _ localizer: Localizer) -> String {
        let mark =
            switch todo.priority {
            case .high: "! "
            case .normal: "  "
            case .low: "↓ "
            }
        let deadline = todo.deadlineMessage(now: now, timeZone: .current).map { "  " + localizer($0) } ?? ""
        let recurrence = todo.recurrence.map { "  ↻ " + localizer($0.message) } ?? ""
        let tags = todo.tags.names.map { "  #" + $0 }.joined()
        let end =
            (todo.notes.value.isEmpty ? "" : "  ✎") + deadline + recurrence + tags + "  "
            + todo.id.rawValue.prefix(idLength)
        return "[\(todo.isCompleted ? "x" : " ")] \(mark)\(todo.text.value)\(end)"
    }

    /// All fields of a task, and what its editor has besides.
    @MainActor
    init(details todo: Todo, of editor: TodoEditorViewModel, now: Date, in localizer: Localizer) {
        var rows = [("ID", todo.id.rawValue), (localizer(TodoField.priority.name), localizer(todo.priority.name))]
        if let start = todo.start { rows.append((localizer(TodoField.start.name), localizer.deadline(start))) }
        if let deadline = localizer.deadline(of: todo, now: now) {
            rows.append((localizer(TodoField.deadline.name), deadline))
        }
        if let recurrence = todo.recurrence {
            rows.append((localizer(TodoField.recurrence.name), localizer(recurrence.message)))
        }
        for field in [TodoField.tags, .link] {
            let value = TodoFieldValue(field, of: todo)
            if value != TodoFieldValue(field, of: .sample("")) {
                rows.append((localizer(field.name), localizer(value.message)))
            }
        }
        if todo.parent != nil { rows.append((localizer(TodoField.parent.name), editor.parentText)) }
        rows.append((localizer(TodoField.completion.name), localizer(todo.completionMessage)))
        rows += editor.details.map { (localizer($0.name), localizer($0.value)) }
        let width = rows.map(\.0.count).max() ?? 0
        var lines = [todo.text.value] + rows.map { "  \($0.0.padded(to: width))  \($0.1)" }
        if !todo.notes.value.isEmpty {
            let notes = todo.notes.value.split(separator: "\n", omittingEmptySubsequences: false)
            lines += [""] + notes.map { "  " + $0 }
        }
        self.init(lines, json: todo.json + ["alarms": .array(editor.alarms.map(JSON.date))])
    }

    init(_ conflicts: [TodoConflict], empty: Message, in localizer: Localizer) {
        self.init(
            conflicts.map { "\($0.id)  \($0.text)  \(localizer($0.message))" }, empty: empty,
            json: conflicts.map(\.json), list: ShownList(item: .conflict, ids: conflicts.map(\.id.rawValue)),
            in: localizer)
    }

    /// The report of an export. It names what the format leaves out, if the tasks have any of it.
    init(_ report: TodoExportReport, path: String, in localizer: Localizer) {
        let lines = [Message("\(count: report.written) tasks written to \(path)")] + report.omissions
        var json: JSON = ["exported": .number(report.written)]
        if report.withoutNotes > 0 { json = json + ["withoutNotes": .number(report.withoutNotes)] }
        if report.withoutTime > 0 { json = json + ["withoutTime": .number(report.withoutTime)] }
        if report.withoutDetails > 0 { json = json + ["withoutDetails": .number(report.withoutDetails)] }
        self.init(lines.map { localizer($0) }, json: json)
    }

    init(_ report: TodoSyncReport, in localizer: Localizer) {
        var json: JSON = [
            "pushed": .number(report.pushed), "pulled": .number(report.pulled),
            "deletedHere": .number(report.deletedHere), "deletedThere": .number(report.deletedThere),
            "conflicts": .number(report.conflicts),
        ]
        if !report.unreadable.isEmpty { json = json + ["unreadable": .strings(report.unreadable)] }
        if let list = report.list {
            json = json + ["list": ["url": .string(list.url.absoluteString), "name": .string(list.name)]]
        }
        self.init(([report.message] + report.details).map { localizer($0) }, json: json)
    }
}

extension Todo {
    fileprivate var json: JSON {
        [
            "id": .string(id.rawValue), "text": .string(text.value), "priority": .string(priority.rawValue),
            "deadline": .string(deadline?.description),
            "isCompleted": .bool(isCompleted),
            "createdAt": .date(createdAt), "updatedAt": .date(updatedAt), "sync": .string(sync.rawValue),
            "notes": .string(notes.value), "completedAt": .date(completedAt),
            "repeat": .string(recurrence?.json), "tags": .strings(tags.names), "link": .string(link?.absoluteString),
            "parent": .string(parent?.rawValue), "start": .string(start?.description),
        ]
    }
}

extension TodoRecurrence {
    /// The rule; of a task that recurs on single dates only, these: `RDATE:20261203,20261210`.
    fileprivate var json: String { rule.isEmpty ? "RDATE:" + addedTimes.joined(separator: ",") : rule }
}

extension TodoConflict {
    fileprivate var json: JSON {
        let all: JSON = [
            "id": .string(id.rawValue), "todo": .string(todoID.rawValue), "text": .string(text),
            "noticedAt": .date(noticedAt),
        ]
        switch kind {
        case .field(let kept, let lost, let device, let date):
            return all + [
                "kind": .string("field"), "field": .string(kept.field.rawValue), "kept": kept.json, "lost": lost.json,
                "device": .string(device), "date": .date(date),
            ]
        case .deletion(let device, let date):
            return all + [
                "kind": .string("deletion"), "removedHere": .bool(date != nil), "device": .string(device),
                "date": .date(date),
            ]
        case .removal: return all + ["kind": .string("removal")]
        }
    }
}

extension TodoFieldValue {
    fileprivate var json: JSON {
        switch self {
        case .text(let text), .notes(let text): .string(text)
        case .priority(let priority): .string(priority.rawValue)
        case .start(let time), .deadline(let time): .string(time?.description)
        case .recurrence(let recurrence): .string(recurrence?.json)
        case .schedule(let schedule):
            [
                "start": .string(schedule.start?.description), "deadline": .string(schedule.deadline?.description),
                "repeat": .string(schedule.recurrence?.json),
            ]
        case .tags(let tags): .strings(tags.names)
        case .link(let link): .string(link?.absoluteString)
        case .parent(let parent): .string(parent?.rawValue)
        case .completion(let isCompleted, _): .bool(isCompleted)
        }
    }
}

extension TodoOutcome {
    /// Only what there is to say.
    fileprivate var json: JSON {
        var json: JSON = [:]
        if wasLastTime { json = json + ["wasLast": .bool(true)] }
        if isBack { json = json + ["isBack": .bool(true)] }
        if let firstDay { json = json + ["firstDay": .string("\(firstDay)")] }
        if doneSubtasks > 0 { json = json + ["doneSubtasks": .number(doneSubtasks)] }
        return json
    }
}
