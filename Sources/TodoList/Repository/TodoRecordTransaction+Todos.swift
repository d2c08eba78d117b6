package import CoreModule
package import Foundation

extension TodoRecordSnapshot {
    /// Returns the record of the task with this path on the server.
    package func record(at path: WebDAVPath) throws(TodoError) -> TodoRecord? { try records(.at(path)).first }

    /// Returns the only task that a name means.
    package func todo(named name: String) throws -> Todo {
        if let todo = try record(TodoID(name))?.todo { return todo }
        let (all, key) = (try todos(), TodoNameKey.key(name))
        var matches = all.filter { $0.text.value == name }
        if matches.isEmpty, !key.isEmpty {
            matches = all.filter { TodoNameKey.key($0.text.value) == key }
            matches += try todos(idPrefix: name, limit: 10).filter { !matches.contains($0) }
        }
        guard let match = matches.first else { throw TodoError.notFound(name) }
        guard matches.count == 1 else { throw TodoError.ambiguousID(name, matches: Array(matches.prefix(10))) }
        return match
    }
}

/// What two texts have in common that differ only in case or spaces.
enum TodoNameKey {
    static func key(_ text: String) -> String {
        let words = text.withoutUnseenCharacters.split(whereSeparator: \.isWhitespace)
        return words.joined(separator: " ").precomposedStringWithCanonicalMapping.lowercased()
    }
}

// The rules for edits of tasks, the same for every store.

extension TodoRecordTransaction {
    /// Adds a task and returns it with its synchronization state.
    @discardableResult
    package func add(_ todo: Todo, in timeZone: TimeZone = .autoupdatingCurrent) throws -> Todo {
        if let parent = todo.parent { try checkParent(parent, of: todo.id) }
        let record = try record(todo.id) ?? TodoRecord(id: todo.id)
        return try put(record.adding(todo, at: todo.updatedAt, in: timeZone))
    }

    /// Puts a task into the list as it is.
    func put(_ todo: Todo) throws -> Todo {
        var record = try record(todo.id) ?? TodoRecord(id: todo.id)
        guard record.todo == nil else {
            throw StoreError(.internalFault, path: nil, message: Message("a task with this identifier already exists"))
        }
        record.add(todo, at: todo.updatedAt)
        try save(record)
        return record.todo ?? todo
    }

    /// Changes a task.
    package func edit(
        _ id: TodoID, _ edit: TodoEdit, at date: Date, in timeZone: TimeZone = .autoupdatingCurrent
    ) throws -> Todo {
        if let parent = edit.parent?.value { try checkParent(parent, of: id) }
        return try change(id, edit, at: date, in: timeZone)
    }

    /// Changes a task without a check of the task of which it is a part: another program may have named any.
    private func change(
        _ id: TodoID, _ edit: TodoEdit, at date: Date, in timeZone: TimeZone = .autoupdatingCurrent
    ) throws -> Todo {
        guard var record = try record(id), let old = record.todo else { throw TodoError.notFound(id.rawValue) }
        try record.edit(edit, at: date, in: timeZone)
        if record.todo != old { try save(record) }
        return record.todo ?? old
    }

    /// Throws unless a task can be a part of another one.
    private func checkParent(_ parent: TodoID, of id: TodoID) throws {
        var (ancestor, seen): (TodoID?, Set<TodoID>) = (parent, [])
        while let next = ancestor, seen.insert(next).inserted {
            let todo = try record(next)?.todo
            guard todo != nil || next != parent else { throw TodoError.notFound(parent.rawValue) }
            guard next != id else { throw TodoError.partOfItself(todo?.text.value ?? parent.rawValue) }
            ancestor = todo?.parent
        }
    }

    /// Moves a recurring task to its next time; with the last one it is done.
    package func skip(_ id: TodoID, at date: Date, in timeZone: TimeZone) throws -> EditedTodo {
        guard let todo = try record(id)?.todo else { throw TodoError.notFound(id.rawValue) }
        guard todo.recurrence != nil else { throw TodoError.notRecurring(todo.text.value) }
        guard !todo.isCompleted else { throw TodoError.nothingToSkip(todo.text.value) }
        return EditedTodo(
            before: todo, after: try edit(id, TodoEdit(isCompleted: true), at: date, in: timeZone))
    }

