package import CoreModule
package import Foundation

/// Stores the records of tasks in memory. A caller waits while another one uses them.
package final class InMemoryTodoRecordRepository: TodoRecordRepository {
    private let records: Locked<InMemoryTodoRecords>
    private let isReadAtOnce: Bool

    /// Of two tasks with one identifier, the later one counts. If they are read at once, screens show them in their first frame.
    package init(_ todos: [Todo] = [], isReadAtOnce: Bool = false) {
        let records = InMemoryTodoRecords()
        for todo in todos {
            var record = TodoRecord(id: todo.id)
            record.add(todo, at: todo.updatedAt)
            records.save(record)
        }
        records.commit()
        self.records = Locked(records)
        self.isReadAtOnce = isReadAtOnce
    }

    package func read<Value: Sendable>(
        _ body: @escaping @Sendable (any TodoRecordSnapshot) throws(TodoError) -> Value
    ) throws(TodoError) -> Value {
        try records.withLock { records throws(TodoError) in try body(records) }
    }

    package func write<Value: Sendable>(
        _ body: @escaping @Sendable (any TodoRecordTransaction) throws(TodoError) -> Value
    ) throws(TodoError) -> Value {
        try records.withLock { records throws(TodoError) in try records.transaction(body) }
    }

    package func readNow<Value: Sendable>(
        _ body: @Sendable (any TodoRecordSnapshot) throws(TodoError) -> Value
    ) throws(TodoError) -> Value? {
        guard isReadAtOnce else { return nil }
        return try records.withLock { records throws(TodoError) in try body(records) }
    }
}

/// The records of all tasks, in memory, with what is needed to roll a transaction back.
package final class InMemoryTodoRecords: TodoRecordTransaction {
    /// What is stored.
    package struct Tables: Hashable, Sendable {
        fileprivate var records: [TodoID: TodoRecord] = [:]
        fileprivate var paths: [WebDAVPath: TodoID] = [:]
        fileprivate var counts = TodoCounts()
        fileprivate var rest = Rest()

        package init() {}
    }

    /// What is small enough to be copied for each transaction.
    fileprivate struct Rest: Hashable, Sendable {
        var ignored: [WebDAVPath: ETag] = [:]
        var conflicts: [TodoConflict] = []
        var lastConflict = 0
        var collection: TodoCollectionState?
        var bin: [TodoID: RemovedTodo] = [:]
    }

    package private(set) var tables: Tables
    /// What the records were before each step of the transaction. A copy of all would cost more than most transactions.
    private var undo: [(id: TodoID, record: TodoRecord?)] = []
    private var committed: Rest

    package init(_ tables: Tables = Tables()) {
        self.tables = tables
        committed = tables.rest
    }

    /// Runs a closure. If it throws, nothing changes.
    func transaction<Value>(
        _ body: (any TodoRecordTransaction) throws(TodoError) -> Value
    ) throws(TodoError) -> Value {
        do throws(TodoError) {
            let value = try body(self)
            commit()
            return value
        } catch {
            rollBack()
            throw error
        }
    }

    package func commit() {
        undo = []
        committed = tables.rest
    }

    package func rollBack() {
        for (id, record) in undo.reversed() { set(id, record) }
        undo = []
        tables.rest = committed
    }

    // MARK: Reading

    package func record(_ id: TodoID) -> TodoRecord? { tables.records[id] }

    package func records(_ selection: TodoRecordSelection) -> [TodoRecord] {
        if case .at(let path) = selection { return tables.paths[path].flatMap(record).map { [$0] } ?? [] }
        return tables.records.values.filter(selection.contains)
    }

    package func collection() -> TodoCollectionState? { tables.rest.collection }

    package func ignoredResources() -> [WebDAVPath: ETag] { tables.rest.ignored }

    package func conflicts() -> [TodoConflict] { tables.rest.conflicts }

    package func todos() -> [Todo] {
        tables.records.values.compactMap(\.todo).sorted { ($0.createdAt, $0.id) < ($1.createdAt, $1.id) }
    }

    package func counts() -> TodoCounts {
        var counts = tables.counts
        counts.conflicts = tables.rest.conflicts.count
        return counts
    }

    package func removedTodos(before date: Date) -> [RemovedTodo] {
        tables.rest.bin.values.filter { $0.removedAt < date }.latestFirst
    }

    package func removedTodo(_ id: TodoID) -> RemovedTodo? { tables.rest.bin[id] }

    // MARK: Writing

    package func save(_ record: TodoRecord) {
        undo.append((record.id, tables.records[record.id]))
        set(record.id, record.isEmpty ? nil : record)
    }

    private func set(_ id: TodoID, _ record: TodoRecord?) {
        let old = tables.records[id]
        tables.records[id] = record
        if let path = old?.path, tables.paths[path] == id { tables.paths[path] = nil }
        tables.counts.count(old, -1)
        tables.counts.count(record, 1)
        if let path = record?.path { tables.paths[path] = id }
    }

    package func setCollection(_ state: TodoCollectionState) { tables.rest.collection = state }

    package func setIgnored(_ path: WebDAVPath, _ etag: ETag?) { tables.rest.ignored[path] = etag }

    package func addConflict(_ kind: TodoConflict.Kind, of id: TodoID, text: String, at date: Date) {
        tables.rest.lastConflict += 1
        let number = Identifier<TodoConflict>("\(tables.rest.lastConflict)")
        tables.rest.conflicts.append(
            TodoConflict(id: number, todoID: id, text: text, noticedAt: date, kind: kind))
    }

    package func setRemovedTodo(_ removed: RemovedTodo?, of id: TodoID) { tables.rest.bin[id] = removed }

    package func deleteRemovedTodos(before date: Date) -> Int {
        let count = tables.rest.bin.count
        tables.rest.bin = tables.rest.bin.filter { $0.value.removedAt >= date }
        return count - tables.rest.bin.count
    }

    package func removeConflict(_ id: Identifier<TodoConflict>) { tables.rest.conflicts.removeAll { $0.id == id } }
}

extension TodoCounts {
    fileprivate mutating func count(_ record: TodoRecord?, _ number: Int) {
        total += record?.todo == nil ? 0 : number
        done += record?.todo?.isCompleted == true ? number : 0
        notSynchronized += record?.isDirty == true ? number : 0
    }
}
