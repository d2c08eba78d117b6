import CPostgres
import CoreModule
import Foundation

/// A parameter of a statement. It is sent as bytes with a length, so nothing is quoted, and nothing ends at a NUL.
enum PostgresValue: Sendable {
    /// A `text`. The server refuses a NUL.
    case text(String?)
    /// A `bytea`.
    case bytes([UInt8]?)
    /// A `bigint`.
    case integer(Int64?)
    /// A `boolean`.
    case bool(Bool)
    /// A `double precision`.
    case real(Double?)

    /// A text as a `bytea`: compared and ordered by its bytes, whatever the database's language, and NUL is a byte like others.
    static func key(_ text: String) -> PostgresValue { .bytes(Array(text.utf8)) }

    /// A date as a `bigint` of milliseconds.
    static func date(_ date: Date) -> PostgresValue { .integer(date.millisecondsSince1970) }

    /// A value as JSON in a `text`. JSON writes NUL as text, too.
    static func json(_ value: (some Encodable)?) throws -> PostgresValue {
        .text(try value.map { String(decoding: try JSONEncoder().encode($0), as: UTF8.self) })
    }

    /// The numbers of the types, which never change (pg_type.dat).
    var type: Oid {
        switch self {
        case .bool: 16
        case .bytes: 17
        case .integer: 20
        case .text: 25
        case .real: 701
        }
    }

    /// The binary form; nil for NULL.
    var binary: [UInt8]? {
        switch self {
        case .text(let text): text.map { Array($0.utf8) }
        case .bytes(let bytes): bytes
        case .integer(let number): number.map { withUnsafeBytes(of: $0.bigEndian) { Array($0) } }
        case .bool(let bool): [bool ? 1 : 0]
        case .real(let number): number.map { withUnsafeBytes(of: $0.bitPattern.bigEndian) { Array($0) } }
        }
    }
}

/// The result of a statement.
final class PostgresResult {
    let pointer: OpaquePointer

    /// Takes the result over.
    init(_ pointer: OpaquePointer) {
        self.pointer = pointer
    }

    deinit { PQclear(pointer) }

    /// The first word of the statement that was performed, such as `COMMIT`.
    var command: String { PQcmdStatus(pointer).map { String(cString: $0) } ?? "" }

    /// How many rows were changed.
    var changedCount: Int { PQcmdTuples(pointer).flatMap { Int(String(cString: $0)) } ?? 0 }

    var rows: [PostgresRow] { (0..<PQntuples(pointer)).map { PostgresRow(result: self, number: $0) } }

    /// The error that the result is.
    var error: PostgresError {
        func field(_ code: Unicode.Scalar) -> String? {
            PQresultErrorField(pointer, Int32(code.value)).map { String(cString: $0) }
        }
        // PG_DIAG_SQLSTATE and PG_DIAG_MESSAGE_PRIMARY.
        return PostgresError(state: field("C") ?? "", reason: field("M") ?? "unknown")
    }
}

/// A row of a result. Reading a value of another type throws ``PostgresError/unexpected``.
struct PostgresRow {
    fileprivate let result: PostgresResult
    fileprivate let number: Int32

    func optionalBytes(_ column: Int32) -> [UInt8]? {
        guard PQgetisnull(result.pointer, number, column) == 0 else { return nil }
        let count = Int(PQgetlength(result.pointer, number, column))
        return [UInt8](UnsafeRawBufferPointer(start: PQgetvalue(result.pointer, number, column), count: count))
    }

    func optionalText(_ column: Int32) -> String? { optionalBytes(column).map { String(decoding: $0, as: UTF8.self) } }

    func text(_ column: Int32) throws(PostgresError) -> String {
        guard let text = optionalText(column) else { throw .unexpected }
        return text
    }

    func optionalInteger(_ column: Int32) throws(PostgresError) -> Int64? {
        guard let bytes = optionalBytes(column) else { return nil }
        guard bytes.count == 8 else { throw .unexpected }
        return Int64(bitPattern: bytes.reduce(0) { $0 << 8 | UInt64($1) })
    }

    func integer(_ column: Int32) throws(PostgresError) -> Int64 {
        guard let number = try optionalInteger(column) else { throw .unexpected }
        return number
    }

    /// Both have 8 bytes.
    func optionalReal(_ column: Int32) throws(PostgresError) -> Double? {
        try optionalInteger(column).map { Double(bitPattern: UInt64(bitPattern: $0)) }
    }

    func bool(_ column: Int32) throws(PostgresError) -> Bool {
        guard let bytes = optionalBytes(column), bytes.count == 1 else { throw .unexpected }
        return bytes[0] != 0
    }

    /// Reads JSON, or nil from NULL. Throws ``StoreError/Code/damaged``.
    func optionalJSON<Value: Decodable>(_ type: Value.Type, _ column: Int32) throws -> Value? {
        guard let bytes = optionalBytes(column) else { return nil }
        do {
            return try JSONDecoder().decode(type, from: Data(bytes))
        } catch {
            throw StoreError(.damaged, path: nil, message: Message("the store is damaged"))
        }
    }

    func json<Value: Decodable>(_ type: Value.Type, _ column: Int32) throws -> Value {
        guard let value = try optionalJSON(type, column) else { throw PostgresError.unexpected }
        return value
    }

    func date(_ column: Int32) throws(PostgresError) -> Date { Date(millisecondsSince1970: try integer(column)) }
}
