import SuperappSQLite

/// The current row of a query, valid only inside the closure that receives it. Columns count from 0. A column that is null throws
/// ``SQLiteError/Code/mismatch`` if it is not read as optional.
public struct SQLiteRow {
    let handle: OpaquePointer
    let sql: String

    package func isNull(_ column: Int32) -> Bool {
        sqlite3_column_type(handle, column) == SQLITE_NULL
    }

    /// The column as a 64-bit integer.
    public func integer(_ column: Int32) throws(SQLiteError) -> Int64 {
        try value(column, optionalInteger(column))
    }

    /// The column as a floating-point number.
    public func real(_ column: Int32) throws(SQLiteError) -> Double {
        try value(column, isNull(column) ? nil : sqlite3_column_double(handle, column))
    }

    /// Whether the column is an integer other than 0.
    public func bool(_ column: Int32) throws(SQLiteError) -> Bool {
        try integer(column) != 0
    }

    /// The column as text; throws ``SQLiteError/Code/corrupt`` if its bytes are not UTF-8.
    public func text(_ column: Int32) throws(SQLiteError) -> String {
        try value(column, optionalText(column))
    }

    /// The column as text, or nil if it is null; throws ``SQLiteError/Code/corrupt`` if its bytes are not UTF-8.
    public func optionalText(_ column: Int32) throws(SQLiteError) -> String? {
        // A null pointer means null; empty text has an address.
        guard let start = sqlite3_column_text(handle, column) else { return nil }
        let bytes = UnsafeBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column)))
        guard let text = String(validUTF8: bytes) else {
            throw SQLiteError(extendedCode: SQLITE_CORRUPT, message: "column \(column) is not UTF-8", sql: sql)
        }
        return text
    }

    /// Passes the column's text to a closure without making a string of it, and no bytes if it is null. Throws
    /// ``SQLiteError/Code/corrupt`` if its bytes are not UTF-8.
    package func withUTF8<Value>(
        _ column: Int32, _ body: (UnsafeBufferPointer<UInt8>) throws -> Value
    ) throws -> Value {
        let start = sqlite3_column_text(handle, column)
        let bytes = UnsafeBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column)))
        if bytes.reduce(0, |) >= 0x80 { _ = try text(column) }
        return try body(bytes)
    }

    /// The column as a 64-bit integer, or nil if it is null.
    public func optionalInteger(_ column: Int32) -> Int64? {
        isNull(column) ? nil : sqlite3_column_int64(handle, column)
    }

    /// The column's bytes.
    public func blob(_ column: Int32) throws(SQLiteError) -> [UInt8] {
        try value(column, optionalBlob(column))
    }

    /// The column's bytes, or nil if it is null.
    public func optionalBlob(_ column: Int32) -> [UInt8]? {
        guard !isNull(column) else { return nil }
        guard let start = sqlite3_column_blob(handle, column) else { return [] }
        return Array(UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column))))
    }

    private func value<Value>(_ column: Int32, _ value: Value?) throws(SQLiteError) -> Value {
        guard let value else {
            throw SQLiteError(extendedCode: SQLITE_MISMATCH, message: "column \(column) is null", sql: sql)
        }
        return value
    }
}
