/// Runs one connection on its own executor.
actor SQLiteConnectionActor {
    private let executor: SerialQueueExecutor
    private var connection: SQLiteConnection?
    /// Why the connection, to a copy in memory, stores no changes. Nil if it stores them.
    private(set) var refusal: (any Error)?

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    init(label: String) {
        executor = SerialQueueExecutor(label: label)
    }

    /// Opens the connection on the executor, since opening blocks too. The refusal says why changes will not be stored.
    func open(refusal: (any Error)? = nil, _ make: @Sendable () throws -> SQLiteConnection) throws {
        connection = try make()
        self.refusal = refusal
    }

    /// Opens another connection in place of one that stores no changes. If that fails, the old one stays.
    func openIfRefusing(_ make: @Sendable () throws -> SQLiteConnection) {
        guard refusal != nil else { return }
        do { try open(make) } catch { refusal = error }
    }

    /// Runs a closure as one transaction. Throws the refusal if it changes anything and there is one.
    func write<Value: Sendable>(_ body: @Sendable (SQLiteConnection) throws -> Value) throws -> Value {
        let refusal = refusal
        return try opened.transaction(.immediate) { connection in
            let count = connection.changeCount
            let value = try body(connection)
            if let refusal, connection.changeCount > count { throw refusal }
            return value
        }
    }

    /// Runs a closure on one consistent state of the database.
    func read<Value: Sendable>(_ body: @Sendable (SQLiteConnection) throws -> Value) throws -> Value {
        try opened.transaction(.deferred, body)
    }

    private var opened: SQLiteConnection {
        get throws {
            if let connection { return connection }
            throw SQLiteError(extendedCode: SQLiteError.Code.misuse.rawValue, message: "the database is closed")
        }
    }

    func close() {
        connection = nil
        refusal = nil
    }
}
