import CoreModule

/// The database as one person sees it. Errors are those of a library, which the caller names.
struct PostgresDatabase: Sendable {
    let pool: PostgresPool
    let person: PersonID
    /// Lets one writing call of the person at a time ask for a connection, so that many calls of one person use one.
    private let mutex = AsyncMutex()

    init(pool: PostgresPool, person: PersonID) {
        self.pool = pool
        self.person = person
    }

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
        do {
            try await enter()
            defer { mutex.leave() }
            return try await pool.transaction(.writing(lock: "person \(person.rawValue)"), of: person, body)
        } catch {
            throw Failure(postgres: error)
        }
    }

    /// Waits for the other writing calls of the person, as long as for a connection.
    private func enter() async throws {
        let entering = Task { try await mutex.enterUnlessCancelled() }
        let timer = Task { [wait = pool.limits.wait] in
            try await Task.sleep(for: wait)
            entering.cancel()
        }
        defer { timer.cancel() }
        do {
            try await withTaskCancellationHandler {
                try await entering.value
            } onCancel: {
                entering.cancel()
            }
        } catch {
            try Task.checkCancellation()
            throw PostgresError.noPlace
        }
    }
}
