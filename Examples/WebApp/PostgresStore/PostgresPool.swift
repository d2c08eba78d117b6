import CoreModule

/// A limited number of connections, which calls use one after another.
actor PostgresPool {
    private struct Waiter {
        let id: Int
        let continuation: CheckedContinuation<PostgresConnection, any Error>
        let timer: Task<Void, Never>
    }

    nonisolated let limits: PostgresLimits
    private let url: String
    private let logger: EventLogger
    /// The one that was used last comes last, and is used next.
    private var idle: [PostgresConnection] = []
    private var busyCount = 0
    private var waiters: [Waiter] = []
    private var lastID = 0
    private var isClosed = false

    init(url: String, limits: PostgresLimits, logger: EventLogger) {
        self.url = url
        self.limits = limits
        self.logger = logger
    }

    var status: PostgresPoolStatus {
        PostgresPoolStatus(busy: busyCount, waiting: waiters.count, limit: limits.connections)
    }

    /// Runs a closure once, as one transaction. Throws its error, ``PostgresError`` or `CancellationError`; then nothing has changed.
    nonisolated func transaction<Value: Sendable>(
        _ access: PostgresAccess, of person: PersonID?,
        _ body: @escaping @Sendable (PostgresTransaction) throws -> Value
    ) async throws -> Value {
        try Task.checkCancellation()
        let connection = try await lease()
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
        await release(connection)
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

    private func lease() async throws -> PostgresConnection {
        guard !isClosed else { throw Self.closed }
        guard busyCount >= limits.connections else {
            busyCount += 1
            return idle.popLast() ?? PostgresConnection(url: url, limits: limits, logger: logger)
        }
        guard waiters.count < limits.waitingCalls else { throw PostgresError.noPlace }
        lastID += 1
        let id = lastID
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let timer = Task { [limits] in
                    do { try await Task.sleep(for: limits.wait) } catch { return }
                    self.fail(id, PostgresError.noPlace)
                }
                waiters.append(Waiter(id: id, continuation: continuation, timer: timer))
            }
        } onCancel: {
            Task { await self.fail(id, CancellationError()) }
        }
    }

    private func release(_ connection: PostgresConnection) async {
        // A call that waits gets the connection at once, so nobody comes between.
        if !isClosed, !waiters.isEmpty {
            let waiter = waiters.removeFirst()
            waiter.timer.cancel()
            waiter.continuation.resume(returning: connection)
            return
        }
        busyCount -= 1
        if isClosed { await connection.close() } else { idle.append(connection) }
    }

    private func fail(_ id: Int, _ error: any Error) {
        guard let place = waiters.firstIndex(where: { $0.id == id }) else { return }
        let waiter = waiters.remove(at: place)
        waiter.timer.cancel()
        waiter.continuation.resume(throwing: error)
    }
}
