package import CoreModule
package import Foundation

/// Where the records of all tasks are kept, within one transaction. The rules of what becomes of them are the same for every
/// store: they are the extension's methods.
package protocol TodoRecordStore {
    /// The record of a task, if anything is known of it.
    func record(_ id: TodoID) throws -> TodoRecord?
    /// The record whose copy lies there on the server.
    func record(at path: CalDAVPath) throws -> TodoRecord?
    /// Keeps a record in the place of the one that was there; one that says nothing is forgotten.
    mutating func save(_ record: TodoRecord) throws
    /// The records of tasks that the server must be told of, up to a number of them: removals first, which make room there.
    func dirtyRecords(limit: Int, except skipped: Set<TodoID>) throws -> [TodoRecord]
    /// The records of tasks that have ever been on a server.
    func syncedRecords() throws -> [TodoRecord]
    /// The records of tasks that are known by their places, because their identifiers were taken when they were found.
    func recordsOfPlaces() throws -> [TodoRecord]
    /// The records of tasks that are neither here nor on the server any more.
    func removedRecords() throws -> [TodoRecord]
    /// What is known of every resource of the collection.
    func knownResources() throws -> [CalDAVPath: TodoKnownResource]
    /// Which collection that is, and how far it was read.
    var collection: TodoCollectionState? { get throws }
    mutating func setCollection(_ state: TodoCollectionState) throws
    /// Remembers a resource that holds no task, or forgets it.
    mutating func setIgnored(_ path: CalDAVPath, _ etag: ETag?) throws
    /// Whether there is a resource that holds no task.
    func isIgnored(_ path: CalDAVPath) throws -> Bool
    mutating func forgetIgnored() throws
    /// Keeps a conflict under the next number.
    mutating func add(_ conflict: TodoConflict.Kind, of id: TodoID, text: String, at date: Date) throws
    func conflict(_ id: Identifier<TodoConflict>) throws -> TodoConflict?
    mutating func removeConflict(_ id: Identifier<TodoConflict>) throws
}

/// How far a collection was read.
package struct TodoCollectionState: Hashable, Sendable {
    /// The collection's address.
    package var address: String
    /// The server's token; `nil` where it has none, or where everything must be listed.
    package var token: String?
    /// What tells this store from those of all other devices, also of one that has the same name; empty where nothing does.
    package var replica: String

    package init(address: String, token: String? = nil, replica: String = "") {
        self.address = address
        self.token = token
        self.replica = replica
    }
}

/// A resource of the collection, as it was when it was read last.
package struct TodoKnownResource: Hashable, Sendable {
    package var etag: ETag?
    /// Whether it holds a task.
    package var isTodo: Bool

    package init(etag: ETag?, isTodo: Bool) {
        self.etag = etag
        self.isTodo = isTodo
    }
}

/// Something to be told to a server.
package enum TodoDelivery: Hashable, Sendable {
    /// A task to be written; where the condition is not known, what is there must be read first.
    case put(TodoID, CalDAVPath, CalDAVCondition?, bytes: [UInt8])
    /// A task to be deleted; where its version is not known, it must be read first.
    case delete(TodoID, CalDAVPath, ETag?)

    /// The task.
    package var id: TodoID {
        switch self {
        case .put(let id, _, _, _), .delete(let id, _, _): id
        }
    }

    /// Where it lies on the server.
    package var path: CalDAVPath {
        switch self {
        case .put(_, let path, _, _), .delete(_, let path, _): path
        }
    }

    /// Whether it is told which version must be there.
    var isConditional: Bool {
        switch self {
        case .put(_, _, let condition, _): condition != nil
        case .delete(_, _, let etag): etag != nil
        }
    }

    /// Whether a task is to be deleted.
    var isRemoval: Bool {
        if case .delete = self { true } else { false }
    }

    /// Whether the server is to have nothing there.
    var isNew: Bool {
        if case .put(_, _, .isNew?, _) = self { true } else { false }
    }
}

extension TodoRecordStore {
    // MARK: Edits here

    package mutating func add(_ todo: Todo) throws {
        var record = try record(todo.id) ?? TodoRecord(id: todo.id)
        guard record.todo == nil else {
            throw StoreError(.internalFault, path: nil, message: Message("there is a task of this identifier"))
        }
        record.add(todo, at: todo.updatedAt)
        try save(record)
    }

    package mutating func edit(_ id: TodoID, _ edit: TodoEdit, at date: Date) throws -> Todo {
        guard var record = try record(id), let old = record.todo else { throw TodoError.notFound(id.rawValue) }
        record.edit(edit, at: date)
        if record.todo != old { try save(record) }
        return record.todo ?? old
    }

    package mutating func remove(_ ids: [TodoID], at date: Date) throws {
        for id in Set(ids) {
            guard var record = try record(id), record.todo != nil else { throw TodoError.notFound(id.rawValue) }
            if record.isPlain {
                record.todo = nil
            } else {
                record.remove(at: date)
            }
            try save(record)
        }
    }

    /// Brings back a task that was removed here at a date, as it was then. One that has been back meanwhile is passed over,
    /// whoever has brought it back, and also if it is gone again: what was removed then is an older version.
    /// - Returns: the task; `nil` where it is passed over.
    package mutating func undoRemoval(of todo: Todo, at removedAt: Date) throws -> Todo? {
        if let record = try record(todo.id) {
            guard record.todo == nil,
                record.removedAt?.millisecondsSince1970 == removedAt.millisecondsSince1970
            else { return nil }
        }
        try add(todo)
        return try record(todo.id)?.todo
    }

