import CoreModule

/// A limited number of connections, which calls use one after another.
///
/// One person's calls use a part of them at most, so that they do not keep others waiting: a free connection goes to the first call
/// that waits and whose person is below the limit.
actor PostgresPool {
    private struct Waiter {
        let id: Int
        let person: PersonID?
        let continuation: CheckedContinuation<PooledConnection, any Error>
        let timer: Task<Void, Never>
    }

    nonisolated let limits: PostgresLimits
    private let url: String
    private let logger: EventLogger
    private let outage: PostgresOutage
    /// The one that was used last comes last, and is used next.
    private var idle: [PooledConnection] = []
    private var busyCount = 0
    /// How many connections each person uses; only those with any.
    private var busyCountOfPerson: [PersonID: Int] = [:]
    /// In the order of arrival. While a connection is free, only calls of people at their limit wait.
    private var waiters: [Waiter] = []
    private var lastID = 0
    private var isClosed = false

    init(url: String, limits: PostgresLimits, logger: EventLogger) {
        self.url = url
        self.limits = limits
        self.logger = logger
        outage = PostgresOutage(logger: logger)
    }

    var status: PostgresPoolStatus {
        PostgresPoolStatus(busy: busyCount, waiting: waiters.count, limit: limits.connections)
    }

    /// Runs a closure once, as one transaction. Throws its error, ``PostgresError`` or `CancellationError`; then nothing has changed,
    /// but after ``PostgresError/unknownCommit`` nobody knows.
    nonisolated func transaction<Value: Sendable>(
        _ access: PostgresAccess, of person: PersonID?,
        _ body: @escaping @Sendable (PostgresTransaction) throws -> Value
    ) async throws -> Value {
        try Task.checkCancellation()
        let connection = try await lease(to: person)
        let result: Result<Value, any Error>
        do {
            connection.cancellation.reset()
            result = .success(
                try await withTaskCancellationHandler {
                    try await connection.transaction(access, of: person, body)
                } onCancel: {
                    connection.cancellation.cancel()
                })
        } catch {
            result = .failure(error)
        }
        await release(connection, of: person)
        return try result.get()
    }

    /// Closes the connections. Later calls fail.
    func close() async {
        isClosed = true
        for waiter in waiters { waiter.timer.cancel() }
        let (left, unused) = (waiters, idle)
        (waiters, idle) = ([], [])
        for waiter in left { waiter.continuation.resume(throwing: Self.closed) }
        for connection in unused { await connection.close() }
    }

    // MARK: Details

    private static let closed = PostgresError(state: "08003", reason: "the pool is closed")

    private func lease(to person: PersonID?) async throws -> PooledConnection {
        guard !isClosed else { throw Self.closed }
        if busyCount < limits.connections, isBelowLimit(person) {
            count(person, 1)
            return idle.popLast() ?? PooledConnection(url: url, limits: limits, logger: logger, outage: outage)
        }
        // What all share is used for many people at a time.
        let isOfOnePerson = person != nil && person != .shared
        guard waiters.count < limits.waitingCalls,
            !isOfOnePerson || waiters.count(where: { $0.person == person }) < limits.waitingCallsOfPerson
        else { throw PostgresError.poolExhausted }
        lastID += 1
        let id = lastID
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let timer = Task { [limits] in
                    do { try await Task.sleep(for: limits.wait) } catch { return }
                    self.fail(id, PostgresError.poolExhausted)
                }
                waiters.append(Waiter(id: id, person: person, continuation: continuation, timer: timer))
            }
        } onCancel: {
            Task { await self.fail(id, CancellationError()) }
        }
    }

    private func release(_ connection: PooledConnection, of person: PersonID?) async {
        count(person, -1)
        if isClosed { return await connection.close() }
        // A call that waits gets the connection at once, so nobody comes between.
        guard let place = waiters.firstIndex(where: { isBelowLimit($0.person) }) else {
            idle.append(connection)
            return
        }
        let waiter = waiters.remove(at: place)
        count(waiter.person, 1)
        waiter.timer.cancel()
        waiter.continuation.resume(returning: connection)
    }

    private func isBelowLimit(_ person: PersonID?) -> Bool {
        person.map { busyCountOfPerson[$0, default: 0] < limits.connectionsOfPerson } ?? true
    }

    private func count(_ person: PersonID?, _ change: Int) {
        busyCount += change
        guard let person else { return }
        let new = busyCountOfPerson[person, default: 0] + change
        busyCountOfPerson[person] = new == 0 ? nil : new
    }

    private func fail(_ id: Int, _ error: any Error) {
        guard let place = waiters.firstIndex(where: { $0.id == id }) else { return }
        let waiter = waiters.remove(at: place)
        waiter.timer.cancel()
        waiter.continuation.resume(throwing: error)
    }
}
