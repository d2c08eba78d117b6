public import CoreModule
package import Foundation

/// A task and its server copy: one row of a store.
///
/// A store keeps it as one coded value, and finds it by its public properties. Later versions of the library read what earlier ones
/// have coded.
public struct TodoRecord: Identifiable, Hashable, Sendable {
    /// The server copy, as it was last read or written.
    package struct Remote: Hashable, Sendable {
        package let path: WebDAVPath
        /// Nil if the server did not return the version that it stored.
        package let etag: ETag?
        package let bytes: [UInt8]
        /// Whether the last full comparison found this version.
        package var isConfirmed = false

        package init(path: WebDAVPath, etag: ETag?, bytes: [UInt8], isConfirmed: Bool = false) {
            self.path = path
            self.etag = etag
            self.bytes = bytes
            self.isConfirmed = isConfirmed
        }
    }

    /// The identifier of the task.
    public let id: TodoID
    /// The task; nil if it was removed, here or on the server.
    public package(set) var todo: Todo?
    /// Its server copy; nil if none is known.
    package var remote: Remote?
    /// The last object that was sent, or ``deletion``, if no response confirmed it; or ``gone``.
    package var inFlight: [UInt8]?
    /// The value of ``inFlight`` if a deletion was sent, or may have been.
    package static let deletion = Array("DELETE".utf8)
    /// The value of ``inFlight`` if the task was removed here because the server no longer had it: the user did not
    /// remove it.
    package static let gone = Array("GONE".utf8)
    /// The last server copy of a task that the server no longer has. It restores unknown properties if the task comes
    /// back.
    package var lastServerCopy: [UInt8]?
    /// The edit dates of the fields that the server does not have yet.
    package var edits: [TodoField: Date] = [:]
    /// The last move of the task to its next time, and those before; see ``TodoRecord/edit(_:at:in:)``.
    package var lastStep: TodoStep?
    /// When the task was removed, by the user here or because the server no longer had it.
    package var removedAt: Date?

    package init(id: TodoID, todo: Todo? = nil) {
        self.id = id
        self.todo = todo
    }

    /// Whether the record contains only the task.
    package var isPlain: Bool { remote == nil && inFlight == nil && lastServerCopy == nil && removedAt == nil }

    /// Whether the user removed the task here. A task that was removed because the server no longer had it is restored
    /// if it comes back.
    package var isRemovedHere: Bool { removedAt != nil && inFlight != Self.gone }

    /// Whether something must be delivered to the server: an edit of the task, or its removal.
    public var isDirty: Bool { todo.map { $0.sync != .synced } ?? (remote != nil) }

    /// Whether nothing of the task was ever sent to this server.
    package var isNewToServer: Bool { remote == nil && inFlight == nil && todo?.sync == .local }

    /// When a field was edited here.
    package func date(of field: TodoField) -> Date { edits[field] ?? todo?.updatedAt ?? .distantPast }

    // MARK: Edits here

    package mutating func remove(at date: Date) {
        todo = nil
        removedAt = date
        edits = [:]
    }

    /// Puts the task into the list, also if it was removed.
    package mutating func add(_ new: Todo, at date: Date) {
        todo = new
        removedAt = nil
        if inFlight == Self.gone { inFlight = nil }
        if !isPlain { for field in TodoField.allCases { edits[field] = date } }
        updateSyncState()
    }

    // MARK: Documents

    /// A document that was read before, so it can be read again.
    package static func document(_ bytes: [UInt8]?) -> TodoDocument? {
        guard let bytes else { return nil }
        do { return try TodoDocument(bytes) } catch { return nil }
    }

    /// The server copy, or else the last one.
    var document: TodoDocument? { Self.document(remote?.bytes) ?? Self.document(lastServerCopy) }

    /// Sets the task's synchronization state, and removes the dates of edits that the server has.
    package mutating func updateSyncState() {
        guard let todo else { return }
        guard let known = Self.document(remote?.bytes) else {
            self.todo?.sync = remote == nil && lastServerCopy == nil && inFlight == nil ? .local : .dirty
            return
        }
        var fields = TodoDocument.written(TodoFields(todo))
        // As it is read back from this copy. Otherwise the task would stay dirty.
        if !fields.schedule.isPlain {
            fields.schedule = known.schedule(written: fields, in: .autoupdatingCurrent)
            self.todo?.schedule = fields.schedule
        }
        // Without a completion date here, the server's counts; otherwise there would always be a difference.
        if fields.isCompleted, fields.completedAt == nil, known.fields.isCompleted {
            fields.completedAt = known.fields.completedAt
            self.todo?.completedAt = fields.completedAt
        }
        edits = edits.filter { fields[$0.key] != known.fields[$0.key] }
        // A task that was restored after its deletion was sent must be sent again, even if it is unchanged.
        self.todo?.sync = fields == known.fields && inFlight != Self.deletion ? .synced : .dirty
    }

    /// Whether a version was known here when the task was removed, so that it was not edited since, including unknown
    /// properties.
    package func isKnown(_ document: TodoDocument) -> Bool {
        // The server may have stored the object in another form, without reporting it.
        for bytes in [inFlight, remote?.etag == nil ? remote?.bytes : nil] {
            guard let sent = Self.document(bytes) else { continue }
            if sent.fields == document.fields, sent.version.includes(document.version) { return true }
        }
        return [remote?.bytes, lastServerCopy].contains { bytes in
            guard let known = Self.document(bytes) else { return false }
            return known.version.includes(document.version) && known.content == document.content
        }
    }

    /// Whether a version descends from everything known here.
    func isIncluded(in document: TodoDocument) -> Bool {
        [remote?.bytes, lastServerCopy].allSatisfy { bytes in
            Self.document(bytes).map { document.version.includes($0.version) } ?? true
        }
    }