    /// Brings back what a conflict has lost, by an ordinary edit.
    package mutating func restore(_ id: Identifier<TodoConflict>, at date: Date) throws -> TodoChange {
        guard let conflict = try conflict(id) else { throw TodoError.noConflict(id.rawValue) }
        let change: TodoChange
        switch conflict.kind {
        case .field(_, let lost, _, _):
            change = .updated(try edit(conflict.todoID, TodoEdit(lost), at: date))
        case .deletion:
            try remove([conflict.todoID], at: date)
            change = .removed(conflict.todoID)
        case .removal(let text, let notes, let priority, let deadline, let isCompleted):
            let todo = Todo(
                id: conflict.todoID, text: TodoText(stored: text), priority: priority, deadline: deadline,
                notes: TodoNotes(stored: notes), isCompleted: isCompleted,
                completedAt: isCompleted ? date.inWholeSeconds : nil, createdAt: date, updatedAt: date)
            if try record(todo.id)?.todo != nil {
                // It has come back by itself, perhaps in another version.
                var edit = TodoEdit(text: todo.text, priority: priority, notes: todo.notes, isCompleted: isCompleted)
                edit.deadline = deadline.map { .set($0) } ?? .cleared
                change = .updated(try self.edit(todo.id, edit, at: date))
            } else {
                try add(todo)
                change = .added(try record(todo.id)?.todo ?? todo)
            }
        }
        try removeConflict(id)
        return change
    }

    // MARK: A synchronization

    /// Begins to synchronize with a collection. If it is another one than last time, nothing of it is known: what the list has is
    /// to be sent, and meets what is there by its identifiers.
    /// - Parameter replica: what is to tell this store from all others, if nothing does yet.
    package mutating func beginSync(
        with address: String, at now: Date, replica: String = ""
    ) throws -> TodoSyncStart {
        var state = try collection ?? TodoCollectionState(address: address)
        if state.replica.isEmpty { state.replica = replica }
        if state.address != address {
            for var record in try syncedRecords() {
                record.lastServerCopy = record.remote?.bytes ?? record.lastServerCopy
                record.remote = nil
                record.inFlight = nil
                record.settle()
                if record.todo == nil { record = TodoRecord(id: record.id) }
                try save(record)
            }
            try forgetIgnored()
            state = TodoCollectionState(address: address, replica: state.replica)
        } else {
            // What was removed long ago need not be known any more.
            for record in try removedRecords() {
                guard let removedAt = record.removedAt, removedAt < now.addingTimeInterval(-90 * 86_400) else {
                    continue
                }
                try save(TodoRecord(id: record.id))
            }
        }
        try setCollection(state)
        return TodoSyncStart(token: state.token, known: try knownResources())
    }

    /// What is to be told to the server. What is handed out is noted as sent.
    /// - Parameters:
    ///   - limit: how many at most.
    ///   - skipped: tasks that are not told.
    ///   - device: the name of this device.
    ///   - path: where a new task goes.
    package mutating func deliveries(
        limit: Int, except skipped: Set<TodoID>, device: String, path: (TodoID) -> CalDAVPath
    ) throws -> [TodoDelivery] {
        let replica = try collection?.replica ?? ""
        let author = replica.isEmpty ? device : "\(replica) \(device)"
        var deliveries: [TodoDelivery] = []
        for var record in try dirtyRecords(limit: limit, except: skipped) {
            if let bytes = record.bytes(device: device, author: author) {
                record.inFlight = bytes
                try save(record)
                let condition = record.remote.map { $0.etag.map { CalDAVCondition.matches($0) } } ?? .isNew
                let place = try record.remote?.path ?? freePath(for: record.id, path)
                deliveries.append(.put(record.id, place, condition, bytes: bytes))
            } else if let remote = record.remote {
                record.deletes()
                try save(record)
                deliveries.append(.delete(record.id, remote.path, remote.etag))
            }
        }
        return deliveries
    }

    /// A place for a new task: by its identifier, or, where something else lies there, by a number behind it.
    private func freePath(for id: TodoID, _ path: (TodoID) -> CalDAVPath) throws -> CalDAVPath {
        var (place, number) = (path(id), 1)
        while try record(at: place) != nil || isIgnored(place) {
            number += 1
            place = path(TodoID("\(id.rawValue)-\(number)"))
        }
        return place
    }

    /// Notes that the server has what was to be told.
    /// - Returns: how the task's standing has changed.
    package mutating func delivered(_ delivery: TodoDelivery, etag: ETag?) throws -> TodoChange? {
        guard var record = try record(delivery.id) else { return nil }
        let old = record.todo
        switch delivery {
        case .put(_, let path, _, let bytes): record.delivered(bytes, at: path, etag: etag)
        case .delete: record.deleted()
        }
        try save(record)
        guard let todo = record.todo, todo != old else { return nil }
        return .updated(todo)
    }
}

/// What a synchronization begins with.
package struct TodoSyncStart: Hashable, Sendable {
    package var token: String?
    package var known: [CalDAVPath: TodoKnownResource]

    package init(token: String?, known: [CalDAVPath: TodoKnownResource]) {
        self.token = token
        self.known = known
    }
}

extension TodoEdit {
    /// The edit that gives a field a value.
    init(_ value: TodoFieldValue) {
        self.init()
        switch value {
        case .text(let text): self.text = TodoText(stored: text)
        case .notes(let notes): self.notes = TodoNotes(stored: notes)
        case .priority(let priority): self.priority = priority
        case .deadline(let deadline): self.deadline = deadline.map { .set($0) } ?? .cleared
        case .completion(let isCompleted, _): self.isCompleted = isCompleted
        }
    }
}
