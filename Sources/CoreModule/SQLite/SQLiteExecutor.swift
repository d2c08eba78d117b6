import Dispatch

/// Runs an actor's jobs on a serial queue of its own, so that calls which block (on the disk, on another process's lock)
/// never hold a thread of the shared pool.
final class SQLiteExecutor: SerialExecutor {
    private let queue: DispatchQueue

    init(label: String) {
        queue = DispatchQueue(label: label)
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
}

/// Holds one connection on an executor of its own.
actor SQLiteConnectionActor {
    private let executor: SQLiteExecutor
    private var connection: SQLiteConnection?

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    init(label: String) {
        executor = SQLiteExecutor(label: label)
    }

    /// Makes the connection on the executor, for opening blocks too.
    func open<Value: Sendable>(_ make: @Sendable () throws -> (SQLiteConnection, Value)) throws -> Value {
        let (connection, value) = try make()
        self.connection = connection
        return value
    }

    @discardableResult
    func perform<Value: Sendable>(_ body: @Sendable (SQLiteConnection) throws -> Value) throws -> Value {
        guard let connection else {
            throw SQLiteError(extendedCode: SQLiteError.Code.misuse.rawValue, message: "the database is closed")
        }
        return try body(connection)
    }

    func close() {
        connection = nil
    }
}
