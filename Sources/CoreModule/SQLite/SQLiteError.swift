import Foundation
import SuperappSQLite

/// An error of SQLite: its codes, its message and the SQL, but never the bound values.
public struct SQLiteError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The primary result code, to `catch` on.
    public let code: Code
    /// The extended result code (<https://www.sqlite.org/rescode.html>); its low eight bits are the primary one.
    package let extendedCode: Int32
    /// SQLite's own message.
    public let message: String
    /// The SQL without its values, if there was any.
    package let sql: String?
    /// The operating system's `errno`; 0 if there was none or SQLite does not know it.
    package let systemCode: Int32

    package init(extendedCode: Int32, message: String, sql: String? = nil, systemCode: Int32 = 0) {
        code = Code(rawValue: extendedCode & 0xFF)
        self.extendedCode = extendedCode
        self.message = message
        self.sql = sql
        self.systemCode = systemCode
    }

    /// A primary result code of SQLite (<https://www.sqlite.org/rescode.html#primary_result_code_list>).
    public struct Code: RawRepresentable, Sendable, Hashable {
        /// SQLite's number.
        public let rawValue: Int32

        /// Names a code by its number.
        public init(rawValue: Int32) {
            self.rawValue = rawValue
        }

        /// An error in the SQL, or a table that is missing.
        package static let error = Code(rawValue: SQLITE_ERROR)
        package static let permission = Code(rawValue: SQLITE_PERM)
        /// Another connection holds a lock.
        public static let busy = Code(rawValue: SQLITE_BUSY)
        /// Another statement of the same connection holds a lock.
        package static let locked = Code(rawValue: SQLITE_LOCKED)
        /// Other connections kept taking the write-ahead log's locks for some seconds.
        package static let lockingProtocol = Code(rawValue: SQLITE_PROTOCOL)
        /// The file is read-only.
        public static let readOnly = Code(rawValue: SQLITE_READONLY)
        package static let interrupted = Code(rawValue: SQLITE_INTERRUPT)
        package static let inputOutput = Code(rawValue: SQLITE_IOERR)
        /// The file is damaged.
        public static let corrupt = Code(rawValue: SQLITE_CORRUPT)
        package static let full = Code(rawValue: SQLITE_FULL)
        package static let cannotOpen = Code(rawValue: SQLITE_CANTOPEN)
        /// A constraint of the schema does not hold.
        public static let constraint = Code(rawValue: SQLITE_CONSTRAINT)
        /// A value is of another type than asked for.
        public static let mismatch = Code(rawValue: SQLITE_MISMATCH)
        /// The interface was used wrongly.
        public static let misuse = Code(rawValue: SQLITE_MISUSE)
        package static let range = Code(rawValue: SQLITE_RANGE)
        package static let notADatabase = Code(rawValue: SQLITE_NOTADB)
    }

    /// A change to a file that may only be read.
    static let readOnly = SQLiteError(extendedCode: SQLITE_READONLY, message: "the file is read-only")

    /// Whether a unique index or primary key refused the row.
    package var isUniquenessViolation: Bool {
        // SQLITE_CONSTRAINT_UNIQUE and SQLITE_CONSTRAINT_PRIMARYKEY, macros that Swift does not import.
        extendedCode == SQLITE_CONSTRAINT | (8 << 8) || extendedCode == SQLITE_CONSTRAINT | (6 << 8)
    }

    /// Whether there is no space left. SQLite's own code covers only writes to the data files, not the index of the write-ahead
    /// log, a quota, or creating a file.
    package var isOutOfSpace: Bool {
        switch code {
        case .full: true
        // SQLITE_IOERR_SHMSIZE, a macro that Swift does not import: SQLite does not keep its reason.
        case .inputOutput where extendedCode == SQLITE_IOERR | (19 << 8): true
        case .inputOutput, .cannotOpen: systemCode == ENOSPC || systemCode == EDQUOT
        default: false
        }
    }

    /// The reason in words, if the system has said it; else SQLite's number.
    var reason: Message {
        switch code {
        case .readOnly: .systemError(EROFS)
        case .permission: .systemError(EACCES)
        case .cannotOpen where systemCode != 0: .systemError(systemCode)
        default: Message("SQLite error \(String(extendedCode))")
        }
    }

    /// The message, the codes and the SQL on one line.
    public var description: String {
        let statement = sql.map { " in: \($0.split(whereSeparator: \.isWhitespace).joined(separator: " "))" } ?? ""
        return "SQLite \(code.rawValue) (\(extendedCode)): \(message)\(statement)"
    }
}
