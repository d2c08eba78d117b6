/// Runs one connection on its own executor.
actor SQLiteConnectionActor {
    private let executor: SerialQueueExecutor
    private var connection: SQLiteConnection?

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    init(label: String) {
        executor = SerialQueueExecutor(label: label)
    }

    /// Opens the connection on the executor, since opening blocks too.
    func open(_ make: @Sendable () throws -> SQLiteConnection) throws {
        connection = try make()
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
