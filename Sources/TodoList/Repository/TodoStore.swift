public import CoreModule

/// The stored tasks: runs each operation in one transaction, publishes what it changed, and logs.
///
/// Operations run one at a time, so that changes are published in the order in which they were made.
public final class TodoStore: Sendable {
    /// Up to this number, changes that are made together are published one by one.
    static let maximumPublishedChanges = 50

    private let base: any TodoTransactions
    private let mutex: AsyncMutex
    private let stream: TodoStream
    let loggedStream: TodoStream
    private let changeLog: TodoChangeLog
    private let log: OperationLog
    /// The name of this store in version vectors, if the stored collection has none yet.
    let replica: String

    init(
        _ base: any TodoTransactions, replica: String, stream: TodoStream = TodoStream(),
        mutex: AsyncMutex = AsyncMutex(), logger: EventLogger
    ) {
        self.base = base
        self.replica = replica
        self.stream = stream
        self.mutex = mutex
        loggedStream = stream.logged(as: "tasks", by: logger.labelled("stream"), describe: \.logText)
        changeLog = TodoChangeLog(logger.labelled("change"))
        log = OperationLog(logger.labelled("store"))
    }

    /// Returns a repository of the same tasks that logs. Both publish to the same subscribers.
    public func logged(by logger: EventLogger) -> any TodoRepository {
        TodoStore(base, replica: replica, stream: stream, mutex: mutex, logger: logger)
    }

    /// Runs a transaction that only reads.
    package func read<Value: Sendable>(
        _ name: String, _ subject: @autoclosure () -> String = "", result: (Value) -> String = { _ in "" },
        _ body: @escaping @Sendable (any TodoRecordStore) throws -> Value
    ) async throws(TodoError) -> Value {
        try await log.run(name, subject(), result: result) { () throws(TodoError) in
            do { return try await base.read(body) } catch { throw TodoError(wrapping: error, path: base.path) }
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
        _ body: @escaping @Sendable (inout any TodoRecordStore) throws -> Value
    ) async throws(TodoError) -> Value {
        await mutex.enter()
        defer { mutex.leave() }
        let value = try await log.run(name, subject(), result: result) { () throws(TodoError) in
            do {
                return try await base.write { records in
                    let value = try body(&records)
                    if isTrial { throw RolledBack(value: value) }
                    return value
                }
            } catch let trial as RolledBack<Value> {
                return trial.value
            } catch {
                throw TodoError(wrapping: error, path: base.path)
            }
        }
        guard !isTrial else { return value }
        let made = changes(value)
        let isMany = made.count > Self.maximumPublishedChanges
        for change in isMany ? [.reloaded(hasEdits: made.contains(where: \.isEdit))] : made {
            changeLog.note(change)
            loggedStream.send(change)
        }
        return value
    }

    /// The result of a transaction that is rolled back.
    private struct RolledBack<Value: Sendable>: Error {
        let value: Value
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
            logger.info("many tasks changed")
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
