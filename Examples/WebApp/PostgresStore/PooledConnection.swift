import CoreModule
import Dispatch
import Foundation

/// How a transaction uses the database.
enum PostgresAccess: Hashable, Sendable {
    /// It reads one consistent state.
    case reading
    /// It holds a named lock, which only one transaction of all processes can hold.
    case writing(lock: String)
    /// It changes the tables, while no other one does. Each statement, also that which waits for others, may take
    /// ``PostgresMigrations/limit``.
    case migrating
}

/// What names a transaction: another server that was promoted may give the same number to another transaction.
private struct PostgresTransactionID {
    /// Of the current server, as SQL.
    static let currentTimeline = "left(pg_walfile_name(pg_current_wal_lsn()), 8)"

    let number: String
    let timeline: String
}

/// One slot of the pool. It connects on first use, and again after the connection is lost. Calls block its own thread.
actor PooledConnection {
    static let channel = "superapp"

    nonisolated let cancellation = PostgresCancellation()
    private let executor = PostgresExecutor(label: "postgres.connection")
    private let url: String
    private let limits: PostgresLimits
    private let logger: EventLogger
    private var connection: PostgresConnection?
    private var cancelHandle: PostgresCancelHandle?

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    init(url: String, limits: PostgresLimits, logger: EventLogger) {
        self.url = url
        self.limits = limits
        self.logger = logger
    }

    /// Runs a closure once, as one transaction on the rows of a person, or on those of nobody if it is nil.
    ///
    /// A connection that was lost since its last use is opened again. If it is lost during the commit, the server is asked whether
    /// the transaction was committed.
    func transaction<Value: Sendable>(
        _ access: PostgresAccess, of person: PersonID?,
        _ body: @Sendable (PostgresTransaction) throws -> Value
    ) throws -> Value {
        var transaction: PostgresTransaction?
        do {
            let (begun, id) = try begin(access, of: person)
            transaction = begun
            let value = try body(begun)
            if let failure = begun.failure { throw failure }
            for text in begun.notifications {
                try begun.run("SELECT pg_notify($1, $2)", [.text(Self.channel), .text(text)])
            }
            try cancellation.allow(nil)
            try commit(id)
            _ = cancellation.end()
            return value
        } catch {
            let isCancelled = cancellation.end()
            // The closure may have made another error of it.
            let failure = transaction?.failure ?? error as? PostgresError
            if let failure, !isCancelled {
                // What the server says of a statement may contain what a user has typed. What libpq says of a connection does not.
                logger.warning(
                    "statement failed",
                    ["state": failure.state, "reason": failure.state.isEmpty ? failure.reason : ""])
                logger.debug("statement failed: reason", ["reason": failure.reason])
            }
            if isCancelled || connection?.isLost != false || failure?.endsConnection == true {
                close()
            } else {
                rollBack()
            }
            if isCancelled { throw CancellationError() }
            throw error
        }
    }

    /// Closes the connection. The next transaction opens another one.
    func close() {
        connection = nil
        cancelHandle = nil
    }

    // MARK: Details

    private func open() throws(PostgresError) -> PostgresConnection {
        if let connection { return connection }
        let new = try PostgresConnection(url: url, limits: limits)
        cancelHandle = new.makeCancelHandle()
        connection = new
        return new
    }

    private func execute(_ sql: String) throws(PostgresError) -> PostgresResult {
        try open().execute(sql, within: limits.statement + .seconds(2))
    }

    /// Begins a transaction, and returns it with its identifier, which only a writing one has.
    private func begin(
        _ access: PostgresAccess, of person: PersonID?
    ) throws -> (PostgresTransaction, PostgresTransactionID?) {
        if let name = person?.rawValue, name.isEmpty || name.utf8.count > 200 || name.utf8.contains(0) {
            throw PostgresError(state: "22023", reason: "no identifier of a person")
        }
        let statement =
            access == .reading
            ? "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY" : "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE"
        let isReused = connection != nil
        do {
            _ = try execute(statement)
        } catch {
            // The server was restarted since the last use. Nothing was done yet.
            guard isReused, connection?.isLost == true || error.endsConnection else { throw error }
            close()
            _ = try execute(statement)
        }
        let limit = access == .migrating ? PostgresMigrations.limit : limits.statement
        let transaction = PostgresTransaction(try open(), statementLimit: limit)
        try cancellation.allow(cancelHandle)
        // The policies of the tables compare with this setting, which ends with the transaction.
        let name = PostgresValue.text(person?.rawValue ?? "")
        let lock: String
        switch access {
        case .reading:
            try transaction.run("SELECT set_config('app.person', $1, true)", [name])
            return (transaction, nil)
        case .writing(let name): lock = name
        case .migrating:
            lock = "migration"
            try transaction.run(
                "SELECT set_config('lock_timeout', $1, true), set_config('statement_timeout', $1, true)",
                [.text("\(limit.components.seconds)s")])
        }
        let id = try transaction.first(
            """
            SELECT pg_current_xact_id()::text, \(PostgresTransactionID.currentTimeline), set_config('app.person', $1, true),
                pg_advisory_xact_lock(hashtextextended($2, 18))
            """, [name, .text(lock)]
        ) { PostgresTransactionID(number: try $0.text(0), timeline: try $0.text(1)) }
        return (transaction, id)
    }

    private func commit(_ id: PostgresTransactionID?) throws {
        do {
            guard try execute("COMMIT").command == "COMMIT" else { throw PostgresError.unexpected }
        } catch {
            guard connection?.isLost != false else { throw error }
            close()
            // A transaction that only reads has its value.
            guard let id else { return }
            guard try wasCommitted(id) else { throw error }
        }
    }

    /// Asks the server, as soon as it can be reached again, whether a transaction was committed. Throws if another one was promoted
    /// meanwhile: what it knows of the number may be of another transaction.
    private func wasCommitted(_ id: PostgresTransactionID) throws -> Bool {
        let end = ContinuousClock.now + limits.statement
        while true {
            var status: String?
            do {
                status =
                    try open().execute(
                        """
                        SELECT CASE WHEN \(PostgresTransactionID.currentTimeline) = $2 THEN pg_xact_status($1::text::xid8)
                            ELSE 'another server' END
                        """, [.text(id.number), .text(id.timeline)], within: limits.statement
                    ).rows.first?.optionalText(0)
            } catch {
                close()
                if ContinuousClock.now > end { throw error }
            }
            switch status {
            case "committed": return true
            case "aborted": return false
            case "another server": throw PostgresError.unknownCommit
            default: break
            }
            // The server still ends the connection that was lost.
            if ContinuousClock.now > end { throw PostgresError.timeout }
            Thread.sleep(forTimeInterval: 0.1)
        }
    }

    private func rollBack() {
        do { _ = try execute("ROLLBACK") } catch { close() }
    }
}

/// Runs an actor's jobs on a queue of its own, so that calls that block hold no thread of the shared pool.
final class PostgresExecutor: SerialExecutor {
    private let queue: DispatchQueue

    init(label: String) {
        queue = DispatchQueue(label: label)
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
}
