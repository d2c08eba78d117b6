import Foundation
import SuperappSQLite

/// A prepared statement of one connection, used only on its executor.
final class SQLiteStatement {
    let sql: String
    private let handle: OpaquePointer
    private let connection: OpaquePointer
    /// The bound texts and blobs, which SQLite reads in place. It would allocate a copy of each.
    private var bytes = UnsafeMutableRawBufferPointer(start: nil, count: 0)

    init(_ sql: String, on connection: OpaquePointer) throws(SQLiteError) {
        var handle: OpaquePointer?
        var hasMore = false
        errno = 0
        let code = sql.withCString { start in
            var tail: UnsafePointer<CChar>?
            let code = sqlite3_prepare_v3(connection, start, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &handle, &tail)
            hasMore = tail.map { String(cString: $0).contains { !$0.isWhitespace } } ?? false
            return code
        }
        guard code == SQLITE_OK else { throw .last(of: connection, code: code, sql: sql) }
        guard !hasMore else {
            sqlite3_finalize(handle)
            throw SQLiteError(extendedCode: SQLITE_MISUSE, message: "there are several statements in the SQL", sql: sql)
        }
        guard let handle else {
            throw SQLiteError(extendedCode: SQLITE_MISUSE, message: "there is no statement in the SQL", sql: sql)
        }
        self.sql = sql
        self.handle = handle
        self.connection = connection
    }

    deinit {
        sqlite3_finalize(handle)
        bytes.deallocate()
    }

    func bind(_ values: [SQLiteValue]) throws(SQLiteError) {
        guard values.count == sqlite3_bind_parameter_count(handle) else {
            throw SQLiteError(
                extendedCode: SQLITE_RANGE,
                message: "\(values.count) values for \(sqlite3_bind_parameter_count(handle)) parameters", sql: sql)
        }
        let byteCount = values.reduce(0) { $0 + $1.byteCount }
        // One more: a null pointer would bind null. Room for the next row, unless it is large.
        if bytes.count <= byteCount { allocate(byteCount < 1 << 15 ? 2 * byteCount + 256 : byteCount + 1) }
        var offset = 0
        errno = 0
        for (index, value) in values.enumerated() {
            let code = bind(value, at: Int32(index + 1), &offset)
            guard code == SQLITE_OK else { throw .last(of: connection, code: code, sql: sql) }
        }
    }

    /// Moves to the next row; false after the last one.
    func step() throws(SQLiteError) -> Bool {
        errno = 0
        switch sqlite3_step(handle) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        case let code: throw .last(of: connection, code: code, sql: sql)
        }
    }

    /// Whether a query is stepping it.
    var isInUse: Bool { sqlite3_stmt_busy(handle) != 0 }

    var stepCount: Int { Int(sqlite3_stmt_status(handle, SQLITE_STMTSTATUS_VM_STEP, 0)) }

    /// Prepares the statement for another run and releases its values. `step()` has already reported an error of the last run.
    func reset() {
        sqlite3_reset(handle)
        sqlite3_clear_bindings(handle)
        if bytes.count > 1 << 16 { allocate(0) }
    }

    var row: SQLiteRow { SQLiteRow(handle: handle, sql: sql) }

    private func allocate(_ count: Int) {
        bytes.deallocate()
        bytes = .allocate(byteCount: count, alignment: 1)
    }

    /// Copies a value to an offset, and moves the offset behind it.
    private func copy(_ value: UnsafeRawBufferPointer, _ offset: inout Int) -> UnsafeRawPointer? {
        let place = UnsafeMutableRawBufferPointer(rebasing: bytes[offset...])
        place.copyMemory(from: value)
        offset += value.count
        return UnsafeRawPointer(place.baseAddress)
    }

    private func bind(_ value: SQLiteValue, at index: Int32, _ offset: inout Int) -> Int32 {
        switch value {
        case .null:
            return sqlite3_bind_null(handle, index)
        case .integer(let integer):
            return sqlite3_bind_int64(handle, index, integer)
        case .real(let real):
            return sqlite3_bind_double(handle, index, real)
        case .text(var text):
            // With its length, since the text may contain NUL.
            return text.withUTF8 { utf8 in
                let start = copy(UnsafeRawBufferPointer(utf8), &offset)?.assumingMemoryBound(to: CChar.self)
                return sqlite3_bind_text64(handle, index, start, UInt64(utf8.count), nil, UInt8(SQLITE_UTF8))
            }
        case .blob(let blob):
            return blob.withUnsafeBytes { blob in
                sqlite3_bind_blob64(handle, index, copy(blob, &offset), UInt64(blob.count), nil)
            }
        }
    }
}

extension SQLiteValue {
    fileprivate var byteCount: Int {
        switch self {
        case .null, .integer, .real: 0
        case .text(let text): text.utf8.count
        case .blob(let blob): blob.count
        }
    }
}

extension SQLiteError {
    /// The last error of a connection. `errno` must have been set to 0 before the call that failed: SQLite does not keep the
    /// system's reason if a commit fails.
    static func last(of connection: OpaquePointer?, code: Int32, sql: String? = nil) -> SQLiteError {
        let systemCode = errno
        let extended = connection.map(sqlite3_extended_errcode) ?? code
        let isFresh = extended & 0xFF == code & 0xFF
        let message = isFresh ? connection.map { String(cString: sqlite3_errmsg($0)) } : nil
        return SQLiteError(
            extendedCode: isFresh ? extended : code, message: message ?? String(cString: sqlite3_errstr(code)),
            sql: sql,
            systemCode: systemCode)
    }
}