    /// Whether a document is a version of the server copy, and not another task at its path.
    package func isCopied(by document: TodoDocument?) -> Bool {
        guard let document, let known = Self.document(remote?.bytes) else { return false }
        return document.uid == known.uid
    }

    // MARK: What the server says

    /// Merges the server's version.
    /// - Returns: the values that lost.
    package mutating func pull(
        _ document: TodoDocument, at path: WebDAVPath, etag: ETag, bytes: [UInt8], now: Date, device: String
    ) -> [TodoConflict.Kind] {
        // Other devices may have recorded a task that reappears in an old version as removed. Writing it again makes
        // them keep it.
        let isOutdated =
            inFlight != Self.gone && remote == nil && !isNewToServer
            && Self.document(lastServerCopy)?.version.includes(document.version) == true
        defer {
            var read = Remote(path: path, etag: etag, bytes: bytes, isConfirmed: true)
            read.isConfirmed = remote == read
            remote = read
            inFlight = isOutdated && todo != nil ? Self.deletion : nil
            updateSyncState()
        }
        guard let old = todo else {
            // Removed here: to be deleted there, unless it was edited there since.
            if isRemovedHere, isKnown(document) { return [] }
            let kind: TodoConflict.Kind? =
                isRemovedHere ? .deletion(device: remote == nil ? nil : device, date: removedAt) : nil
            let edited = document.stamp ?? now
            todo = document.fields.todo(id, createdAt: document.created ?? edited, updatedAt: edited)
            lastServerCopy = nil
            removedAt = nil
            return kind.map { [$0] } ?? []
        }
        let known = self.document
        var base = known?.fields
        var isBaseShared = known.map { document.version.includes($0.version) } ?? true
        // It was removed from the server, or may have been. An older version may have been sent since.
        if remote == nil || inFlight == Self.deletion { isBaseShared = false }
        // Our own write is not another device's edit. If the server's version does not descend from it, it has not arrived and is
        // not a base.
        if let sent = Self.document(inFlight), document.version.includes(sent.version) {
            base = sent.fields
            isBaseShared = true
        }
        let here = TodoDocument.written(TodoFields(old))
        // Of a backup that bears the same time as what was made of it, only the vector tells which came first.
        let isOlder = known.map { $0.version.isLater(than: document.version) } ?? false
        let isSetBack = !isBaseShared && document.stamp != nil && isOlder
        let merge = TodoMerge(
            base: base, baseDate: known?.stamp, isBaseShared: isBaseShared, isSetBack: isSetBack, here: here,
            dates: date,
            there: document.fields, date: document.stamp, zones: document.zones)
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

    /// What to do with a task that the server no longer has.
    package enum Disappearance: Hashable, Sendable {
        /// The server has reported the removal.
        case reported
        /// It is not in a full listing, although the server accepted the token or has none.
        case unlisted
        /// It is not in the listing of a server that refused the token, or of another collection: its removal was not reported.
        case unexplained
        /// Another resource has its path.
        case replaced
    }

    /// The server no longer has the task.
    package mutating func disappear(_ disappearance: Disappearance, at now: Date) -> [TodoConflict.Kind] {
        lastServerCopy = remote?.bytes ?? lastServerCopy
        remote = nil
        if inFlight == Self.deletion { inFlight = nil }
        guard let old = todo else {
            removedAt = removedAt ?? now
            return []
        }
        guard disappearance != .replaced else {
            updateSyncState()
            return []
        }
        guard old.sync == .synced, disappearance != .unexplained else {
            updateSyncState()
            return [.deletion(device: nil, date: nil)]
        }
        remove(at: now)
        inFlight = Self.gone
        guard disappearance == .unlisted else { return [] }
        return [
            .removal(
                text: old.text.value, notes: old.notes.value, priority: old.priority, deadline: old.deadline,
                isCompleted: old.isCompleted, copy: lastServerCopy.map { Data($0) })
        ]
    }

    /// Forgets the server, because the list moves to another address. It may be another address of the same list: a copy of the same
    /// version there is nothing to write again.
    package mutating func changeServer() {
        guard todo != nil else { return self = TodoRecord(id: id) }
        lastServerCopy = remote?.bytes ?? lastServerCopy
        (remote, inFlight) = (nil, nil)
        todo?.sync = .local
    }

    // MARK: What is sent

    /// The object to send for the task.
    package func bytes(device: String, author: String? = nil) -> [UInt8]? {
        guard let todo else { return nil }
        let sent = Self.document(inFlight)
        // The identifier of its last copy may be that of another task.
        let uid = remote == nil ? id.rawValue : nil
        if let sent, uid == nil || sent.uid == uid, sent.fields == TodoDocument.written(TodoFields(todo)) {
            return inFlight
        }
        let known = self.document
        // The time of the latest edit that the version contains, here or there.
        let date = max(todo.updatedAt, known?.stamp ?? .distantPast, edits.values.max() ?? .distantPast)
        return (known ?? TodoDocument(new: todo, at: date)).bytes(
            with: TodoFields(todo), at: date, after: sent?.version, device: device, author: author, uid: uid)
    }

    /// Marks a deletion as sent. What was sent before may still arrive, and is kept.
    package mutating func deletes() {
        if inFlight != Self.deletion { lastServerCopy = inFlight ?? lastServerCopy }
        inFlight = Self.deletion
    }

    /// The server has accepted an object, or, if it is nil, deleted the task.
    package mutating func delivered(_ bytes: [UInt8]?, at path: WebDAVPath, etag: ETag? = nil) {
        lastServerCopy = bytes == nil ? remote?.bytes ?? lastServerCopy : nil
        remote = bytes.map { Remote(path: path, etag: etag, bytes: $0) }
        inFlight = nil
        updateSyncState()
    }
}
