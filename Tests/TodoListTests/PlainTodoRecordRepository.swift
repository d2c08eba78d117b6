import CoreModule
import Foundation
import TodoList

/// The smallest repository of records that keeps the contract: what an embedder would write first. Each record is coded and read
/// back when it is saved, as in a store that keeps coded records.
actor PlainTodoRecordRepository: TodoRecordRepository {
    private var contents = PlainTodoRecords.Contents()

    func read<Value: Sendable>(
        _ body: @escaping @Sendable (any TodoRecordSnapshot) throws(TodoError) -> Value
    ) throws(TodoError) -> Value {
        try body(PlainTodoRecords(contents))
    }

    func write<Value: Sendable>(
        _ body: @escaping @Sendable (any TodoRecordTransaction) throws(TodoError) -> Value
    ) throws(TodoError) -> Value {
        let draft = PlainTodoRecords(contents)
        let value = try body(draft)
        contents = draft.contents
        return value
    }
}

private final class PlainTodoRecords: TodoRecordTransaction {
    struct Contents {
        var records: [TodoID: TodoRecord] = [:]
        var collection: TodoCollectionState?
        var ignored: [WebDAVPath: ETag] = [:]
        var conflicts: [TodoConflict] = []
        var lastConflict = 0
        var bin: [TodoID: RemovedTodo] = [:]
    }

    private(set) var contents: Contents

    init(_ contents: Contents) {
        self.contents = contents
    }

    private func coded<Value: Codable>(_ value: Value) throws(TodoError) -> Value {
        do {
            return try JSONDecoder().decode(Value.self, from: JSONEncoder().encode(value))
        } catch {
            throw .store(StoreError(wrapping: error, path: nil))
        }
    }

    func record(_ id: TodoID) -> TodoRecord? { contents.records[id] }

    func records(_ selection: TodoRecordSelection) -> [TodoRecord] {
        contents.records.values.filter(selection.contains)
    }

    func collection() -> TodoCollectionState? { contents.collection }

    func ignoredResources() -> [WebDAVPath: ETag] { contents.ignored }

    func conflicts() -> [TodoConflict] { contents.conflicts }

    func save(_ record: TodoRecord) throws(TodoError) {
        contents.records[record.id] = record.isEmpty ? nil : try coded(record)
    }

    func setCollection(_ state: TodoCollectionState) throws(TodoError) { contents.collection = try coded(state) }

    func setIgnored(_ path: WebDAVPath, _ etag: ETag?) throws(TodoError) {
        contents.ignored[try coded(path)] = try etag.map { etag throws(TodoError) in try coded(etag) }
    }

    func addConflict(_ kind: TodoConflict.Kind, of id: TodoID, text: String, at date: Date) throws(TodoError) {
        contents.lastConflict += 1
        let conflict = TodoConflict(
            id: Identifier("\(contents.lastConflict)"), todoID: id, text: text, noticedAt: date, kind: kind)
        contents.conflicts.append(try coded(conflict))
    }

    func removeConflict(_ id: Identifier<TodoConflict>) { contents.conflicts.removeAll { $0.id == id } }

    func removedTodos(before date: Date) -> [RemovedTodo] {
        contents.bin.values.filter { $0.removedAt < date }.latestFirst
    }

    func setRemovedTodo(_ removed: RemovedTodo?, of id: TodoID) throws(TodoError) {
        contents.bin[id] = try removed.map { removed throws(TodoError) in try coded(removed) }
    }

    func deleteRemovedTodos(before date: Date) -> Int {
        let old = removedTodos(before: date)
        for removed in old { contents.bin[removed.id] = nil }
        return old.count
    }
}
