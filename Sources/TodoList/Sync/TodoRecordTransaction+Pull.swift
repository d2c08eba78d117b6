package import CoreModule
package import Foundation

/// The server's changes, ready to be stored.
package struct TodoPull: Hashable, Sendable {
    /// What to do with the stored sync token.
    package enum TokenUpdate: Hashable, Sendable {
        case keep
        /// Replace it. Nil if the server has none.
        case store(String?)
        /// Replace it by that of a full listing, with which everything was compared now.
        case storeCompared(String)
        /// Keep it, and forget the one before: the changes since that one are known.
        case settle
    }

    package var objects: [CalDAVObject] = []
    package var gone: [WebDAVPath] = []
    /// Objects that were written, never listed, and are reported as removed; the report may be about an earlier
    /// version.
    package var disputed: [WebDAVPath] = []
    /// Objects that were written but are missing, so they never arrived.
    package var missing: [WebDAVPath] = []
    /// Objects that were listed but could not be read: they may have been removed or moved since.
    package var unread: [WebDAVPath] = []
    package var disappearance = TodoRecord.Disappearance.reported
    /// Stores the token that covers everything stored so far. Keeps the old one while something is missing.
    package var token = TokenUpdate.keep

    package init() {}

    var isEmpty: Bool {
        objects.isEmpty && gone.isEmpty && disputed.isEmpty && missing.isEmpty && unread.isEmpty && token == .keep
    }
}

/// The result of storing the server's changes.
package struct TodoPullResult: Hashable, Sendable {
    package var changes: [TodoChange] = []
    package var pulled = 0
    package var deletedHere = 0
    package var conflicts = 0
    /// The number of tasks that were written but are missing.
    package var missing = 0
    /// Resources that are not valid iCalendar. They stay on the server unchanged.
    package var unreadable: [WebDAVPath] = []

    package init() {}
}

/// Records of tasks that are no longer at their paths on the server. One without a reason stays unchanged unless it is found at
/// another path.
private typealias DisplacedRecords = [TodoID: (record: TodoRecord, reason: TodoRecord.Disappearance?)]

extension TodoRecordTransaction {
    /// Stores the server's changes. The disappearance of unknown resources is ignored.
    package func pull(_ pull: TodoPull, at now: Date, device: String) throws -> TodoPullResult {
        var result = TodoPullResult()
        var displaced: DisplacedRecords = [:]
        for path in pull.gone {
            if try displace(path, pull.disappearance, &displaced) == false { try setIgnored(path, nil) }
        }
        for path in pull.disputed { try displace(path, .unexplained, &displaced) }
        for path in pull.missing { try displace(path, .replaced, &displaced) }
        for path in pull.unread { try displace(path, nil, &displaced) }
        let objects = pull.objects.map { ($0, read($0, &result)) }
        for (object, document) in objects {
            guard let record = try record(at: object.path), !record.isCopied(by: document) else { continue }
            try displace(object.path, .replaced, &displaced)
        }
        for (object, document) in objects {
            guard let document else {
                try setIgnored(object.path, object.etag)
                continue
            }
            try setIgnored(object.path, nil)
            var record = try self.record(for: document, at: object.path)
            // It was moved.
            if let moved = displaced.removeValue(forKey: record.id) { record = moved.record }
            try merge(document, object, as: record, now, device, &result)
        }
        let duplicates = try duplicates()
        let missing = Set(pull.missing).union(pull.disputed)
        for (known, reason) in displaced.values.sorted(by: { $0.record.id < $1.record.id }) {
            var record = known
            if record.todo != nil, let (duplicate, object) = duplicates[record.id],
                let document = read(object, &result)
            {
                // It was moved, too. The duplicate was shown in the meantime.
                try replace(duplicate, document, object, by: record, now, device, &result)
                continue
            }
            guard let reason else {
                try save(record)
                continue
            }
            let old = record.todo
            let losses = record.disappear(reason, at: now)
            if record.todo != nil, let path = known.remote?.path, missing.contains(path) { result.missing += 1 }
            try save(record)
            try keep(losses, of: record.id, text: old?.text.value ?? "", at: now, &result)
            guard let old else { continue }
            guard let todo = record.todo else {
                try setRemovedTodo(RemovedTodo(old, removedAt: now), of: record.id)
                result.deletedHere += 1
                result.changes.append(.removed(record.id))
                continue
            }
            if todo != old { result.changes.append(.updated(todo)) }
        }
        for (id, (duplicate, object)) in duplicates.sorted(by: { $0.key < $1.key }) {
            // The one that had its identifier is gone, and was not moved: that was removed here.
            let known = try record(id) ?? TodoRecord(id: id)
            guard known.todo == nil, known.remote == nil, known.inFlight == nil || known.inFlight == TodoRecord.gone,
                let document = read(object, &result), known.isIncluded(in: document)
            else { continue }
            try replace(duplicate, document, object, by: TodoRecord(id: id), now, device, &result)
            let losses = known.isRemovedHere ? [TodoConflict.Kind.deletion(device: nil, date: known.removedAt)] : []
            try keep(losses, of: id, text: document.fields.text, at: now, &result)
        }
        if var state = try collection() {
            switch pull.token {
            case .keep: return result
            case .settle: state.tokenBefore = nil
            case .store(let token):
                if token != state.token { state.tokenBefore = state.tokenBefore ?? state.token }
                state.token = token
            case .storeCompared(let token):
                (state.token, state.tokenBefore, state.comparedAt) = (token, nil, now.millisecondsSince1970)
                try confirmServerCopies()
            }
            try setCollection(state)
        }
        return result
    }

