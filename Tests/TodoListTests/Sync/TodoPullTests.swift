import CoreModule
import Foundation
import SuperappTesting
import TestSupport
import Testing
import TodoList

/// What a synchronization stores of the server's changes.
@Suite("Changes of the server that are stored", .bounded)
struct TodoPullTests {
    private let start = ManualTime.start
    private let path = WebDAVPath.simulated("1")

    /// A task that is on the server, and was edited or removed here since, or neither.
    private func record(_ change: (inout TodoRecord) throws -> Void) throws -> TodoRecord {
        let todo = Todo(id: TodoID("1"), text: try TodoText("milk"), createdAt: start, updatedAt: start)
        var record = TodoRecord(id: todo.id, todo: todo)
        let sent: [UInt8] = try #require(record.bytes(device: "here"))
        record.delivered(sent, at: path, etag: ETag("\"1\""))
        try change(&record)
        return record
    }

    @Test("a task that was listed, but could not be read, stays as it is, with its copy", arguments: 0..<3)
    func unread(change: Int) async throws {
        let known = try record { record in
            switch change {
            case 1: try record.edit(TodoEdit(text: try TodoText("oat milk")), at: start + 10)
            case 2: record.remove(at: start + 10)
            default: break
            }
        }
        var pull = TodoPull()
        pull.unread = [path]
        let (stored, result) = try await store(pull, over: known)
        #expect(result == TodoPullResult())
        #expect(stored == known)
    }

    @Test("a task that was listed, but could not be read, and is found at another path, is the same task")
    func unreadAndMoved() async throws {
        let known = try record { try $0.edit(TodoEdit(text: try TodoText("oat milk")), at: start + 10) }
        let other = WebDAVPath.simulated("2")
        var pull = TodoPull()
        pull.unread = [path]
        pull.objects = [
            CalDAVObject(path: other, etag: ETag("\"2\""), data: try #require(known.remote?.bytes))
        ]
        let (stored, result) = try await store(pull, over: known)
        #expect(stored?.path == other && stored?.todo?.text.value == "oat milk" && stored?.isDirty == true)
        #expect(result.changes.isEmpty && result.conflicts == 0)
    }

    /// Stores changes of the server on top of a record, and returns what became of it.
    private func store(
        _ pull: TodoPull, over record: TodoRecord
    ) async throws -> (record: TodoRecord?, result: TodoPullResult) {
        let now = start + 20
        return try InMemoryTodoRecordRepository().write { records throws(TodoError) in
            do {
                try records.save(record)
                let result = try records.pull(pull, at: now, device: "here")
                return (try records.record(record.id), result)
            } catch {
                throw .store(StoreError(wrapping: error, path: nil))
            }
        }
    }
}
