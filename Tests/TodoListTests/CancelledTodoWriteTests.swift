import CoreModule
import SuperappTesting
import TestSupport
import Testing
import TodoList

/// A task that is cancelled at the last moment: what a call reports is what has happened.
@Suite("Changes of tasks whose Swift task is cancelled at the end", .bounded)
struct CancelledTodoWriteTests {
    private func milk() throws -> Todo {
        Todo(id: TodoID("1"), text: try TodoText("milk"), createdAt: ManualTime.start, updatedAt: ManualTime.start)
    }

    private static func stores() async throws -> [any TodoRecordRepository] {
        let database = try await SQLiteDatabase.open(.memory, schemas: [TodoSchema.todos])
        return [
            InMemoryTodoRecordRepository(), SQLiteTodoRecordRepository(database: database),
            PlainTodoRecordRepository(),
        ]
    }

    @Test("a transaction is stored if the call returns, and is not if it throws")
    func transaction() async throws {
        for repository in try await Self.stores() {
            let record = TodoRecord(id: TodoID("1"), todo: try milk())
            let writing = Task {
                try await repository.write { records throws(TodoError) in
                    try records.save(record)
                    withUnsafeCurrentTask { $0?.cancel() }
                }
            }
            let isStored =
                switch await writing.result {
                case .success: true
                case .failure: false
                }
            let stored = try await repository.read { records throws(TodoError) in try records.record(TodoID("1")) }
            #expect((stored?.todo != nil) == isStored, "\(repository)")
        }
    }

    @Test("a change that was stored is published and returned, although its task was cancelled right after")
    func publishing() async throws {
        let list = TaskList(CancellingTodoRecordRepository())
        let changes = list.changes.events()
        let milk = try milk()
        _ = try await Task { try await list.add(milk) }.value
        let done = try await Task {
            try await list.edit(milk.id, TodoEdit(isCompleted: true), at: ManualTime.start)
        }.value
        #expect(await changes.first(2) == [.added(milk), .updated(done)])
    }
}

/// Tasks in memory that cancel the calling task when a transaction was stored.
private struct CancellingTodoRecordRepository: TodoRecordRepository {
    private let base = InMemoryTodoRecordRepository()

    func read<Value: Sendable>(
        _ body: @escaping @Sendable (any TodoRecordSnapshot) throws(TodoError) -> Value
    ) async throws(TodoError) -> Value { try base.read(body) }

    func write<Value: Sendable>(
        _ body: @escaping @Sendable (any TodoRecordTransaction) throws(TodoError) -> Value
    ) async throws(TodoError) -> Value {
        let value = try base.write(body)
        withUnsafeCurrentTask { $0?.cancel() }
        return value
    }
}
