package import Foundation

/// All that is known here of a task and of its copy on the server: what one row of a store holds.
package struct TodoRecord: Hashable, Sendable {
    /// The copy on the server, as it was when it was read or written last.
    package struct Remote: Hashable, Sendable {
        package let path: CalDAVPath
        /// `nil` where the server did not say what it made of what was written.
        package let etag: ETag?
        package let bytes: [UInt8]

        package init(path: CalDAVPath, etag: ETag?, bytes: [UInt8]) {
            self.path = path
            self.etag = etag
            self.bytes = bytes
        }
    }

    package let id: TodoID
    /// The task; `nil` where it was removed, here or there.
    package var todo: Todo?
    /// Its copy on the server; `nil` where there is none, as far as is known.
    package var remote: Remote?
    /// What was sent to the server last, if nobody knows whether it has arrived: an object, or ``deletion``. Or ``gone``.
    package var inFlight: [UInt8]?
    /// What ``inFlight`` is where the server was told to delete the task, or may have been, by whomever.
    package static let deletion = Array("DELETE".utf8)
    /// What ``inFlight`` is where the task was removed here because the server had it no longer: nobody here has asked for that.
    package static let gone = Array("GONE".utf8)
    /// What the server had last of a task that it has no longer: what is not understood of it comes back if the task does.
    package var lastServerCopy: [UInt8]?
    /// When the fields were edited that the server does not have yet.
    package var edits: [TodoField: Date] = [:]
    /// When the task was removed, by a person here or because the server had it no longer.
    package var removedAt: Date?

    package init(id: TodoID, todo: Todo? = nil) {
        self.id = id
        self.todo = todo
    }

    /// Whether there is nothing to remember but the task itself.
    package var isPlain: Bool { remote == nil && inFlight == nil && lastServerCopy == nil && removedAt == nil }

    /// Whether a person here has removed the task. One that was removed because the server had it no longer is there again if it
    /// comes back.
    package var isRemovedHere: Bool { removedAt != nil && inFlight != Self.gone }

    /// Whether the server must be told of something.
    package var isDirty: Bool { todo.map { $0.sync != .synced } ?? (remote != nil) }

    /// When a field was edited here.
    package func date(of field: TodoField) -> Date { edits[field] ?? todo?.updatedAt ?? .distantPast }

    // MARK: Edits here

    package mutating func edit(_ edit: TodoEdit, at date: Date) {
        guard let old = todo else { return }
        let new = edit.applied(to: old, at: date)
        guard new != old else { return }
        let (before, after) = (TodoFields(old), TodoFields(new))
        for field in TodoField.allCases where before[field] != after[field] { edits[field] = date }
        todo = new
        settle()
    }

    package mutating func remove(at date: Date) {
        todo = nil
        removedAt = date
        edits = [:]
    }

    /// Has the task in the list, again where it was removed.
    package mutating func add(_ new: Todo, at date: Date) {
        todo = new
        removedAt = nil
        if inFlight == Self.gone { inFlight = nil }
        if !isPlain { for field in TodoField.allCases { edits[field] = date } }
        settle()
    }

    // MARK: Documents

    /// A document that was read before, so it can be read again.
    package static func document(_ bytes: [UInt8]?) -> TodoDocument? {
        guard let bytes else { return nil }
        do { return try TodoDocument(bytes) } catch { return nil }
    }

    /// Sets how the task stands to its copy, and forgets the dates of edits that the server has.
    package mutating func settle() {
        guard let todo else { return }
        guard let known = Self.document(remote?.bytes) else {
            self.todo?.sync = remote == nil && lastServerCopy == nil && inFlight == nil ? .local : .dirty
            return
        }
        var fields = TodoDocument.written(TodoFields(todo))
        // Where nobody has noted when it was done, what was written there counts: else there would always be a difference.
        if fields.isCompleted, fields.completedAt == nil, known.fields.isCompleted {
            fields.completedAt = known.fields.completedAt
            self.todo?.completedAt = fields.completedAt
        }
        edits = edits.filter { fields[$0.key] != known.fields[$0.key] }
        // A task that is back after the server was told to delete it must be told again, though nothing of it has changed.
        self.todo?.sync = fields == known.fields && inFlight != Self.deletion ? .synced : .dirty
    }

    /// Whether a version is one that was known here when the task was removed, so nobody has edited it since: not even what only
    /// other programs understand.
    package func isKnown(_ document: TodoDocument) -> Bool {
        // What was sent a server may have written in its own way, and it has not said whether it did.
        for bytes in [inFlight, remote?.etag == nil ? remote?.bytes : nil] {
            guard let sent = Self.document(bytes) else { continue }
            if sent.fields == document.fields, sent.lineage.includes(document.lineage) { return true }
        }
        return [remote?.bytes, lastServerCopy].contains { bytes in
            guard let known = Self.document(bytes) else { return false }
            return known.lineage.includes(document.lineage) && known.content == document.content
        }
    }

    /// Whether a version was made of all that is known here.
    func isIncluded(in document: TodoDocument) -> Bool {
        [remote?.bytes, lastServerCopy].allSatisfy { bytes in
            Self.document(bytes).map { document.lineage.includes($0.lineage) } ?? true
        }
    }

    /// Whether a document is a version of the copy on the server, and not another task in its place.
    package func isCopied(by document: TodoDocument?) -> Bool {
        guard let document, let known = Self.document(remote?.bytes) else { return false }
        return document.uid == known.uid
    }

    // MARK: What the server says

    /// Takes over what the server has.
    /// - Returns: what lost.
    package mutating func pull(
        _ document: TodoDocument, at path: CalDAVPath, etag: ETag, bytes: [UInt8], now: Date, device: String
    ) -> [TodoConflict.Kind] {
        // A task that was gone from the server, and is there again in a version from before, is one that others may have noted as
        // removed: they let it be if it is written anew.
        let isOutdated =
            inFlight != Self.gone && remote == nil
            && Self.document(lastServerCopy)?.lineage.includes(document.lineage) == true
        defer {
            remote = Remote(path: path, etag: etag, bytes: bytes)
            inFlight = isOutdated && todo != nil ? Self.deletion : nil
            settle()
        }
        guard let old = todo else {
            // Removed here: to be deleted there, unless somebody has edited it since.
            if isRemovedHere, isKnown(document) { return [] }
            let kind: TodoConflict.Kind? =
                isRemovedHere ? .deletion(device: remote == nil ? nil : device, date: removedAt) : nil
            let edited = document.stamp ?? now
            todo = document.fields.applied(
                to: Todo(
                    id: id, text: TodoText(stored: ""), createdAt: document.created ?? edited, updatedAt: edited))
            lastServerCopy = nil
            removedAt = nil
            return kind.map { [$0] } ?? []
        }
        let known = Self.document(remote?.bytes) ?? Self.document(lastServerCopy)
        var base = known?.fields
        var isBaseShared = known.map { document.lineage.includes($0.lineage) } ?? true
        if let sent = Self.document(inFlight) {
            // What we have sent ourselves is nobody else's edit. Where what the server has was not made of it, it is no base:
            // it has not arrived.
            if document.lineage.includes(sent.lineage) {
                base = sent.fields
                isBaseShared = true
            }
        }
        let here = TodoDocument.written(TodoFields(old))
        let merge = TodoMerge(
            base: base, baseDate: known?.stamp, isBaseShared: isBaseShared, here: here, dates: date,
            there: document.fields, date: document.stamp)
        if merge.fields != here {
            todo = merge.fields.applied(to: old)
            todo?.updatedAt = max(old.updatedAt, document.stamp ?? now)
        }
        lastServerCopy = nil
        return merge.losses.map { loss in
            .field(
                kept: loss.kept, lost: loss.lost, device: loss.side == .here ? device : document.device,
                date: loss.date)
        }
    }

    /// What to do with a task that the server has no longer.
    package enum Disappearance: Hashable, Sendable {
        /// The server has reported the removal.
        case reported
        /// It is not in the listing of a server that never reports removals.
        case unlisted
        /// It is not in the listing of a server that has forgotten what it once reported: nobody has said that it was removed.
        case unexplained
        /// Something else is in its place.
        case replaced
    }

    /// The server has the task no longer.
    package mutating func disappear(_ disappearance: Disappearance, at now: Date) -> [TodoConflict.Kind] {
        lastServerCopy = remote?.bytes ?? lastServerCopy
        remote = nil
        if inFlight == Self.deletion { inFlight = nil }
        guard let old = todo else {
            removedAt = removedAt ?? now
            return []
        }
        guard disappearance != .replaced else {
            settle()
            return []
        }
        guard old.sync == .synced, disappearance != .unexplained else {
            settle()
            return [.deletion(device: nil, date: nil)]
        }
        remove(at: now)
        inFlight = Self.gone
        guard disappearance == .unlisted else { return [] }
        return [
            .removal(
                text: old.text.value, notes: old.notes.value, priority: old.priority, deadline: old.deadline,
                isCompleted: old.isCompleted)
        ]
    }

    // MARK: What is sent

    /// The object to send for the task.
    package func bytes(device: String, author: String? = nil) -> [UInt8]? {
        guard let todo else { return nil }
        var date = edits.values.max() ?? todo.updatedAt
        if let sent = Self.document(inFlight), let stamp = sent.stamp {
            if sent.fields == TodoDocument.written(TodoFields(todo)) { return inFlight }
            // Two versions must not be taken for one, however fast they follow each other.
            date = max(date, stamp.addingTimeInterval(1))
        }
        guard let document = Self.document(remote?.bytes) ?? Self.document(lastServerCopy) else {
            return TodoDocument.bytes(of: todo, at: date, device: device, author: author)
        }
        return document.bytes(with: TodoFields(todo), at: date, device: device, author: author)
    }

    /// The server is to delete the task. What was sent before may still arrive there, and is remembered.
    package mutating func deletes() {
        if inFlight != Self.deletion { lastServerCopy = inFlight ?? lastServerCopy }
        inFlight = Self.deletion
    }

    /// The server has taken what was sent.
    package mutating func delivered(_ bytes: [UInt8], at path: CalDAVPath, etag: ETag?) {
        remote = Remote(path: path, etag: etag, bytes: bytes)
        inFlight = nil
        lastServerCopy = nil
        settle()
    }

    /// The server has deleted the task.
    package mutating func deleted() {
        lastServerCopy = remote?.bytes ?? lastServerCopy
        remote = nil
        inFlight = nil
        settle()
    }
}
