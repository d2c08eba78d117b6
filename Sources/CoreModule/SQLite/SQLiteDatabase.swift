public import Foundation

/// A SQLite database that is safe to share: a connection that writes and one that reads, each on an executor of its own.
///
/// A read sees one consistent state and does not wait for a write (write-ahead log). A write that was acknowledged
/// survives a loss of power (`synchronous=FULL`). Several processes may use one file; a lock that is held too long throws
/// ``SQLiteError/Code/busy``.
///
/// ```swift
/// let database = try await SQLiteDatabase.open(.file(url), schemas: [schema])
/// let count = try await database.read { try $0.first("SELECT count(*) FROM word") { try $0.integer(0) } }
/// ```
public final class SQLiteDatabase: Sendable {
    /// Where a database lives.
    public enum Location: Sendable, Hashable {
        /// In a file, made with its folders when missing.
        case file(URL)
        /// In memory, for as long as the database is referenced.
        case memory
    }

    /// How a database is opened.
    public struct Options: Sendable {
        /// How long a call waits for another process's lock: 10 s unless told otherwise.
        public var busyTimeout: Duration
        /// The number that tells this program's files from others' (`PRAGMA application_id`), not 0.
        public var applicationID: Int32
        /// The name of the SQLite VFS to go through; the system's where `nil`. Tests put one in that fails at will.
        public var vfs: String?

        /// Makes options.
        public init(
            busyTimeout: Duration = .seconds(10), applicationID: Int32 = 0x5341_5050, vfs: String? = nil
        ) {
            precondition(applicationID != 0, "0 is the application_id of files that have none.")
            self.busyTimeout = busyTimeout
            self.applicationID = applicationID
            self.vfs = vfs
        }
    }

    static let memoryPath = ":memory:"

    /// The file, or `nil` for a database in memory.
    public let path: String?
    private let writer: SQLiteConnectionActor
    private let reader: SQLiteConnectionActor

    private init(path: String?, writer: SQLiteConnectionActor, reader: SQLiteConnectionActor) {
        self.path = path
        self.writer = writer
        self.reader = reader
    }

    /// Opens a database, makes it when it is missing, and brings its schemas up to date.
    ///
    /// Throws ``StoreError/Code/tooNew`` where the file was written by a newer version, ``StoreError/Code/damaged`` where it is
    /// no whole store, ``StoreError/Code/unreadable`` where it cannot be opened, ``StoreError/Code/busy``,
    /// ``StoreError/Code/full``, ``StoreError/Code/cancelled``, and ``StoreError/Code/internalFault`` where a migration is wrong. A file that is refused is left as it is.
    public static func open(
        _ location: Location, schemas: [SQLiteSchema], options: Options = Options()
    ) async throws(StoreError) -> SQLiteDatabase {
        let path: String
        switch location {
        case .file(let url): path = url.path(percentEncoded: false)
        case .memory: path = memoryPath
        }
        let file = SQLiteFile(path: path, schemas: schemas, options: options)
        let writer = SQLiteConnectionActor(label: "sqlite.writer")
        do {
            try await writer.open { (try openWriter(file), ()) }
            guard location != .memory else { return SQLiteDatabase(path: nil, writer: writer, reader: writer) }
            let reader = SQLiteConnectionActor(label: "sqlite.reader")
            try await reader.open { (try openReader(file), ()) }
            return SQLiteDatabase(path: path, writer: writer, reader: reader)
        } catch {
            await writer.close()
            throw StoreError(wrapping: error, path: path)
        }
    }

    /// Runs a closure on the reading connection, on one consistent state of the database.
    ///
    /// It runs on the connection's executor; the connection must not be let out of it. Throws ``SQLiteError``, whatever the
    /// closure throws, or `CancellationError`.
    public func read<Value: Sendable>(
        _ body: @escaping @Sendable (SQLiteConnection) throws -> Value
    ) async throws -> Value {
        try await reader.perform { try $0.transaction(.deferred, body) }
    }

    /// Runs a closure on the writing connection, as one transaction: when it returns, all of it is on the disk; when it
    /// throws or the task is cancelled before, nothing is. Should only the last sync fail and the process be killed before its
    /// next write or ``close()``, then all of it may be there all the same when the file is opened again.
    ///
    /// It runs on the connection's executor; the connection must not be let out of it. Throws ``SQLiteError``, whatever the
    /// closure throws, or `CancellationError`.
    @discardableResult
    public func write<Value: Sendable>(
        _ body: @escaping @Sendable (SQLiteConnection) throws -> Value
    ) async throws -> Value {
        try await writer.perform { try $0.transaction(.immediate, body) }
    }

    /// Writes a copy of the database, as it is now, to a file that must not be there yet.
    public func copy(to file: URL) async throws(StoreError) {
        let path = file.path(percentEncoded: false)
        do {
            try await writer.perform { try $0.run("VACUUM INTO ?", [.text(path)]) }
        } catch {
            throw StoreError(wrapping: error, path: path)
        }
    }

    /// Closes the file, and folds the write-ahead log into it if this was its last user. Later calls throw
    /// ``SQLiteError/Code/misuse``. Letting the database go closes it as well, at some time.
    public func close() async {
        await reader.close()
        await writer.close()
    }

    private static func openWriter(_ file: SQLiteFile) throws -> SQLiteConnection {
        let isMemory = file.path == memoryPath
        if !isMemory, try file.state() == .missing { try file.create() }
        let connection = try SQLiteConnection(
            path: file.path, mode: isMemory ? .create : .readWrite, busyTimeout: file.options.busyTimeout,
            vfs: isMemory ? nil : file.options.vfs)
        // Looked at before the first write, which `prepare` may be, or the closing of a file that is refused.
        try connection.keepLogOnClose(true)
        _ = try file.versions(on: connection)
        try connection.keepLogOnClose(false)
        try file.prepare(connection)
        try file.migrate(connection)
        return connection
    }

    private static func openReader(_ file: SQLiteFile) throws -> SQLiteConnection {
        let connection = try SQLiteConnection(
            path: file.path, mode: .readWrite, busyTimeout: file.options.busyTimeout, vfs: file.options.vfs)
        // Not opened read-only: a reader of a write-ahead log must be able to make its shared-memory file.
        try connection.run("PRAGMA query_only = ON")
        return connection
    }
}
