package import CoreModule
package import Foundation

/// The records of all tasks, in memory.
package struct InMemoryTodoRecordStore: TodoRecordStore, Hashable, Sendable {
    private var records: [TodoID: TodoRecord] = [:]
    private var paths: [CalDAVPath: TodoID] = [:]
    private var ignored: [CalDAVPath: ETag] = [:]
    package private(set) var conflicts: [TodoConflict] = []
    private var lastConflict = 0
    package private(set) var collection: TodoCollectionState?

    package init() {}

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
        if let path = records[record.id]?.remote?.path { paths[path] = nil }
        guard record.todo != nil || !record.isPlain else {
            records[record.id] = nil
            return
        }
        records[record.id] = record
        if let path = record.remote?.path { paths[path] = record.id }
    }

    package func dirtyRecords(limit: Int, except skipped: Set<TodoID>) -> [TodoRecord] {
        let dirty = records.values.filter { $0.isDirty && !skipped.contains($0.id) }
        // Removals come first.
        let order = dirty.sorted { ($0.todo == nil ? 0 : 1, $0.id) < ($1.todo == nil ? 0 : 1, $1.id) }
        return Array(order.prefix(limit))
    }

    package var counts: TodoCounts {
        TodoCounts(
            total: records.values.count { $0.todo != nil },
            done: records.values.count { $0.todo?.isCompleted == true },
            notSynchronized: records.values.count(where: \.isDirty), conflicts: conflicts.count)
    }

    package func syncedRecords() -> [TodoRecord] { records.values.filter { !$0.isPlain } }

    package func recordsIdentifiedByPath() -> [TodoRecord] {
        records.values.filter { $0.id.rawValue == $0.remote?.path.rawValue }
    }

    package func removedRecords() -> [TodoRecord] {
        records.values.filter { $0.todo == nil && $0.remote == nil }
    }

    package mutating func confirmServerCopies() {
        for id in records.keys { records[id]?.remote?.isConfirmed = true }
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
