import CoreModule
import Foundation
import HTTPTypes
import PersonalDictionary
import TodoList

/// The operations on tasks. The rules are the library's own.
extension APIOperation {
    private static let fields = [
        APIField("notes", .text), APIField("priority", .choice(TodoPriority.allCases.map(\.rawValue))),
        APIField("start", .text, isNullable: true), APIField("deadline", .text, isNullable: true),
        APIField("repeat", .text, isNullable: true), APIField("tags", .texts),
        APIField("link", .text, isNullable: true), APIField("parent", .text, isNullable: true),
    ]

    static let tasks = [
        APIOperation(
            "listTasks", .get, "/tasks",
            query: [
                APIField("query", .text), APIField("tag", .text), APIField("isCompleted", .flag), APICall.limit,
                APICall.cursor,
            ]
        ) { try await $0.listTasks() },
        APIOperation(
            "addTask", .post, "/tasks",
            body: [APIField("id", .newID), APIField("text", .text, isRequired: true)] + fields
        ) { try await $0.addTask() },
        APIOperation("getTask", .get, "/tasks/{id}") { try $0.shown(try await $0.task) },
        APIOperation(
            "editTask", .patch, "/tasks/{id}",
            body: [
                APIField("text", .text), APIField("isCompleted", .flag),
                APIField("subtasks", .choice(["completed", "kept"])),
            ] + fields
        ) { try await $0.editTask() },
        APIOperation("removeTask", .delete, "/tasks/{id}") { call in
            try await call.changing {
                try call.check(try await call.task.versionedJSON.version)
                try await call.todos.remove([TodoID(call.id)], at: call.now)
                return .done
            }
        },
        APIOperation("restoreTask", .post, "/tasks/{id}/restore") { try await $0.restoreTask() },
        APIOperation("skipTask", .post, "/tasks/{id}/skip") { call in
            try await call.changing {
                try call.check(try await call.task.versionedJSON.version)
                return try call.shown(
                    try await call.todos.skip(TodoID(call.id), at: call.now, in: call.timeZone))
            }
        },
        APIOperation("listRemovedTasks", .get, "/bin/tasks") { call in
            APIAnswer(json: ["tasks": .list(try await call.todos.removedTodos(at: call.now).map(\.json))])
        },
    ]
}

extension APICall {
    fileprivate var task: Todo {
        get async throws {
            guard let todo = try await todos.todo(TodoID(id)) else { throw TodoError.notFound(id) }
            return todo
        }
    }

    fileprivate func shown(_ todo: Todo, status: HTTPResponse.Status = .ok) throws -> APIAnswer {
        let (json, version) = todo.versionedJSON
        return APIAnswer(status: status, json: json, version: version)
    }

    /// Oldest first, those of one second in the order of their identifiers, as the library lists them.
    fileprivate func listTasks() async throws -> APIAnswer {
        let filter = TodoFilter(tag: query["tag"]?.text, searchText: query["query"]?.text ?? "")
        let isCompleted = query["isCompleted"]?.bool
        let cursor = try query["cursor"]?.text.map { text throws(Problem) in try APICursor(text) }
        let all = try await todos.todos()
        let matching = filter.isEmpty ? all : filter.matches(in: all, at: now, in: timeZone)
        let wanted = matching.filter { todo in
            (isCompleted ?? todo.isCompleted) == todo.isCompleted
                && cursor.map { ($0.date, $0.id) < (todo.createdAt, todo.id.rawValue) } != false
        }
        let page = wanted.prefix(limit)
        let next = wanted.count > limit ? page.last.map { APICursor($0.createdAt, $0.id.rawValue).text } : nil
        return APIAnswer(json: ["tasks": .list(page.map(\.json)), "next": .text(next)])
    }

    // MARK: Changes

