package import CoreModule
package import Foundation

/// The records of all tasks, in memory.
package struct InMemoryTodoRecordStore: TodoRecordStore, Hashable, Sendable {
    private var records: [TodoID: TodoRecord] = [:]
    private var paths: [CalDAVPath: TodoID] = [:]
    private var ignored: [CalDAVPath: ETag] = [:]
    package private(set) var conflicts: [TodoConflict] = [] { didSet { counts.conflicts = conflicts.count } }
    package private(set) var counts = TodoCounts()
    /// What the records were that a transaction has changed. Nil outside of one.
    private var replaced: [TodoID: TodoRecord?]?
    private var lastConflict = 0
    package private(set) var collection: TodoCollectionState?

    package init() {}

    /// Runs a transaction. If the body throws, nothing changes.
    mutating func transaction<Value>(_ body: (inout any TodoRecordStore) throws -> Value) throws -> Value {
        var before = self
        (before.records, before.paths) = ([:], [:])
        replaced = [:]
        // Moved: the first change of a copy would copy all records.
        var changed: any TodoRecordStore = self
        self = before
        let result = Result { try body(&changed) }
        guard let changed = changed as? Self else {
            preconditionFailure("A transaction changes its store and does not replace it.")
        }
        self = changed
        if case .failure = result, let undo = replaced {
            (before.records, before.paths) = (records, paths)
            self = before
            for (id, record) in undo { records[id] = record }
            if !undo.isEmpty {
                let places = records.values.compactMap { record in record.remote.map { ($0.path, record.id) } }
                paths = Dictionary(places) { first, _ in first }
            }
        }
        replaced = nil
        return try result.get()
    }

    package var todos: [Todo] {
        records.values.compactMap(\.todo).sorted { ($0.createdAt, $0.id) < ($1.createdAt, $1.id) }
    }

    /// O(n).
    package func todos(idPrefix: String, limit: Int) -> [Todo] {
        if let todo = records[TodoID(idPrefix)]?.todo { return [todo] }
        let matches = records.values.compactMap(\.todo).filter { $0.id.rawValue.hasPrefix(idPrefix) }
        return Array(matches.sorted { $0.id < $1.id }.prefix(limit))
    }

    package func record(_ id: TodoID) -> TodoRecord? { records[id] }

    package func record(at path: CalDAVPath) -> TodoRecord? { paths[path].flatMap { records[$0] } }

    package mutating func save(_ record: TodoRecord) {
        let (old, new) = (records[record.id], record.todo != nil || !record.isPlain ? record : nil)
        if replaced?.keys.contains(record.id) == false { replaced?[record.id] = .some(old) }
        records[record.id] = new
        if let path = old?.remote?.path { paths[path] = nil }
        if let path = new?.remote?.path { paths[path] = record.id }
        counts.count(old, -1)
        counts.count(new, 1)
    }

    package func dirtyRecords(limit: Int, except skipped: Set<TodoID>) -> [TodoRecord] {
        let dirty = records.values.filter { $0.isDirty && !skipped.contains($0.id) }
        // Removals come first.
        let order = dirty.sorted { ($0.todo == nil ? 0 : 1, $0.id) < ($1.todo == nil ? 0 : 1, $1.id) }
        return Array(order.prefix(limit))
    }

    package func syncedRecords() -> [TodoRecord] { records.values.filter { !$0.isPlain } }

    package func recordsIdentifiedByPath() -> [TodoRecord] {
        records.values.filter { $0.id.rawValue == $0.remote?.path.rawValue }
    }

    package func removedRecords() -> [TodoRecord] {
        records.values.filter { $0.todo == nil && $0.remote == nil }
    }

    package mutating func confirmServerCopies() {
        for var record in records.values where record.remote?.isConfirmed == false {
            record.remote?.isConfirmed = true
            save(record)
        }
    }

    package func knownResources() -> [CalDAVPath: TodoKnownResource] {
        var known = ignored.mapValues { TodoKnownResource(etag: $0, id: nil) }
        for record in records.values {
            guard let remote = record.remote else { continue }
            known[remote.path] = TodoKnownResource(
                etag: remote.etag, id: record.id, isConfirmed: remote.isConfirmed)
        }
        return known
    }

    package mutating func setCollection(_ state: TodoCollectionState) { collection = state }

    package mutating func setIgnored(_ path: CalDAVPath, _ etag: ETag?) { ignored[path] = etag }

    package func isIgnored(_ path: CalDAVPath) -> Bool { ignored[path] != nil }

    package mutating func removeAllIgnored() { ignored = [:] }

    package mutating func add(_ conflict: TodoConflict.Kind, of id: TodoID, text: String, at date: Date) {
        lastConflict += 1
        conflicts.append(
            TodoConflict(
                id: Identifier("\(lastConflict)"), todoID: id, text: text, noticedAt: date, kind: conflict))
    }

    package mutating func removeConflict(_ id: Identifier<TodoConflict>) { conflicts.removeAll { $0.id == id } }
}

extension TodoCounts {
    fileprivate mutating func count(_ record: TodoRecord?, _ number: Int) {
        total += record?.todo == nil ? 0 : number
        done += record?.todo?.isCompleted == true ? number : 0
        notSynchronized += record?.isDirty == true ? number : 0
    }
}
