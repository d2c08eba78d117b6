import CoreModule
import SuperappSQLite

/// Counts the SQL statements that are run on files whose paths end alike, on all connections that are opened while it exists.
package final class StatementTrace: Sendable {
    /// SQLite passes no context to an extension, so it finds the traces here.
    private static let traces = Locked<[String: StatementTrace]>([:])
    private static let isInstalled: Bool = {
        let install: @convention(c) (OpaquePointer?, UnsafeMutableRawPointer?, UnsafeRawPointer?) -> Int32 = {
            connection, _, _ in
            sqlite3_trace_v2(connection, UInt32(SQLITE_TRACE_STMT), { _, _, statement, _ in record(statement) }, nil)
        }
        // SQLite declares every extension's function without parameters (https://www.sqlite.org/c3ref/auto_extension.html).
        return sqlite3_auto_extension(unsafeBitCast(install, to: (@convention(c) () -> Void).self)) == SQLITE_OK
    }()

    private let path: String
    private let list = Locked<[String]>([])

    /// Begins to count for a file.
    package init(_ path: String) {
        precondition(Self.isInstalled, "SQLite has room for an extension.")
        self.path = path
        Self.traces.withLock { $0[path] = self }
    }

    /// Ends counting.
    package func end() { Self.traces.withLock { $0[path] = nil } }

    /// The statements so far, in their order.
    package var statements: [String] { list.withLock { $0 } }

    private static func record(_ statement: UnsafeMutableRawPointer?) -> Int32 {
        guard let statement = statement.map({ OpaquePointer($0) }), let sql = sqlite3_sql(statement),
            let name = sqlite3_db_filename(sqlite3_db_handle(statement), "main"), name.pointee != 0
        else { return 0 }
        let path = String(cString: name)
        let trace = traces.withLock { traces in traces.first { path.hasSuffix($0.key) }?.value }
        trace?.list.withLock { $0.append(String(cString: sql)) }
        return 0
    }
}
