public import CoreModule
import Foundation

/// Stores tasks in memory: for tests, previews and experiments.
public struct InMemoryTodoRepository: StoredTodoRepository {
    /// The store of the tasks.
    public let stored: TodoStore

    /// Creates an empty repository.
    public init(logger: Logger = .disabled) {
        self.init(replica: UUID().uuidString.lowercased(), logger: logger)
    }

    /// Creates an empty repository with a name in version vectors.
    package init(replica: String, logger: Logger = .disabled) {
        stored = TodoStore(InMemoryTodoTransactions(), replica: replica, logger: logger)
    }

    private init(_ stored: TodoStore) {
        self.stored = stored
    }

    /// Returns a repository of the same tasks that logs.
    public func logged(by logger: Logger) -> any TodoRepository { Self(stored.logged(by: logger)) }
}

/// Runs transactions on records in memory.
private actor InMemoryTodoTransactions: TodoTransactions {
    nonisolated let path: String? = nil
    private var records = InMemoryTodoRecordStore()

    func read<Value: Sendable>(_ body: @Sendable (any TodoRecordStore) throws -> Value) throws -> Value {
        try body(records)
    }

    func write<Value: Sendable>(_ body: @Sendable (inout any TodoRecordStore) throws -> Value) throws -> Value {
        var changed: any TodoRecordStore = records
        let value = try body(&changed)
        if let changed = changed as? InMemoryTodoRecordStore { records = changed }
        return value
    }
}
