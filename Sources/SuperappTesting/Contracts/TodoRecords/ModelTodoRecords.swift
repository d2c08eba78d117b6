import CoreModule
import Foundation
import TodoList

/// The plainest records that keep the contract: everything that has a default is the default.
final class ModelTodoRecords: TodoRecordTransaction, Sendable {
    private struct State {
        var records: [TodoRecord] = []
        var collection: TodoCollectionState?
        var ignored: [WebDAVPath: ETag] = [:]
        var conflicts: [TodoConflict] = []
        var lastConflict = 0
    }

    private let state = Locked(State())

    func record(_ id: TodoID) -> TodoRecord? { state.withLock { $0.records.first { $0.id == id } } }

    func records(_ selection: TodoRecordSelection) -> [TodoRecord] {
        state.withLock { $0.records.filter(selection.contains) }
    }

    func collection() -> TodoCollectionState? { state.withLock { $0.collection } }

    func ignoredResources() -> [WebDAVPath: ETag] { state.withLock { $0.ignored } }

    func conflicts() -> [TodoConflict] { state.withLock { $0.conflicts } }

    func save(_ record: TodoRecord) {
        state.withLock { state in
            state.records.removeAll { $0.id == record.id }
            if !record.isEmpty { state.records.append(record) }
        }
    }

    func setCollection(_ collection: TodoCollectionState) { state.withLock { $0.collection = collection } }

    func setIgnored(_ path: WebDAVPath, _ etag: ETag?) { state.withLock { $0.ignored[path] = etag } }

    func addConflict(_ kind: TodoConflict.Kind, of id: TodoID, text: String, at date: Date) {
        state.withLock { state in
            state.lastConflict += 1
            state.conflicts.append(
                TodoConflict(
                    id: Identifier("\(state.lastConflict)"), todoID: id, text: text, noticedAt: date, kind: kind))
        }
    }

    func removeConflict(_ id: Identifier<TodoConflict>) {
        state.withLock { state in state.conflicts.removeAll { $0.id == id } }
    }
}
