import Foundation
import SuperappSQLite

/// One connection to a database, which ``SQLiteDatabase/read(_:)`` and ``SQLiteDatabase/write(_:)`` pass to their closures.
///
/// It belongs to one executor and must not leave the closure. It keeps up to 128 prepared statements. Values are always bound,
/// never inserted into the SQL.
public final class SQLiteConnection {
    private let handle: OpaquePointer
    private var statements: [String: SQLiteStatement] = [:]
    private let statementCapacity = 128

    /// Opens a file, or a private database in memory if the path is `:memory:`.
    init(path: String, creates: Bool, busyTimeout: Duration, vfs: String?) throws(SQLiteError) {
        var handle: OpaquePointer?
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
        errno = 0
        let code = sqlite3_open_v2(path, &handle, creates ? flags | SQLITE_OPEN_CREATE : flags, vfs)
        guard code == SQLITE_OK, let handle else {
            defer { sqlite3_close_v2(handle) }
            throw .last(of: handle, code: code)
        }
        self.handle = handle
        sqlite3_busy_timeout(handle, Int32(clamping: busyTimeout.milliseconds))
        // On Apple's platforms a disk has otherwise only received what is acknowledged, and may lose it with the power. Elsewhere
        // it changes nothing: https://www.sqlite.org/pragma.html#pragma_fullfsync
        try execute(script: "PRAGMA fullfsync = ON; PRAGMA checkpoint_fullfsync = ON")
    }

    deinit {
        statements = [:]
        sqlite3_close_v2(handle)
    }

    /// Reads the first bytes of a file, which need not be a database.
    ///
    /// Through SQLite, which keeps its locks: closing a file in any other way drops all locks that this process has on it. Another
    /// process then removes the write-ahead log that this one still writes to.
    /// Source: https://www.sqlite.org/howtocorrupt.html, section 2.2
    static func firstBytes(of path: String, count: Int) throws(SQLiteError) -> [UInt8] {
        var handle: OpaquePointer?
        errno = 0
        let flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
        let opened = sqlite3_open_v2(path, &handle, flags, nil)
        defer { sqlite3_close_v2(handle) }
        guard opened == SQLITE_OK, let handle else { throw .last(of: handle, code: opened) }
        var file: UnsafeMutablePointer<sqlite3_file>?
        sqlite3_file_control(handle, "main", SQLITE_FCNTL_FILE_POINTER, &file)
        guard let file, let read = file.pointee.pMethods?.pointee.xRead else {
            throw .last(of: handle, code: SQLITE_CANTOPEN)
        }
        var bytes = [UInt8](repeating: 0, count: count)
        let code = read(file, &bytes, Int32(count), 0)
        guard code == SQLITE_OK else { throw .last(of: handle, code: code) }
        return bytes
    }

    /// Sets whether closing the last connection leaves the write-ahead log as it is, for a file that is only inspected.
    func keepLogOnClose(_ isKept: Bool) throws(SQLiteError) {
        errno = 0
        let code = csqlite_keep_log_on_close(handle, isKept ? 1 : 0)
        guard code == SQLITE_OK else { throw .last(of: handle, code: code) }
    }

    /// Replaces the contents by those of another database.
    func copy(_ source: SQLiteConnection) throws(SQLiteError) {
        guard let backup = sqlite3_backup_init(handle, "main", source.handle, "main") else {
            throw .last(of: handle, code: sqlite3_errcode(handle))
        }
        sqlite3_backup_step(backup, -1)
        let code = sqlite3_backup_finish(backup)
        guard code == SQLITE_OK else { throw .last(of: handle, code: code) }
    }

    /// Runs one statement and ignores its rows. SQL with a second statement is an error.
    /// - Returns: how many rows an INSERT, UPDATE or DELETE has written; undefined for other statements.
    @discardableResult
    public func run(_ sql: String, _ values: [SQLiteValue] = []) throws(SQLiteError) -> Int {
        let statement = try prepare(sql)
        defer { statement.reset() }
        try statement.bind(values)
        while try statement.step() {}
        return Int(sqlite3_changes64(handle))
    }

    /// Runs a query and returns a value for each row, in order.
    @inlinable
    public func query<Value>(
        _ sql: String, _ values: [SQLiteValue] = [], _ transform: (SQLiteRow) throws -> Value
    ) throws -> [Value] {
        var result: [Value] = []
        try forEach(sql, values) { result.append(try transform($0)) }
        return result
    }

    /// Runs a query and returns a value for its first row, or nil if there is none.
    public func first<Value>(
        _ sql: String, _ values: [SQLiteValue] = [], _ transform: (SQLiteRow) throws -> Value
    ) throws -> Value? {
        let statement = try prepare(sql)
        defer { statement.reset() }
        try statement.bind(values)
        return try statement.step() ? try transform(statement.row) : nil
    }

    /// Runs a query and calls the body with each row.
    public func forEach(_ sql: String, _ values: [SQLiteValue] = [], _ body: (SQLiteRow) throws -> Void) throws {
        let statement = try prepare(sql)
        defer { statement.reset() }
        try statement.bind(values)
        let row = statement.row
        while try statement.step() { try body(row) }
    }

    /// Runs a script of several statements without parameters, for schemas.
    package func execute(script: String) throws(SQLiteError) {
        errno = 0
        let code = sqlite3_exec(handle, script, nil, nil, nil)
        guard code == SQLITE_OK else { throw .last(of: handle, code: code, sql: script) }
    }

    /// How many rows have been written since the connection was opened.
    package var changeCount: Int64 { sqlite3_total_changes64(handle) }

    package var preparedStatementCount: Int { statements.count }

    /// How many steps SQLite's virtual machine has taken for the cached statements: what they cost, whatever the machine.
    package var stepCount: Int { statements.values.reduce(0) { $0 + $1.stepCount } }

    /// Runs the body between BEGIN and COMMIT. Rolls back and throws if either fails or the task is cancelled.
    func transaction<Value>(_ kind: TransactionKind, _ body: (SQLiteConnection) throws -> Value) throws -> Value {
        try Task.checkCancellation()
        // A transaction is open here only if its roll-back failed too; it was not acknowledged.
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
        // SQLite rolls back by itself on some errors, such as a full disk.
        guard isInTransaction else { return }
        // Not thrown: the error that led here says more, and the next transaction begins with a roll-back if this one failed.
        do { try run("ROLLBACK") } catch {}
    }

    enum TransactionKind: String {
        /// Takes a snapshot at the first read.
        case deferred = "BEGIN DEFERRED"
        /// Takes the write lock at once, so that what it reads stays true until it writes.
        case immediate = "BEGIN IMMEDIATE"
    }

    /// Stops long statements of the body when the task is cancelled. BEGIN, COMMIT and ROLLBACK always finish.
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
        // A statement that an outer query is stepping must not be reset, so the same SQL inside gets another one.
        if let statement = statements[sql], !statement.isInUse { return statement }
        let statement = try SQLiteStatement(sql, on: handle)
        // Rare: the SQL of a program is a fixed set of texts.
        if statements.count >= statementCapacity { statements.removeAll() }
        statements[sql] = statement
        return statement
    }
}
