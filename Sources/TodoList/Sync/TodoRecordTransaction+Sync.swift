package import CoreModule
package import Foundation

/// What the store knows when a synchronization begins.
package struct TodoSyncStart: Hashable, Sendable {
    package var token: String?
    /// See ``TodoCollectionState/tokenBefore``.
    package var tokenBefore: String?
    package var known: [WebDAVPath: TodoKnownResource]
    /// Whether the last full comparison is more than a day old.
    package var isComparisonDue: Bool

    package init(
        token: String?, tokenBefore: String? = nil, known: [WebDAVPath: TodoKnownResource],
        isComparisonDue: Bool = false
    ) {
        self.token = token
        self.tokenBefore = tokenBefore
        self.known = known
        self.isComparisonDue = isComparisonDue
    }
}

extension TodoRecordTransaction {
    /// Begins a synchronization with a collection. If it is not the collection of last time, nothing of it is known: all local
    /// tasks are to be sent, and are matched with the server's by their identifiers; those of an unchanged version are not sent.
    /// - Parameter replica: the name of this store in version vectors, if it has none yet.
    package func beginSync(with address: String, at now: Date, replica: String = "") throws -> TodoSyncStart {
        var state = try collection() ?? TodoCollectionState(address: address)
        if state.replica.isEmpty { state.replica = replica }
        if state.address != address {
            for var record in try records(.withServerState) {
                record.changeServer()
                try save(record)
            }
            for path in try ignoredResources().keys { try setIgnored(path, nil) }
            state = TodoCollectionState(address: address, replica: state.replica)
        } else {
            // Forgets what was removed more than 90 days ago.
            let limit = now.addingTimeInterval(-90 * 86_400)
            for record in try records(.removed) where record.removedAt.map({ $0 < limit }) == true {
                try save(TodoRecord(id: record.id))
            }
        }
        try setCollection(state)
        // Also if the clock was set back.
        let isDue =
            state.comparedAt.map { abs(now.timeIntervalSince(Date(millisecondsSince1970: $0))) >= 86_400 } ?? true
        return TodoSyncStart(
            token: state.token, tokenBefore: state.tokenBefore, known: try knownResources(), isComparisonDue: isDue)
    }

    /// Returns the next changes to send, and notes that they are in flight. `path` gives the path of a new task.
    package func deliveries(
        limit: Int, except skipped: Set<TodoID>, device: String, path: (TodoID) -> WebDAVPath
    ) throws -> [TodoDelivery] {
        let replica = try collection()?.replica ?? ""
        let author = replica.isEmpty ? device : "\(replica) \(device)"
        let ignored = try ignoredResources()
        var deliveries: [TodoDelivery] = []
        for var record in try dirtyRecords(limit: limit, except: skipped) {
            if let bytes = record.bytes(device: device, author: author) {
                record.inFlight = bytes
                try save(record)
                let condition = record.remote.map { $0.etag.map { CalDAVCondition.matches($0) } } ?? .isNew
                let place = try record.remote?.path ?? freePath(for: record, except: ignored, path)
                let text = record.todo?.text.value ?? ""
                deliveries.append(TodoDelivery(record.id, text: text, at: place, condition, bytes: bytes))
            } else if let remote = record.remote {
                record.deletes()
                try save(record)
                let condition = remote.etag.map { CalDAVCondition.matches($0) }
                let text = TodoRecord.document(remote.bytes)?.fields.text ?? ""
                deliveries.append(TodoDelivery(record.id, text: text, at: remote.path, condition, bytes: nil))
            }
        }
        return deliveries
    }

    /// The path for a new task: its identifier, with a number appended if the path is taken. A task that returns gets a path that it has
    /// not had: at a path that is used again, the versions of some servers begin anew, so that a device that was away would take
    /// another version for the known one. The number of the last copy is the same on all devices and after a lost answer.
    private func freePath(
        for task: TodoRecord, except ignored: [WebDAVPath: ETag], _ path: (TodoID) -> WebDAVPath
    ) throws -> WebDAVPath {
        var name = task.id.rawValue
        if task.todo?.sync != .local, let last = TodoRecord.document(task.lastServerCopy) {
            name += "-\(last.version.latest.flatMap { Int(exactly: $0.timeIntervalSince1970) } ?? 0)"
        }
        var (place, number) = (path(TodoID(name)), 1)
        while try record(at: place) != nil || ignored[place] != nil {
            number += 1
            place = path(TodoID("\(name)-\(number)"))
        }
        return place
    }

    /// Notes that the server accepted a change.
    /// - Returns: the change of the task's synchronization state, if any.
    package func delivered(_ delivery: TodoDelivery, etag: ETag?) throws -> TodoChange? {
        guard var record = try record(delivery.id) else { return nil }
        let old = record.todo
        record.delivered(delivery.bytes, at: delivery.path, etag: etag)
        try save(record)
        guard let todo = record.todo, todo != old else { return nil }
        return .updated(todo)
    }
}

extension TaskList {
    /// The address of the last synchronized collection.
    func lastAddress() async throws(TodoError) -> String? {
        try await read("read collection") { try $0.collection()?.address }
    }

    package func beginSync(with address: String, at date: Date) async throws(TodoError) -> TodoSyncStart {
        try await write("begin synchronization", result: { "\($0.known.count) known" }) { [replica] in
            try $0.beginSync(with: address, at: date, replica: replica)
        }
    }

    package func pull(_ pull: TodoPull, at date: Date, device: String) async throws(TodoError) -> TodoPullResult {
        try await write(
            "store server changes", "\(pull.objects.count)", result: { "\($0.changes.count) changed" },
            changes: \.changes
        ) { try $0.pull(pull, at: date, device: device) }
    }

    package func deliveries(
        limit: Int, except skipped: Set<TodoID>, device: String, path: @escaping @Sendable (TodoID) -> WebDAVPath
    ) async throws(TodoError) -> [TodoDelivery] {
        try await write("prepare tasks", result: { "\($0.count)" }) {
            try $0.deliveries(limit: limit, except: skipped, device: device, path: path)
        }
    }

    package func delivered(_ delivery: TodoDelivery, etag: ETag?) async throws(TodoError) -> TodoChange? {
        try await write("note delivery", "\(delivery.id)", changes: { $0.map { [$0] } ?? [] }) {
            try $0.delivered(delivery, etag: etag)
        }
    }
}

/// A change to send to the server.
package struct TodoDelivery: Hashable, Sendable {
    /// What a user must be allowed to do in the collection, each by itself (RFC 3744, section 3).
    enum Privilege { case add, change, remove }

    package let id: TodoID
    /// The task's text, for errors.
    package let text: String
    package let path: WebDAVPath
    /// The expected version. If nil, the resource must be read first.
    package let condition: CalDAVCondition?
    /// The object to write. Nil deletes the task.
    package let bytes: [UInt8]?
    var privilege: Privilege { bytes == nil ? .remove : condition == .isNew ? .add : .change }

    package init(
        _ id: TodoID, text: String = "", at path: WebDAVPath, _ condition: CalDAVCondition?, bytes: [UInt8]?
    ) {
        self.id = id
        self.text = text
        self.path = path
        self.condition = condition
        self.bytes = bytes
    }
}
