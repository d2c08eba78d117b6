import Foundation
import SuperappSQLite

/// One connection to a database file: what ``SQLiteDatabase/read(_:)`` and ``SQLiteDatabase/write(_:)`` hand to their closures.
///
/// It belongs to one executor; do not let it out of the closure. Statements are prepared once and kept, up to 64 of them.
/// Values are always bound, never spliced into the SQL.
public final class SQLiteConnection {
    private let handle: OpaquePointer
    private var statements: [String: SQLiteStatement] = [:]
    private let statementCapacity = 64

    /// Opens a file, or a private database in memory where the path is `:memory:`.
    init(path: String, mode: Mode, busyTimeout: Duration, vfs: String? = nil) throws(SQLiteError) {
        var handle: OpaquePointer?
        let flags = mode.flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
        errno = 0
        let code = sqlite3_open_v2(path, &handle, flags, vfs)
        guard code == SQLITE_OK, let handle else {
            defer { sqlite3_close_v2(handle) }
            throw .last(of: handle, code: code)
        }
        self.handle = handle
        sqlite3_busy_timeout(handle, Int32(clamping: busyTimeout.milliseconds))
    }

    deinit {
        statements = [:]
        sqlite3_close_v2(handle)
    }

    enum Mode {
        case readOnly, readWrite, create

        var flags: Int32 {
            switch self {
            case .readOnly: SQLITE_OPEN_READONLY
            case .readWrite: SQLITE_OPEN_READWRITE
            case .create: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
            }
        }
    }

    /// Whether to close the connection leaves the write-ahead log as it is, even if it is the last one: for a file that is
    /// only looked at.
    func keepLogOnClose(_ isKept: Bool) throws(SQLiteError) {
        errno = 0
        let code = csqlite_keep_log_on_close(handle, isKept ? 1 : 0)
        guard code == SQLITE_OK else { throw .last(of: handle, code: code) }
    }

    /// Runs one statement that returns no rows that matter. SQL with a second statement is refused.
    /// - Returns: how many rows an INSERT, UPDATE or DELETE has written; of no meaning for other statements.
    @discardableResult
    public func run(_ sql: String, _ values: [SQLiteValue] = []) throws(SQLiteError) -> Int {
        let statement = try prepare(sql)
        defer { statement.reset() }
        try statement.bind(values)
        while try statement.step() {}
        return Int(sqlite3_changes64(handle))
    }

    /// Runs a query and makes a value of each row, in the order of the rows.
    @inlinable
    public func query<Value>(
        _ sql: String, _ values: [SQLiteValue] = [], _ transform: (SQLiteRow) throws -> Value
    ) throws -> [Value] {
        var result: [Value] = []
        try forEach(sql, values) { result.append(try transform($0)) }
        return result
    }

    /// Runs a query and makes a value of its first row; `nil` where there is none.
    public func first<Value>(
        _ sql: String, _ values: [SQLiteValue] = [], _ transform: (SQLiteRow) throws -> Value
    ) throws -> Value? {
        let statement = try prepare(sql)
        defer { statement.reset() }
        try statement.bind(values)
        return try statement.step() ? try transform(statement.row) : nil
    }

    /// Runs a query and hands over row by row, without keeping any.
    public func forEach(_ sql: String, _ values: [SQLiteValue] = [], _ body: (SQLiteRow) throws -> Void) throws {
        let statement = try prepare(sql)
        defer { statement.reset() }
        try statement.bind(values)
        while try statement.step() { try body(statement.row) }
    }

    /// Runs a script of several statements without parameters: for schemas.
    public func execute(script: String) throws(SQLiteError) {
        errno = 0
        let code = sqlite3_exec(handle, script, nil, nil, nil)
        guard code == SQLITE_OK else { throw .last(of: handle, code: code, sql: script) }
    }

    /// The row identifier of the last row inserted on this connection.
    public var lastInsertedRow: Int64 { sqlite3_last_insert_rowid(handle) }

    /// How many statements are kept prepared.
    package var preparedStatementCount: Int { statements.count }

    /// Runs the body between BEGIN and COMMIT; rolls back and throws where the body, the commit, or the task's cancellation
    /// does not let it end well.
    func transaction<Value>(_ kind: TransactionKind, _ body: (SQLiteConnection) throws -> Value) throws -> Value {
        try Task.checkCancellation()
        // Left open only where the last roll-back failed too; nothing of it was acknowledged.
        if isInTransaction { try run("ROLLBACK") }
        try run(kind.rawValue)
        do {
            let value = try interruptible { try body(self) }
            try Task.checkCancellation()
            try run("COMMIT")
            return value
        } catch {
            rollBack()
            throw error
        }
    }

    private var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

    private func rollBack() {
        // SQLite rolls back by itself on some faults (a full disk, say), and then there is nothing to do.
        guard isInTransaction else { return }
        // Not thrown: the fault that led here says more, and the next transaction rolls back first if this one could not.
        do { try run("ROLLBACK") } catch {}
    }

    enum TransactionKind: String {
        /// Takes a snapshot of the database at the first read.
        case deferred = "BEGIN DEFERRED"
        /// Takes the write lock at once, so that what was read is still true when it is written.
        case immediate = "BEGIN IMMEDIATE"
    }

    /// Stops long statements of the body when the task is cancelled. BEGIN, COMMIT and ROLLBACK are left to finish.
    private func interruptible<Value>(_ body: () throws -> Value) throws -> Value {
        sqlite3_progress_handler(handle, 10_000, { _ in Task.isCancelled ? 1 : 0 }, nil)
        defer { sqlite3_progress_handler(handle, 0, nil, nil) }
        do {
            return try body()
        } catch let error as SQLiteError where error.code == .interrupted {
            throw CancellationError()
        }
    }

    private func prepare(_ sql: String) throws(SQLiteError) -> SQLiteStatement {
        // One that stands on a row, further out, is not reset under its user: the same SQL within gets a statement of its own.
        if let statement = statements[sql], !statement.isInUse { return statement }
        let statement = try SQLiteStatement(sql, on: handle)
        // Rarely reached: the SQL of a program is a fixed set of texts.
        if statements.count >= statementCapacity { statements.removeAll() }
        statements[sql] = statement
        return statement
    }
}
