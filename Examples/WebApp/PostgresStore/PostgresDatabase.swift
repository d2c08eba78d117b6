/// The database as one person sees it. Errors are those of a library, which the caller names.
struct PostgresDatabase: Sendable {
    let pool: PostgresPool
    let person: PersonID

    /// Runs a closure on one consistent state.
    func read<Value: Sendable, Failure: PostgresFailure>(
        _ failure: Failure.Type, _ body: @escaping @Sendable (PostgresTransaction) throws -> Value
    ) async throws(Failure) -> Value {
        do { return try await pool.transaction(.reading, of: person, body) } catch { throw Failure(postgres: error) }
    }

    /// Runs a closure as one transaction, while no other one of the person writes, in any process.
    @discardableResult
    func write<Value: Sendable, Failure: PostgresFailure>(
        _ failure: Failure.Type, _ body: @escaping @Sendable (PostgresTransaction) throws -> Value
    ) async throws(Failure) -> Value {
        do { return try await write(body) } catch { throw Failure(postgres: error) }
    }

    /// Runs a closure as one transaction, as the other method does. Throws its error as it is, or ``PostgresError``.
    func write<Value: Sendable>(
        _ body: @escaping @Sendable (PostgresTransaction) throws -> Value
    ) async throws -> Value {
        try await pool.transaction(.writing(lock: "person \(person.rawValue)"), of: person, body)
    }
}
