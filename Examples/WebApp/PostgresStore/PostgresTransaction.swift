import CoreModule

/// Runs statements inside one transaction, on its connection's thread.
final class PostgresTransaction {
    private let connection: PostgresConnection
    private let limit: Duration
    /// The first statement that failed. The server refuses all later ones, and rolls back.
    private(set) var failure: PostgresError?
    /// What is sent to all processes when the transaction is committed.
    private(set) var notifications: [String] = []

    init(_ connection: PostgresConnection, statementLimit: Duration) {
        self.connection = connection
        // The server's own limit comes first.
        limit = statementLimit + .seconds(2)
    }

    /// Returns a value for each row.
    func query<Value>(
        _ sql: String, _ values: [PostgresValue] = [], _ value: (PostgresRow) throws -> Value
    ) throws -> [Value] {
        try execute(sql, values).rows.map(value)
    }

    /// Returns a value for the first row; nil if there is none.
    func first<Value>(
        _ sql: String, _ values: [PostgresValue] = [], _ value: (PostgresRow) throws -> Value
    ) throws -> Value? {
        try execute(sql, values).rows.first.map(value)
    }

    /// Performs a statement, and returns how many rows it has changed.
    @discardableResult
    func run(_ sql: String, _ values: [PostgresValue] = []) throws -> Int { try execute(sql, values).changedCount }

    /// Performs a script of statements.
    func run(script: String) throws { try connection.execute(script: script, within: limit) }

    /// Sends a text to all processes if the transaction is committed, each text once.
    func notify(_ text: String) {
        if !notifications.contains(text) { notifications.append(text) }
    }

    private func execute(_ sql: String, _ values: [PostgresValue]) throws(PostgresError) -> PostgresResult {
        if let failure { throw failure }
        do throws(PostgresError) {
            return try connection.execute(sql, values, within: limit)
        } catch {
            failure = error
            throw error
        }
    }
}
