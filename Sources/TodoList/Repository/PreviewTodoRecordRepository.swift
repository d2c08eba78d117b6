public import CoreModule

/// Tasks in memory that are read at once, so that the first frame of a preview shows them. A caller waits while another one reads.
final class PreviewTodoRecordRepository: TodoRecordRepository {
    private let records: Locked<InMemoryTodoRecords>

    init(_ todos: [Todo]) {
        let records = InMemoryTodoRecords()
        for todo in todos {
            var record = TodoRecord(id: todo.id)
            record.add(todo, at: todo.updatedAt)
            records.save(record)
        }
        records.commit()
        self.records = Locked(records)
    }

    func read<Value: Sendable>(
        _ body: @escaping @Sendable (any TodoRecordSnapshot) throws(TodoError) -> Value
    ) throws(TodoError) -> Value {
        try records.withLock { records throws(TodoError) in try body(records) }
    }

    func write<Value: Sendable>(
        _ body: @escaping @Sendable (any TodoRecordTransaction) throws(TodoError) -> Value
    ) throws(TodoError) -> Value {
        try records.withLock { records throws(TodoError) in try records.transaction(body) }
    }

    func readNow<Value: Sendable>(
        _ body: @Sendable (any TodoRecordSnapshot) throws(TodoError) -> Value
    ) throws(TodoError) -> Value? {
        try records.withLock { records throws(TodoError) in try body(records) }
    }
}

extension TodoStore {
    /// Makes tasks for a preview or a test, in memory: the list shows them in its first frame. Of two with one identifier, the later
    /// one counts.
    public static func preview(_ todos: [Todo] = .sample, logger: EventLogger = .disabled) -> TodoStore {
        TodoStore(PreviewTodoRecordRepository(todos), logger: logger)
    }
}
