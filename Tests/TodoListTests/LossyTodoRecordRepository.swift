import CoreModule
import Foundation
import TodoList

/// How a store with tables of its own loses records of tasks or finds wrong ones.
enum LossyTodoFlaw: String, CaseIterable, Sendable {
    case movedRecordKeepsOldPath, restoredTaskHasFormerDate, missingConflictRemovesTheFirst, failureKeepsConflicts
    case failureKeepsRecords, emptyRecordStays, changedTaskLosesEdits, ignoredVersionNeverChanges
    case equalDatesAreUnordered, readsCommittedRecords
}

/// A store in memory with one flaw.
actor LossyTodoRecordRepository: TodoRecordRepository {
    private let flaw: LossyTodoFlaw?
    private var tables = InMemoryTodoRecords.Tables()
    private var memory = LossyTodoRecords.Memory()

    init(_ flaw: LossyTodoFlaw?) { self.flaw = flaw }

    func read<Value: Sendable>(
        _ body: @escaping @Sendable (any TodoRecordSnapshot) throws(TodoError) -> Value
    ) throws(TodoError) -> Value {
        try body(LossyTodoRecords(flaw, tables, memory))
    }

    func write<Value: Sendable>(
        _ body: @escaping @Sendable (any TodoRecordTransaction) throws(TodoError) -> Value
    ) throws(TodoError) -> Value {
        let draft = LossyTodoRecords(flaw, tables, memory)
        do throws(TodoError) {
            let value = try body(draft)
            (tables, memory) = (draft.base.tables, draft.memory)
            return value
        } catch {
            let kept = InMemoryTodoRecords(tables)
            if flaw == .failureKeepsRecords { for record in draft.base.records(.all) { kept.save(record) } }
            if flaw == .failureKeepsConflicts {
                for conflict in draft.base.conflicts().dropFirst(kept.conflicts().count) {
                    kept.addConflict(
                        conflict.kind, of: conflict.todoID, text: conflict.text, at: conflict.noticedAt)
                }
            }
            tables = kept.tables
            throw error
        }
    }
}

private final class LossyTodoRecords: TodoRecordTransaction {
    struct Memory {
        var paths: [WebDAVPath: TodoID] = [:]
        var dates: [TodoID: Date] = [:]
    }

    private let flaw: LossyTodoFlaw?
    let base: InMemoryTodoRecords
    private let committed: InMemoryTodoRecords
    private(set) var memory: Memory

    init(_ flaw: LossyTodoFlaw?, _ tables: InMemoryTodoRecords.Tables, _ memory: Memory) {
        self.flaw = flaw
        self.memory = memory
        (base, committed) = (InMemoryTodoRecords(tables), InMemoryTodoRecords(tables))
    }

    func record(_ id: TodoID) -> TodoRecord? { base.record(id) }

    func records(_ selection: TodoRecordSelection) -> [TodoRecord] {
        if flaw == .movedRecordKeepsOldPath, case .at(let path) = selection {
            return memory.paths[path].flatMap(base.record).map { [$0] } ?? []
        }
        return (flaw == .readsCommittedRecords ? committed : base).records(selection)
    }

    func collection() -> TodoCollectionState? { base.collection() }

    func ignoredResources() -> [WebDAVPath: ETag] { base.ignoredResources() }

    func conflicts() -> [TodoConflict] { base.conflicts() }

    func todos() -> [Todo] {
        let todos = base.todos()
        return flaw == .equalDatesAreUnordered ? todos.sorted { ($0.createdAt, $1.id) < ($1.createdAt, $0.id) } : todos
    }

    func save(_ record: TodoRecord) {
        if flaw == .emptyRecordStays, record.isEmpty { return }
        var record = record
        let old = base.record(record.id)
        if flaw == .changedTaskLosesEdits, old?.todo != nil { record.edits = [:] }
        if flaw == .restoredTaskHasFormerDate, old == nil, let todo = record.todo, let date = memory.dates[todo.id] {
            record = TodoRecord(
                id: todo.id,
                todo: Todo(
                    id: todo.id, text: todo.text, priority: todo.priority, deadline: todo.deadline, notes: todo.notes,
                    isCompleted: todo.isCompleted, completedAt: todo.completedAt, createdAt: date,
                    updatedAt: todo.updatedAt, sync: todo.sync))
        }
        if let todo = record.todo { memory.dates[todo.id] = todo.createdAt }
        if let path = record.path { memory.paths[path] = record.id }
        base.save(record)
    }

    func setCollection(_ state: TodoCollectionState) { base.setCollection(state) }

    func setIgnored(_ path: WebDAVPath, _ etag: ETag?) {
        if flaw == .ignoredVersionNeverChanges, etag != nil, base.ignoredResources()[path] != nil { return }
        base.setIgnored(path, etag)
    }

    func addConflict(_ kind: TodoConflict.Kind, of id: TodoID, text: String, at date: Date) {
        base.addConflict(kind, of: id, text: text, at: date)
    }

    func removeConflict(_ id: Identifier<TodoConflict>) {
        let isMissing = !base.conflicts().contains { $0.id == id }
        if flaw == .missingConflictRemovesTheFirst, isMissing, let first = base.conflicts().first {
            base.removeConflict(first.id)
        }
        base.removeConflict(id)
    }
}
