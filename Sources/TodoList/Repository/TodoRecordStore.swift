package import CoreModule
package import Foundation

/// The stored records of all tasks, inside one transaction. The rules are methods of its extensions and the same for every store.
package protocol TodoRecordStore {
    /// All tasks, oldest first.
    var todos: [Todo] { get throws }
    /// Tasks whose identifiers have a prefix, in the order of the identifiers.
    func todos(idPrefix: String, limit: Int) throws -> [Todo]
    /// The record of a task, if there is one.
    func record(_ id: TodoID) throws -> TodoRecord?
    /// The record of the task with this path on the server.
    func record(at path: CalDAVPath) throws -> TodoRecord?
    /// Replaces the record of a task. Deletes it if there is nothing to store.
    mutating func save(_ record: TodoRecord) throws
    /// Records that the server must receive, at most `limit`. Removals come first, because they free space on the server.
    func dirtyRecords(limit: Int, except skipped: Set<TodoID>) throws -> [TodoRecord]
    /// The number of tasks, of records that the server must receive, and of conflicts.
    var counts: TodoCounts { get throws }
    /// The records of tasks that have ever been on a server.
    func syncedRecords() throws -> [TodoRecord]
    /// The records whose identifier is their path on the server, because another task had the identifier.
    func recordsIdentifiedByPath() throws -> [TodoRecord]
    /// The records of tasks that are removed here and on the server.
    func removedRecords() throws -> [TodoRecord]
    /// Notes that a full comparison has found all server copies.
    mutating func confirmServerCopies() throws
    /// The known resources of the collection.
    func knownResources() throws -> [CalDAVPath: TodoKnownResource]
    /// The collection's address and sync token.
    var collection: TodoCollectionState? { get throws }
    mutating func setCollection(_ state: TodoCollectionState) throws
    /// Stores the ETag of a resource that is not a task. Nil deletes it.
    mutating func setIgnored(_ path: CalDAVPath, _ etag: ETag?) throws
    /// Whether the path has a resource that is not a task.
    func isIgnored(_ path: CalDAVPath) throws -> Bool
    mutating func removeAllIgnored() throws
    /// All conflicts, oldest first.
    var conflicts: [TodoConflict] { get throws }
    /// Stores a conflict under the next number.
    mutating func add(_ conflict: TodoConflict.Kind, of id: TodoID, text: String, at date: Date) throws
    mutating func removeConflict(_ id: Identifier<TodoConflict>) throws
}

/// The collection that the list was synchronized with last.
package struct TodoCollectionState: Hashable, Sendable {
    /// The collection's address.
    package var address: String
    /// The server's sync token. Nil if there is none, or if everything must be listed.
    package var token: String?
    /// When everything was last compared with the server.
    package var comparedAt: Date?
    /// The name of this store in version vectors. Random, so that two devices of one name differ. Empty until the first
    /// synchronization.
    package var replica = ""
}

/// A resource of the collection, as it was read last.
package struct TodoKnownResource: Hashable, Sendable {
    package var etag: ETag?
    /// The task that it holds; nil if it holds none.
    package var id: TodoID?
    /// Whether it holds a task, in the version that the last full comparison found.
    package var isConfirmed: Bool

    package init(etag: ETag?, id: TodoID?, isConfirmed: Bool = false) {
        self.etag = etag
        self.id = id
        self.isConfirmed = isConfirmed
    }

    /// Whether it holds a task.
    var isTodo: Bool { id != nil }
}

extension TodoRecordStore {
    /// Returns the one task whose identifier has a prefix.
    package func todo(idPrefix: String) throws -> Todo {
        let todos = idPrefix.isEmpty ? [] : try todos(idPrefix: idPrefix, limit: 11)
        guard let first = todos.first else { throw TodoError.notFound(idPrefix) }
        guard todos.count == 1 || first.id.rawValue == idPrefix else {
            throw TodoError.ambiguousID(idPrefix, matches: Array(todos.prefix(10)))
        }
        return first
    }

    /// Adds a task and returns it with its synchronization state.
    @discardableResult
    package mutating func add(_ todo: Todo) throws -> Todo {
        var record = try record(todo.id) ?? TodoRecord(id: todo.id)
        guard record.todo == nil else {
            throw StoreError(.internalFault, path: nil, message: Message("a task with this identifier already exists"))
        }
        record.add(todo, at: todo.updatedAt)
        try save(record)
        return record.todo ?? todo
    }

    /// Changes a task.
    package mutating func edit(_ id: TodoID, _ edit: TodoEdit, at date: Date) throws -> Todo {
        guard var record = try record(id), let old = record.todo else { throw TodoError.notFound(id.rawValue) }
        record.edit(edit, at: date)
        if record.todo != old { try save(record) }
        return record.todo ?? old
    }

    /// Removes tasks.
    /// - Returns: the tasks as they were, each once.
    @discardableResult
    package mutating func remove(_ ids: [TodoID], at date: Date) throws -> [Todo] {
        var (seen, removed): (Set<TodoID>, [Todo]) = ([], [])
        for id in ids where seen.insert(id).inserted {
            guard var record = try record(id), let todo = record.todo else { throw TodoError.notFound(id.rawValue) }
            if record.isPlain {
                record.todo = nil
            } else {
                record.remove(at: date)
            }
            try save(record)
            removed.append(todo)
        }
        return removed
    }

    /// Brings back a task that was removed here at a date. Skips a task that has been back since, even if it was removed again:
    /// the removed version is outdated then.
    /// - Returns: the task. Nil if it is skipped.
    package mutating func undoRemoval(of todo: Todo, at removedAt: Date) throws -> Todo? {
        if let record = try record(todo.id) {
            guard record.todo == nil,
                record.removedAt?.millisecondsSince1970 == removedAt.millisecondsSince1970
            else { return nil }
        }
        return try add(todo)
    }

    /// Restores the lost value of a conflict by an ordinary edit, and deletes the conflict.
    package mutating func restore(_ id: Identifier<TodoConflict>, at date: Date) throws -> TodoChange {
        guard let conflict = try conflicts.first(where: { $0.id == id }) else {
            throw TodoError.noConflict(id.rawValue)
        }
        let change: TodoChange
        switch conflict.kind {
        case .field(_, let lost, _, _):
            change = .updated(try edit(conflict.todoID, TodoEdit(lost), at: date))
        case .deletion:
            try remove([conflict.todoID], at: date)
            change = .removed(conflict.todoID)
        case .removal(let text, let notes, let priority, let deadline, let isCompleted):
            let fields = TodoFields(
                text: text, notes: notes, priority: priority, deadline: deadline, isCompleted: isCompleted,
                completedAt: isCompleted ? date.inWholeSeconds : nil)
            let record = try record(conflict.todoID)
            if let todo = record?.todo {
                // It came back from the server, perhaps in another version.
                change = .updated(try edit(todo.id, TodoEdit(from: todo, to: fields), at: date))
            } else {
                let created = TodoRecord.document(record?.lastServerCopy)?.created ?? date
                change = .added(try add(fields.todo(conflict.todoID, createdAt: created, updatedAt: date)))
            }
        }
        try removeConflict(id)
        return change
    }
}
