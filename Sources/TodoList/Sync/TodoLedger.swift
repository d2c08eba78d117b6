package import CoreModule
package import Foundation

/// Where the records of all tasks are kept, within one transaction. The rules of what becomes of them are the same for every
/// store: they are the extension's methods.
package protocol TodoLedger {
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

/// What a server said, to be taken over.
package struct TodoPull: Hashable, Sendable {
    package var objects: [CalDAVObject] = []
    package var gone: [CalDAVPath] = []
    /// What was written and never seen there, and is reported as removed: perhaps a version from before was.
    package var disputed: [CalDAVPath] = []
    /// What was written and is not there, so that it has never arrived.
    package var missing: [CalDAVPath] = []
    /// What was listed and could not be read: it may have been removed or moved since.
    package var unread: [CalDAVPath] = []
    package var disappearance = TodoRecord.Disappearance.reported
    /// The token up to which all is taken over then; not set where something is still missing.
    package var token: String??

    package init() {}

    var isEmpty: Bool {
        objects.isEmpty && gone.isEmpty && disputed.isEmpty && missing.isEmpty && unread.isEmpty && token == nil
    }
}

/// What became of what a server said.
package struct TodoPullResult: Hashable, Sendable {
    package var changes: [TodoChange] = []
    package var pulled = 0
    package var deletedHere = 0
    package var conflicts = 0
    /// How many tasks were written and are not there.
    package var missing = 0
    /// Resources that cannot be read as iCalendar. They stay on the server as they are.
    package var unreadable: [CalDAVPath] = []

    package init() {}
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

extension TodoLedger {
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
                record.relic = record.remote?.bytes ?? record.relic
                record.remote = nil
                record.sending = nil
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

    /// Takes over what the server said. What was not known to be there, and is gone, is passed over.
    package mutating func pull(_ pull: TodoPull, at now: Date, device: String) throws -> TodoPullResult {
        var result = TodoPullResult()
        var uprooted = Uprooted()
        for path in pull.gone {
            if try uproot(path, pull.disappearance, &uprooted) == false { try setIgnored(path, nil) }
        }
        for path in pull.disputed { try uproot(path, .unexplained, &uprooted) }
        for path in pull.missing { try uproot(path, .replaced, &uprooted) }
        for path in pull.unread { try uproot(path, nil, &uprooted) }
        let objects = pull.objects.map { ($0, read($0, &result)) }
        for (object, document) in objects {
            guard let record = try record(at: object.path), !record.isCopied(by: document) else { continue }
            try uproot(object.path, .replaced, &uprooted)
        }
        for (object, document) in objects {
            guard let document else {
                try setIgnored(object.path, object.etag)
                continue
            }
            try setIgnored(object.path, nil)
            var record = try self.record(for: document, at: object.path)
            // It was moved.
            if let moved = uprooted.remove(record.id) { record = moved }
            try take(document, object, as: record, now, device, &result)
        }
        let rest = uprooted.rest
        let doubles = rest.isEmpty ? [:] : try doubles()
        let missing = Set(pull.missing).union(pull.disputed)
        for (known, disappearance) in rest {
            var record = known
            if record.todo != nil, let (double, object) = doubles[record.id],
                let document = read(object, &result)
            {
                // It was moved, too; what was found before stood for it as long as it was elsewhere.
                try save(TodoRecord(id: double))
                result.changes.append(.removed(double))
                try take(document, object, as: record, now, device, &result)
                continue
            }
            guard let disappearance else {
                try save(record)
                continue
            }
            let old = record.todo
            let losses = record.disappear(disappearance, at: now)
            if record.todo != nil, let path = known.remote?.path, missing.contains(path) { result.missing += 1 }
            try save(record)
            try keep(losses, of: record.id, text: old?.text.value ?? "", at: now, &result)
            guard let old else { continue }
            guard let todo = record.todo else {
                result.deletedHere += 1
                result.changes.append(.removed(record.id))
                continue
            }
            if todo != old { result.changes.append(.updated(todo)) }
        }
        if let token = pull.token, var state = try collection {
            state.token = token
            try setCollection(state)
        }
        return result
    }

    /// What is known of an object; `nil` where it is no task.
    private func read(_ object: CalDAVObject, _ result: inout TodoPullResult) -> TodoDocument? {
        do throws(ICalendarError) { return try TodoDocument(object.data) } catch {
            result.unreadable.append(object.path)
            return nil
        }
    }

    /// Takes the task away from the place where its copy was, so that another one can lie there.
    /// - Returns: whether there was one.
    @discardableResult
    private mutating func uproot(
        _ path: CalDAVPath, _ disappearance: TodoRecord.Disappearance?, _ uprooted: inout Uprooted
    ) throws -> Bool {
        guard let record = try record(at: path) else { return false }
        uprooted.add(record, disappearance)
        var rootless = record
        rootless.relic = record.remote?.bytes ?? record.relic
        rootless.remote = nil
        try save(rootless)
        return true
    }

    private mutating func take(
        _ document: TodoDocument, _ object: CalDAVObject, as known: TodoRecord, _ now: Date, _ device: String,
        _ result: inout TodoPullResult
    ) throws {
        var record = known
        if record.todo == nil, !record.isIncluded(in: document), var state = try collection {
            // From here on this device goes by another name: by its own name, what it makes of this version would seem to be made of
            // what it wrote before, too.
            state.replica += "'"
            try setCollection(state)
        }
        let old = record.todo
        let losses = record.pull(
            document, at: object.path, etag: object.etag, bytes: object.data, now: now, device: device)
        try save(record)
        try keep(losses, of: record.id, text: (record.todo ?? old)?.text.value ?? "", at: now, &result)
        guard let todo = record.todo else { return }
        guard let old else {
            result.pulled += 1
            return result.changes.append(.added(todo))
        }
        if todo != old { result.changes.append(.updated(todo)) }
        if TodoFields(todo) != TodoFields(old) { result.pulled += 1 }
    }

    /// The tasks whose identifiers were taken when they were found, by the identifiers that they have on the server; none that was
    /// edited since.
    private func doubles() throws -> [TodoID: (double: TodoID, object: CalDAVObject)] {
        var doubles: [TodoID: (double: TodoID, object: CalDAVObject)] = [:]
        for record in try recordsOfPlaces() {
            guard let remote = record.remote, let etag = remote.etag, record.todo?.sync == .synced,
                let uid = TodoRecord.document(remote.bytes)?.uid
            else { continue }
            doubles[TodoID(uid)] = (record.id, CalDAVObject(path: remote.path, etag: etag, data: remote.bytes))
        }
        return doubles
    }

    /// The record of what is in a document: the one of its place, or the one of its identifier if that is nowhere yet.
    private func record(for document: TodoDocument, at path: CalDAVPath) throws -> TodoRecord {
        if let record = try record(at: path) { return record }
        let id = TodoID(document.uid.flatMap { $0.isEmpty ? nil : $0 } ?? path.rawValue)
        guard let record = try record(id) else { return TodoRecord(id: id) }
        guard record.remote != nil else { return record }
        // The identifier is taken by another resource, which RFC 4791 forbids: both are shown.
        let other = TodoID(path.rawValue)
        return try self.record(other) ?? TodoRecord(id: other)
    }

    private mutating func keep(
        _ losses: [TodoConflict.Kind], of id: TodoID, text: String, at date: Date, _ result: inout TodoPullResult
    ) throws {
        for loss in losses { try add(loss, of: id, text: text, at: date) }
        result.conflicts += losses.count
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
                record.sending = bytes
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

/// The tasks whose copies are not any more where they were.
private struct Uprooted {
    private var records: [TodoID: (record: TodoRecord, disappearance: TodoRecord.Disappearance?)] = [:]
    private var order: [TodoID] = []

    /// - Parameter disappearance: `nil` where the task stays as it is unless it is found elsewhere.
    mutating func add(_ record: TodoRecord, _ disappearance: TodoRecord.Disappearance?) {
        records[record.id] = (record, disappearance)
        order.append(record.id)
    }

    /// The task as it was, which has been found elsewhere.
    mutating func remove(_ id: TodoID) -> TodoRecord? { records.removeValue(forKey: id)?.record }

    /// Those that were not found, in the order in which they were missed.
    var rest: [(TodoRecord, TodoRecord.Disappearance?)] { order.compactMap { records[$0] } }
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
