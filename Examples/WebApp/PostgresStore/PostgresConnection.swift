import CPostgres
import Foundation

/// One connection of libpq, used by one thread at a time. Each wait has a limit, also for a server that accepts and says nothing.
final class PostgresConnection {
    private let connection: OpaquePointer
    /// Whether the connection can no longer be used.
    private(set) var isLost = false

    /// Connects, which blocks. An address with several hosts leads to the one that can be written.
    init(url: String, limits: PostgresLimits) throws(PostgresError) {
        // The address comes last, so that it can say otherwise.
        let settings = [
            ("connect_timeout", "\(limits.connecting.components.seconds)"), ("client_encoding", "UTF8"),
            ("target_session_attrs", "read-write"), ("fallback_application_name", "superapp"),
            ("keepalives_idle", "15"), ("keepalives_interval", "5"), ("keepalives_count", "3"),
            ("tcp_user_timeout", "15000"), ("dbname", url),
        ]
        let names = settings.map { strdup($0.0) }
        let values = settings.map { strdup($0.1) }
        defer { for text in names + values { free(text) } }
        let opened = PQconnectdbParams(
            names.map { UnsafePointer($0) } + [nil], values.map { UnsafePointer($0) } + [nil], 1)
        guard let opened else { throw PostgresError(state: "53200", reason: "no memory for a connection") }
        connection = opened
        guard PQstatus(opened) == CONNECTION_OK else {
            let error = lastError
            isLost = true
            throw error
        }
        // libpq would write the server's notices to standard error, beside the log. Errors are not among them.
        PQsetNoticeProcessor(opened, { _, _ in }, nil)
        _ = PQsetnonblocking(opened, 1)
        let milliseconds = [limits.statement, limits.wait, limits.statement + limits.wait].map {
            PostgresValue.text("\(Int64($0 / .milliseconds(1)))")
        }
        // A commit is not acknowledged before it is stored, also if the server's settings say otherwise.
        _ = try execute(
            """
            SELECT set_config('statement_timeout', $1, false), set_config('lock_timeout', $2, false),
                set_config('idle_in_transaction_session_timeout', $3, false),
                CASE current_setting('synchronous_commit') WHEN 'off' THEN set_config('synchronous_commit', 'on', false) END
            """, milliseconds, within: limits.connecting)
    }

    deinit { PQfinish(connection) }

    /// What asks the server to stop a statement of this connection.
    func makeCancelHandle() -> PostgresCancelHandle { PostgresCancelHandle(PQgetCancel(connection)) }

    /// Performs one statement.
    func execute(
        _ sql: String, _ values: [PostgresValue] = [], within limit: Duration
    ) throws(PostgresError) -> PostgresResult {
        // All values in one array, because pointers to it are valid for one call. It is never empty: a null pointer means NULL.
        var bytes: [UInt8] = [0]
        var (places, lengths): ([Int?], [Int32]) = ([], [])
        for value in values {
            let binary = value.binary
            places.append(binary.map { _ in bytes.count })
            lengths.append(Int32(binary?.count ?? 0))
            bytes += binary ?? []
            bytes.append(0)
        }
        let isSent = bytes.withUnsafeBytes { bytes in
            let pointers = places.map { place in
                place.flatMap { bytes.baseAddress?.advanced(by: $0).assumingMemoryBound(to: CChar.self) }
            }
            let formats = [Int32](repeating: 1, count: values.count)
            return PQsendQueryParams(
                connection, sql, Int32(values.count), values.map(\.type), pointers, lengths, formats, 1)
        }
        return try result(isSent == 1, by: .now + limit)
    }

    /// Performs a script of statements without parameters.
    func execute(script: String, within limit: Duration) throws(PostgresError) {
        _ = try result(PQsendQuery(connection, script) == 1, by: .now + limit)
    }

    /// Waits for notifications, and returns their texts.
    func notifications(waiting limit: Duration) throws(PostgresError) -> [String] {
        // Some may have come with the answer to a statement.
        let known = receivedNotifications()
        guard known.isEmpty else { return known }
        guard try wait(POLLIN, by: .now + limit) else { return [] }
        guard PQconsumeInput(connection) == 1 else { throw lost() }
        return receivedNotifications()
    }

    // MARK: Details

    private func receivedNotifications() -> [String] {
        var texts: [String] = []
        while let notification = PQnotifies(connection) {
            if let text = notification.pointee.extra { texts.append(String(cString: text)) }
            PQfreemem(notification)
        }
        return texts
    }

    private var lastError: PostgresError {
        let text = PQerrorMessage(connection).map { String(cString: $0) } ?? ""
        return PostgresError(state: "", reason: text.split(whereSeparator: \.isWhitespace).joined(separator: " "))
    }

    private func lost() -> PostgresError {
        isLost = true
        return lastError
    }

    /// Reads to the end of what was sent.
    private func result(_ isSent: Bool, by deadline: ContinuousClock.Instant) throws(PostgresError) -> PostgresResult {
        guard isSent else { throw lost() }
        var last: PostgresResult?
        var failure: PostgresError?
        while let next = try nextResult(by: deadline) {
            switch PQresultStatus(next.pointer) {
            case PGRES_TUPLES_OK, PGRES_COMMAND_OK, PGRES_EMPTY_QUERY: last = next
            default: failure = failure ?? next.error
            }
        }
        if PQstatus(connection) != CONNECTION_OK {
            isLost = true
            throw failure.map { PostgresError(state: "", reason: $0.reason) } ?? lastError
        }
        if let failure { throw failure }
        guard let last else { throw lost() }
        return last
    }

    /// The next result; nil after the last one.
    private func nextResult(by deadline: ContinuousClock.Instant) throws(PostgresError) -> PostgresResult? {
        while true {
            let unsent = PQflush(connection)
            guard unsent >= 0 else { throw lost() }
            if unsent == 0, PQisBusy(connection) == 0 { break }
            guard try wait(unsent == 0 ? POLLIN : POLLIN | POLLOUT, by: deadline) else {
                isLost = true
                throw .timeout
            }
            // An error that the server has sent before it hung up is still read.
            if PQconsumeInput(connection) == 0, PQstatus(connection) != CONNECTION_OK { isLost = true }
        }
        return PQgetResult(connection).map { PostgresResult($0) }
    }

    /// Waits for the socket. Returns false if the time is over.
    private func wait(_ events: Int32, by deadline: ContinuousClock.Instant) throws(PostgresError) -> Bool {
        while true {
            // `poll` ignores a negative descriptor, and would wait for nothing.
            guard PQsocket(connection) >= 0 else { throw lost() }
            var socket = pollfd(fd: PQsocket(connection), events: Int16(events), revents: 0)
            let left = ContinuousClock.now.duration(to: deadline)
            guard left > .zero else { return false }
            let count = poll(&socket, 1, Int32(min(left / .milliseconds(1) + 1, 60_000)))
            if count > 0 { return true }
            guard count == 0 || errno == EINTR else { throw lost() }
        }
    }
}