    /// Changes a task and, if it is done by that, its open subtasks; see ``TaskList/edit(_:_:subtasks:at:in:)``.
    func edit(
        _ id: TodoID, _ edit: TodoEdit, subtasks: TodoSubtasks, at date: Date, in timeZone: TimeZone
    ) throws -> [EditedTodo] {
        guard let before = try record(id)?.todo else { throw TodoError.notFound(id.rawValue) }
        guard edit.due == nil || edit.due == before.due else { return [EditedTodo(before: before, after: before)] }
        let isAsked = edit.isCompleted == true && !before.isCompleted && subtasks != .kept
        let open = isAsked ? try todos().openSubtasks(of: id) : []
        guard open.isEmpty || subtasks == .completed else { throw TodoError.openSubtasks(of: before, open) }
        let after = try self.edit(id, edit, at: date, in: timeZone)
        if edit.isCompleted == false, before.recurrence != nil, !before.isCompleted, after == before {
            throw TodoError.nothingToReopen(before.text.value)
        }
        let others = try open.map {
            EditedTodo(before: $0, after: try self.edit($0.id, TodoEdit(isCompleted: true), at: date, in: timeZone))
        }
        return [EditedTodo(before: before, after: after)] + others
    }

    /// Takes back what an edit has changed and nothing has changed since. Nil if that is nothing.
    func takeBack(_ edited: EditedTodo, at date: Date, in timeZone: TimeZone) throws -> Todo? {
        guard let now = try record(edited.after.id)?.todo else { return nil }
        let edit = TodoEdit(takingBack: edited, from: now)
        return edit == TodoEdit() ? nil : try change(now.id, edit, at: date, in: timeZone)
    }

    /// Moves tasks to the bin, and returns them as they were, each once.
    @discardableResult
    package func remove(_ ids: [TodoID], at date: Date) throws -> [Todo] {
        var (seen, removed): (Set<TodoID>, [Todo]) = ([], [])
        for id in ids where seen.insert(id).inserted {
            guard var record = try record(id), let todo = record.todo else { throw TodoError.notFound(id.rawValue) }
            if record.isPlain {
                record.todo = nil
            } else {
                record.remove(at: date)
            }
            try save(record)
            try setRemovedTodo(RemovedTodo(todo, removedAt: date), of: id)
            removed.append(todo)
        }
        _ = try deleteRemovedTodos(before: Bin.start(date))
        return removed
    }

    /// Brings back a task that was removed here at a date; see ``TaskList/undoRemoval(of:at:)``. Nil if it is skipped.
    package func undoRemoval(of todo: Todo, at removedAt: Date) throws -> Todo? {
        if let record = try record(todo.id) {
            guard record.todo == nil,
                record.removedAt?.millisecondsSince1970 == removedAt.millisecondsSince1970
            else { return nil }
        }
        try setRemovedTodo(nil, of: todo.id)
        return try put(todo)
    }

    /// Restores the lost value of a conflict by an ordinary edit, and deletes the conflict.
    package func restore(_ id: Identifier<TodoConflict>, at date: Date) throws -> TodoChange {
        guard let conflict = try conflicts().first(where: { $0.id == id }) else {
            throw TodoError.noConflict(id.rawValue)
        }
        let change: TodoChange
        switch conflict.kind {
        case .field(_, let lost, _, _):
            change = .updated(try self.change(conflict.todoID, TodoEdit(lost), at: date))
        case .deletion:
            try remove([conflict.todoID], at: date)
            change = .removed(conflict.todoID)
        case .removal(let text, let notes, let priority, let deadline, let isCompleted, let copy):
            var record = try record(conflict.todoID)
            let known = copy.map { [UInt8]($0) } ?? record?.lastServerCopy
            let document = TodoRecord.document(known)
            // What the conflict does not name is as it is now, or as the server had it last.
            var fields = record?.todo.map { TodoFields($0) } ?? document?.fields ?? TodoFields()
            (fields.text, fields.notes, fields.priority, fields.schedule.deadline) = (text, notes, priority, deadline)
            // Since when it was done, the server's last copy may know.
            let since = document?.fields.completedAt ?? fields.completedAt ?? date.inWholeSeconds
            (fields.isCompleted, fields.completedAt) = (isCompleted, isCompleted ? since : nil)
            if let todo = record?.todo {
                // It came back from the server, perhaps in another version.
                var edit = TodoEdit(from: todo, to: fields)
                if edit.isCompleted == true { edit.completedAt = .set(since) }
                change = .updated(try self.edit(todo.id, edit, at: date))
            } else {
                let created = document?.created ?? date
                // A move to another server has forgotten what this library does not know of the task.
                if record?.lastServerCopy == nil {
                    record = record ?? TodoRecord(id: conflict.todoID)
                    record?.lastServerCopy = known
                    if let record { try save(record) }
                }
                change = .added(try put(fields.todo(conflict.todoID, createdAt: created, updatedAt: date)))
            }
        }
        try removeConflict(id)
        return change
    }
}
