import ProbeSQLite

/// A separate connection to a SQLite file that does not use the code under test, to inspect or damage the file.
final class SQLiteProbe {
    private let handle: OpaquePointer

    struct Failure: Error {
        let code: Int32
    }

    /// Opens a file, and creates it if it does not exist.
    init(_ path: String) throws {
        var handle: OpaquePointer?
        let code = sqlite3_open_v2(path, &handle, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, nil)
        guard code == SQLITE_OK, let handle else { throw Failure(code: code) }
        self.handle = handle
    }

    deinit {
        sqlite3_close_v2(handle)
    }

    /// Runs a script. A failure shows where the test checks the result.
    @discardableResult
    func run(_ script: String) -> Bool {
        sqlite3_exec(handle, script, nil, nil, nil) == SQLITE_OK
    }

    /// The first column of the first row, as text.
    func text(_ sql: String) -> String? {
        var statement: OpaquePointer?
        defer { sqlite3_finalize(statement) }
        guard sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK, sqlite3_step(statement) == SQLITE_ROW
        else { return nil }
        return sqlite3_column_text(statement, 0).map { String(cString: $0) }
    }
}
