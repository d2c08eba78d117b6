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

/// One slot of the pool. It connects on first use, and again after the connection is lost. Calls block its own thread.
actor PooledConnection {
    static let channel = "superapp"
    private static let beginWriting = "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE"

    nonisolated let cancellation = PostgresCancellation()
    private let executor = PostgresExecutor(label: "postgres.connection")
    private let url: String
    private let limits: PostgresLimits
    private let logger: EventLogger
    private let outage: PostgresOutage
    /// The name of this slot in the table `commit_mark`, where each writing transaction leaves its number: so a lost commit can be
    /// looked up. The server's own number would not do: after a crash, it may be given to another transaction.
    private var name = UUID().uuidString
    private var lastNumber: Int64 = 0
    private var connection: PostgresConnection?
    private var cancelHandle: PostgresCancelHandle?

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    init(url: String, limits: PostgresLimits, logger: EventLogger, outage: PostgresOutage) {
        self.url = url
        self.limits = limits
        self.logger = logger
        self.outage = outage
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
            let begun = try begin(access, of: person)
            transaction = begun
            let value = try body(begun)
            if let failure = begun.failure { throw failure }
            for text in begun.notifications {
                try begun.run("SELECT pg_notify($1, $2)", [.text(Self.channel), .text(text)])
            }
            try cancellation.beginCommit()
            try commit(access)
            _ = cancellation.end()
            outage.noteAnswer()
            if case .writing = access, lastNumber == 1 { removeOldMarks() }
            return value
        } catch {
            let isCancelled = cancellation.end()
            // The closure may have made another error of it.
            let failure = transaction?.failure ?? error as? PostgresError
            if let failure, !isCancelled {
                outage.note(failure, isOutage: connection?.isLost != false || failure.endsConnection)
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

    private func begin(_ access: PostgresAccess, of person: PersonID?) throws -> PostgresTransaction {
        if let name = person?.rawValue, name.isEmpty || name.utf8.count > 200 || name.utf8.contains(0) {
            throw PostgresError(state: "22023", reason: "no identifier of a person")
        }
        let statement =
            access == .reading ? "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY" : Self.beginWriting
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
        let setPerson = "set_config('app.person', $1, true)"
        let person = PostgresValue.text(person?.rawValue ?? "")
        let lock = "pg_advisory_xact_lock(hashtextextended($2, 18))"
        switch access {
        case .reading:
            try transaction.run("SELECT \(setPerson)", [person])
        case .writing(let name):
            lastNumber += 1
            try transaction.run(
                """
                WITH mark AS (
                    INSERT INTO commit_mark(connection, number) VALUES ($3, $4)
                    ON CONFLICT (connection) DO UPDATE SET (number, set_at) = (excluded.number, excluded.set_at)
                )
                SELECT \(setPerson), \(lock)
                """, [person, .text(name), .text(self.name), .integer(lastNumber)])
        case .migrating:
            try transaction.run(
                "SELECT set_config('lock_timeout', $1, true), set_config('statement_timeout', $1, true)",
                [.text("\(limit.components.seconds)s")])
            try transaction.run("SELECT \(setPerson), \(lock)", [person, .text("migration")])
        }
        return transaction
    }

    /// Removes the marks of processes that have ended.
    private func removeOldMarks() {
        do {
            _ = try execute(
                """
                DELETE FROM commit_mark WHERE connection IN (
                    SELECT connection FROM commit_mark WHERE set_at < now() - interval '1 day' FOR UPDATE SKIP LOCKED)
                """)
        } catch {
            // The next connection tries it again.
            logger.warning("old marks not removed", ["state": error.state])
            close()
        }
    }

    private func commit(_ access: PostgresAccess) throws {
        do throws(PostgresError) {
            guard try execute("COMMIT").command == "COMMIT" else { throw PostgresError.unexpected }
        } catch {
            guard connection?.isLost != false || error.endsConnection else { throw error }
            close()
            switch access {
            case .reading: break  // It has its value.
            case .writing: guard try wasCommitted() else { throw error }
            case .migrating: throw error
            }
        }
    }

    /// Asks the server, as soon as it can be reached again, whether the last writing transaction was committed.
    private func wasCommitted() throws(PostgresError) -> Bool {
        let end = ContinuousClock.now + limits.statement
        while true {
            do {
                _ = try execute(Self.beginWriting)
                // Waits for the transaction, if the server has not yet ended the lost connection.
                let mark = try open().execute(
                    """
                    INSERT INTO commit_mark AS mark(connection, number) VALUES ($1, 0)
                    ON CONFLICT (connection) DO UPDATE SET number = mark.number RETURNING number
                    """, [.text(name)], within: limits.statement + .seconds(2))
                guard try mark.rows.first?.integer(0) == lastNumber else {
                    rollBack()
                    return false
                }
                // This commit is later in the log: when it is stored, also on a standby, the other one is.
                guard try execute("COMMIT").command == "COMMIT" else { throw PostgresError.unexpected }
                return true
            } catch {
                close()
                guard ContinuousClock.now < end else {
                    // The transaction may still hold the mark.
                    (name, lastNumber) = (UUID().uuidString, 0)
                    throw .unknownCommit
                }
                Thread.sleep(forTimeInterval: 0.1)
            }
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
