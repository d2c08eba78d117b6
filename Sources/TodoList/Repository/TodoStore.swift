public import CoreModule
import Foundation

/// The stored tasks: runs each operation in one transaction, publishes what it changed, and logs.
///
/// Operations run one at a time, so that changes are published in the order in which they were made.
public final class TodoStore: Sendable {
    /// Up to this number, changes that are made together are published one by one.
    static let maximumPublishedChanges = 50

    let records: any TodoRecordRepository
    private let mutex: AsyncMutex
    private let stream: TodoStream
    let loggedStream: TodoStream
    private let changeLog: TodoChangeLog
    private let log: OperationLog
    /// The name of this store in version vectors, if the stored collection has none yet.
    let replica: String

    /// Stores tasks in records of your own. All stores of one repository should be made of one store by ``logged(by:)``, so that they
    /// publish to the same subscribers.
    public convenience init(_ records: any TodoRecordRepository, logger: EventLogger = .disabled) {
        self.init(records, replica: UUID().uuidString.lowercased(), logger: logger)
    }

    package init(
        _ records: any TodoRecordRepository, replica: String, stream: TodoStream = TodoStream(),
        mutex: AsyncMutex = AsyncMutex(), logger: EventLogger = .disabled
    ) {
        self.records = records
        self.replica = replica
        self.stream = stream
        self.mutex = mutex
        loggedStream = stream.logged(as: "tasks", by: logger.labelled("stream"), describe: \.logText)
        changeLog = TodoChangeLog(logger.labelled("change"))
        log = OperationLog(logger.labelled("store"))
    }

    /// Stores tasks in a database that was opened with ``TodoSchema/todos``. An acknowledged change survives a power loss. Several
    /// processes may share the file.
    public convenience init(_ database: SQLiteDatabase, logger: EventLogger = .disabled) {
        self.init(SQLiteTodoRecordRepository(database: database), logger: logger)
    }

    package convenience init(_ database: SQLiteDatabase, replica: String, logger: EventLogger = .disabled) {
        self.init(SQLiteTodoRecordRepository(database: database), replica: replica, logger: logger)
    }

    /// Stores tasks in memory: for tests, previews and experiments.
    public static func inMemory(logger: EventLogger = .disabled) -> TodoStore {
        TodoStore(InMemoryTodoRecordRepository(), logger: logger)
    }

    package static func inMemory(replica: String, logger: EventLogger = .disabled) -> TodoStore {
        TodoStore(InMemoryTodoRecordRepository(), replica: replica, logger: logger)
    }

    /// Returns a repository of the same tasks that logs. Both publish to the same subscribers.
    public func logged(by logger: EventLogger) -> any TodoRepository {
        TodoStore(records, replica: replica, stream: stream, mutex: mutex, logger: logger)
    }

    /// Whether another store is made of this one, or this one of it, by ``logged(by:)``.
    func hasRecords(of other: TodoStore) -> Bool { mutex === other.mutex }

    /// Runs a transaction that only reads.
    package func read<Value: Sendable>(
        _ name: String, _ subject: @autoclosure () -> String = "", result: (Value) -> String = { _ in "" },
        _ body: @escaping @Sendable (any TodoRecordSnapshot) throws -> Value
    ) async throws(TodoError) -> Value {
        try await log.run(name, subject(), result: result) { () throws(TodoError) in
            try await records.read { records throws(TodoError) in
                do { return try body(records) } catch { throw TodoError(wrapping: error, path: nil) }
            }
        }
    }

    /// Runs a transaction and publishes its changes. If the body throws, nothing changes.
    /// - Parameters:
    ///   - name: the operation's name in the log.
    ///   - subject: the tasks, for the log at debug level.
    ///   - isTrial: whether to roll back and publish nothing.
    ///   - result: the result as a text, for the log at debug level.
    ///   - changes: the changes to publish; very many are one ``TodoChange/reloaded(hasEdits:)``.
    ///   - body: the transaction.
    package func write<Value: Sendable>(
        _ name: String, _ subject: @autoclosure () -> String = "", isTrial: Bool = false,
        result: (Value) -> String = { _ in "" }, changes: (Value) -> [TodoChange] = { _ in [] },
        _ body: @escaping @Sendable (any TodoRecordTransaction) throws -> Value
    ) async throws(TodoError) -> Value {
        await mutex.enter()
        defer { mutex.leave() }
        let value = try await log.run(name, subject(), result: result) { () throws(TodoError) in
            let step = { @Sendable (records: any TodoRecordTransaction) throws(TodoError) in
                do { return try body(records) } catch { throw TodoError(wrapping: error, path: nil) }
            }
            return isTrial ? try await records.rollingBack(step) : try await records.write(step)
        }
        guard !isTrial else { return value }
        let made = changes(value)
        let isMany = made.count > Self.maximumPublishedChanges
        for change in isMany ? [.reloaded(hasEdits: made.contains(where: \.isEdit))] : made { publish(change) }
        return value
    }

    /// Publishes ``TodoChange/reloaded(hasEdits:)`` if others, such as another process, have changed tasks since the last call. They
    /// deliver their edits to the server themselves.
    ///
    /// Logs no failure: it is called often, and the caller knows which failure is new.
    public func publishExternalChanges() async throws(TodoError) {
        await mutex.enter()
        defer { mutex.leave() }
        if try await records.hasExternalChanges() { publish(.reloaded(hasEdits: false)) }
    }

    private func publish(_ change: TodoChange) {
        changeLog.note(change)
        loggedStream.send(change)
    }
}

/// Logs changes of tasks: identifiers and states at info level, the tasks themselves at debug level.
private final class TodoChangeLog: Sendable {
    private let logger: EventLogger
    /// The state of each task after its last change, to log from which state into which it changed.
    private let known = Locked<[TodoID: String]>([:])

    init(_ logger: EventLogger) {
        self.logger = logger
    }

    func note(_ change: TodoChange) {
        guard logger.isEnabled(.info) else { return }
        switch change {
        case .added(let todo): note("task added", todo)
        case .updated(let todo): note("task changed", todo)
        case .removed(let id):
            known.withLock { $0[id] = nil }
            logger.info("task removed", ["task": "\(id)"])
        case .reloaded:
            // Any of them may have changed.
            known.withLock { $0 = [:] }
            logger.info("tasks changed")
        }
    }

    private func note(_ message: String, _ todo: Todo) {
        let before = known.withLock { known in
            defer { known[todo.id] = todo.state }
            return known[todo.id]
        }
        let state = if let before, before != todo.state { "\(before)→\(todo.state)" } else { todo.state }
        logger.info(
            message,
            ["task": "\(todo.id)", "state": state, "priority": todo.priority.rawValue, "sync": todo.sync.rawValue])
        logger.debug("\(message): content", ["content": todo.logText])
    }
}