    /// Nil if it is not a task.
    private func read(_ object: CalDAVObject, _ result: inout TodoPullResult) -> TodoDocument? {
        do throws(ICalendarError) { return try TodoDocument(object.data) } catch {
            result.unreadable.append(object.path)
            return nil
        }
    }

    /// Removes the task from its path, so that another one can have it.
    /// - Returns: whether there was one.
    @discardableResult
    private func displace(
        _ path: WebDAVPath, _ reason: TodoRecord.Disappearance?, _ displaced: inout DisplacedRecords
    ) throws -> Bool {
        guard var record = try record(at: path) else { return false }
        displaced[record.id] = (record, reason)
        record.lastServerCopy = record.remote?.bytes ?? record.lastServerCopy
        record.remote = nil
        try save(record)
        return true
    }

    private func merge(
        _ document: TodoDocument, _ object: CalDAVObject, as known: TodoRecord, _ now: Date, _ device: String,
        _ result: inout TodoPullResult
    ) throws {
        var record = known
        if record.todo == nil, !record.isIncluded(in: document), var state = try collection() {
            // From here on this device uses another identifier. Otherwise its next version would seem to descend from
            // its earlier writes.
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

    /// A task that was shown by its path gets its identifier.
    private func replace(
        _ duplicate: TodoID, _ document: TodoDocument, _ object: CalDAVObject, by record: TodoRecord, _ now: Date,
        _ device: String, _ result: inout TodoPullResult
    ) throws {
        try save(TodoRecord(id: duplicate))
        result.changes.append(.removed(duplicate))
        try merge(document, object, as: record, now, device, &result)
    }

    /// Unedited tasks that got another identifier because theirs was taken, by their identifiers on the server.
    private func duplicates() throws -> [TodoID: (duplicate: TodoID, object: CalDAVObject)] {
        var duplicates: [TodoID: (duplicate: TodoID, object: CalDAVObject)] = [:]
        for record in try records(.identifiedByPath) {
            guard let remote = record.remote, let etag = remote.etag, record.todo?.sync == .synced,
                let uid = TodoRecord.document(remote.bytes)?.uid, !uid.isEmpty, uid != record.id.rawValue
            else { continue }
            duplicates[TodoID(uid)] = (record.id, CalDAVObject(path: remote.path, etag: etag, data: remote.bytes))
        }
        return duplicates
    }

    /// The record of a document: the one with its path, else the one with its identifier if that has no path, or was removed here.
    private func record(for document: TodoDocument, at path: WebDAVPath) throws -> TodoRecord {
        if let record = try record(at: path) { return record }
        let id = TodoID(document.uid.flatMap { $0.isEmpty ? nil : $0 } ?? path.rawValue)
        guard let record = try record(id) else { return TodoRecord(id: id) }
        guard record.remote != nil, record.todo != nil else { return record }
        // Another resource has the identifier, which RFC 4791 forbids: both are shown.
        let other = TodoID(path.rawValue)
        return try self.record(other) ?? TodoRecord(id: other)
    }

    private func keep(
        _ losses: [TodoConflict.Kind], of id: TodoID, text: String, at date: Date, _ result: inout TodoPullResult
    ) throws {
        for loss in losses { try addConflict(loss, of: id, text: text, at: date) }
        result.conflicts += losses.count
    }
}
