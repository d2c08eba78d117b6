import CoreModule
public import TodoList

/// Records of tasks whose reads or writes can be made to fail, for tests of what a screen shows then.
public final class FaultyTodoRecordRepository: TodoRecordRepository {
    /// The error of a failing call.
    public static let error = TodoError.store(.gone)

    private let base: any TodoRecordRepository
    private let fails = Locked((reading: false, writing: false))

    /// Creates a repository that passes its calls on to another one.
    public init(_ base: any TodoRecordRepository) {
        self.base = base
    }

    /// Creates a repository of tasks in memory.
    public convenience init() {
        self.init(InMemoryTodoRecordRepository())
    }

    /// Whether each read fails now. At first none does.
    public var failsReading: Bool {
        get { fails.withLock(\.reading) }
        set { fails.withLock { $0.reading = newValue } }
    }

    /// Whether each write fails now, before it changes anything. At first none does.
    public var failsWriting: Bool {
        get { fails.withLock(\.writing) }
        set { fails.withLock { $0.writing = newValue } }
    }

    /// Reads from the other repository, or throws ``error``.
    public func read<Value: Sendable>(
        _ body: @escaping @Sendable (any TodoRecordSnapshot) throws(TodoError) -> Value
    ) async throws(TodoError) -> Value {
        if failsReading { throw Self.error }
        return try await base.read(body)
    }

    /// Writes to the other repository, or throws ``error``.
    public func write<Value: Sendable>(
        _ body: @escaping @Sendable (any TodoRecordTransaction) throws(TodoError) -> Value
    ) async throws(TodoError) -> Value {
        if failsWriting { throw Self.error }
        return try await base.write(body)
    }

    /// Asks the other repository, or throws ``error`` if reads fail.
    public func hasExternalChanges() async throws(TodoError) -> Bool {
        if failsReading { throw Self.error }
        return try await base.hasExternalChanges()
    }

    /// Reads from the other repository at once if it can, or throws ``error``.
    public func readNow<Value: Sendable>(
        _ body: @Sendable (any TodoRecordSnapshot) throws(TodoError) -> Value
    ) throws(TodoError) -> Value? {
        if failsReading { throw Self.error }
        return try base.readNow(body)
    }
}

extension StoreError {
    /// What stores that fail throw.
    static let gone = StoreError(.unreadable, path: nil, message: Message("the disk is gone"))
}