    fileprivate func addTask() async throws -> APIAnswer {
        let edit = try self.edit
        let id: TodoID = body["id"]?.text.map { TodoID($0) } ?? program.environment.identifiers.next()
        return try await changing {
            let (date, text) = (now, try TodoText(body["text"]?.text ?? ""))
            // The same request, once more.
            if let present = try await todos.todo(id) {
                guard present.text == text else { throw Problem.otherContent }
                return try shown(present)
            }
            guard try await !todos.removedTodos(at: now).contains(where: { $0.id == id }) else { throw Problem.removed }
            var todo = Todo(id: id, text: text, createdAt: date, updatedAt: date)
            edit.fill(&todo)
            var answer = try shown(try await todos.add(todo, in: timeZone), status: .created)
            answer.location = "\(APIOperation.basePath)/tasks/\(PercentEncoding.encoded(id.rawValue.utf8))"
            return answer
        }
    }

    fileprivate func editTask() async throws -> APIAnswer {
        let edit = try self.edit
        let subtasks: TodoSubtasks =
            switch body["subtasks"]?.text {
            case "completed": .completed
            case "kept": .kept
            default: .asked
            }
        return try await changing {
            let present = try await task
            try check(present.versionedJSON.version)
            let edited = try await todos.edit(present.id, edit, subtasks: subtasks, at: now, in: timeZone)
            return try shown(edited.first { $0.id == present.id } ?? present)
        }
    }

    /// What the body changes.
    private var edit: TodoEdit {
        get throws {
            let now = LocalDateTime(now, in: timeZone)
            return TodoEdit(
                text: try body["text"]?.text.map { text throws(TodoError) in try TodoText(text) },
                priority: body["priority"]?.text.flatMap { TodoPriority(rawValue: $0) },
                start: try change("start") { text throws(TodoError) in try TodoDeadline(text) },
                deadline: try change("deadline") { text throws(TodoError) in try TodoDeadline(text) },
                recurrence: try change("repeat") { text throws(TodoError) in
                    try TodoRecurrence(text, now: now, locale: locale)
                },
                tags: try body["tags"]?.texts.map { tags throws(TodoError) in try TodoTags(tags) },
                link: try change("link") { text throws(TodoError) in try Todo.link(text) },
                parent: try parent,
                notes: try body["notes"]?.text.map { notes throws(TodoError) in try TodoNotes(notes) },
                isCompleted: body["isCompleted"]?.bool)
        }
    }

    private var parent: TodoEdit.Change<TodoID>? {
        get throws(Problem) {
            switch body["parent"] {
            case .null: return .cleared
            case .text(let id):
                guard APIField.isIdentifier(id) else { throw .wrongField("parent") }
                return .set(TodoID(id))
            default: return nil
            }
        }
    }

    /// The change of what a task may have or not. Nil if the body has no such field.
    private func change<Value: Hashable & Sendable>(
        _ name: String, _ read: (String) throws(TodoError) -> Value
    ) throws(TodoError) -> TodoEdit.Change<Value>? {
        switch body[name] {
        case .null: return .cleared
        case .text(let text): return .set(try read(text))
        default: return nil
        }
    }

    fileprivate func restoreTask() async throws -> APIAnswer {
        let id = TodoID(id)
        do throws(TodoError) {
            try await todos.restore([id], at: now)
        } catch {
            // It is back already, or it is nowhere: then reading it says so.
            guard case .notFound = error else { throw error }
        }
        return try shown(try await task)
    }
}

extension TodoEdit {
    /// Fills a new task with what was given for it.
    fileprivate func fill(_ todo: inout Todo) {
        func value<Value>(_ change: Change<Value>?) -> Value? {
            if case .set(let value)? = change { value } else { nil }
        }
        todo.priority = priority ?? todo.priority
        (todo.start, todo.deadline, todo.recurrence) = (value(start), value(deadline), value(recurrence))
        (todo.link, todo.parent) = (value(link), value(parent))
        todo.tags = tags ?? todo.tags
        todo.notes = notes ?? todo.notes
    }
}
