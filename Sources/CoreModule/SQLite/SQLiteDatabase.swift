public import Foundation

/// A SQLite database that tasks can share: a writing and a reading connection, each on its own executor.
///
/// A read sees one consistent state and does not wait for a write (write-ahead log). An acknowledged write survives a power
/// loss (`synchronous=FULL`). Several processes may use one file; if a lock is held for more than ten seconds, a call throws
/// ``SQLiteError/Code/busy``.
///
/// ```swift
/// let database = try await SQLiteDatabase.open(.file(url), schemas: [schema])
/// let count = try await database.read { try $0.first("SELECT count(*) FROM word") { try $0.integer(0) } }
/// ```
public final class SQLiteDatabase: Sendable {
    /// Where the database is.
    public enum Location: Sendable, Hashable {
        /// In a file. The file and its folders are created if they do not exist.
        case file(URL)
        /// In memory, as long as the database is referenced.
        case memory
    }

    package struct Options: Sendable {
        /// How long a call waits for another process's lock; 10 seconds by default.
        let busyTimeout: Duration
        /// The name of the SQLite VFS; if nil, the system's. Tests use one that fails.
        let vfs: String?

        package init(busyTimeout: Duration = .seconds(10), vfs: String? = nil) {
            self.busyTimeout = busyTimeout
            self.vfs = vfs
        }
    }

    static let memoryPath = ":memory:"

    /// The path of the file; nil for a database in memory.
    public let path: String?
    private let writer: SQLiteConnectionActor
    private let reader: SQLiteConnectionActor
    /// The file, if there was no space to open it.
    private let unopened: SQLiteFile?

    private init(
        path: String?, writer: SQLiteConnectionActor, reader: SQLiteConnectionActor, unopened: SQLiteFile? = nil
    ) {
        self.path = path
        self.writer = writer
        self.reader = reader
        self.unopened = unopened
    }

    /// Why no change can be stored. Nil if changes can be stored.
    package var refusal: (any Error)? { get async { await writer.refusal } }

    /// Opens a database, creates it if it does not exist, and migrates its schemas.
    ///
    /// If the process may only read the file, or there is no space on the disk to open it, it opens a copy in memory: reads
    /// succeed, and writes that would change something throw ``SQLiteError/Code/readOnly``, or, until there is space, the error
    /// that the file could not be opened.
    ///
    /// Throws ``StoreError/Code/tooNew`` if a newer version wrote the file, ``StoreError/Code/damaged`` if it is not a complete
    /// store, ``StoreError/Code/unreadable`` if it cannot be opened, ``StoreError/Code/busy``, ``StoreError/Code/full``,
    /// ``StoreError/Code/cancelled``, and ``StoreError/Code/internalFault`` if a migration is wrong, or two schemas have one
    /// name. It does not change a file that it refuses.
    public static func open(
        _ location: Location, schemas: [SQLiteSchema]
    ) async throws(StoreError) -> SQLiteDatabase {
        try await open(location, schemas: schemas, options: Options())
    }

    /// Opens a database with options, for tests.
    package static func open(
        _ location: Location, schemas: [SQLiteSchema], options: Options
    ) async throws(StoreError) -> SQLiteDatabase {
        let path: String
        switch location {
        case .file(let url): path = url.path(percentEncoded: false)
        case .memory: path = memoryPath
        }
        let file = SQLiteFile(path: path, schemas: schemas, options: options)
        let writer = SQLiteConnectionActor(label: "sqlite.writer")
        do {
            if location != .memory, file.canOnlyBeRead {
                try await writer.open(refusal: SQLiteError.readOnly) { try file.openCopyInMemory() }
                return SQLiteDatabase(path: path, writer: writer, reader: writer)
            }
            do {
                try await writer.open { try openWriter(file) }
            } catch {
                guard location != .memory, StoreError(wrapping: error, path: path).code == .full else { throw error }
                // Why the file cannot be opened says more than why it cannot be read either.
                do { try await writer.open(refusal: error) { try file.openInMemory() } } catch _ { throw error }
                return SQLiteDatabase(path: path, writer: writer, reader: writer, unopened: file)
            }
            guard location != .memory else { return SQLiteDatabase(path: nil, writer: writer, reader: writer) }
            let reader = SQLiteConnectionActor(label: "sqlite.reader")
            try await reader.open { try openReader(file) }
            return SQLiteDatabase(path: path, writer: writer, reader: reader)
        } catch {
            await writer.close()
            throw StoreError(wrapping: error, path: path)
        }
    }

    /// Runs a closure on the reading connection and its executor, on one consistent state of the database. The connection must not leave
    /// it. Throws ``SQLiteError``, the closure's error, or `CancellationError`.
    public func read<Value: Sendable>(
        _ body: @escaping @Sendable (SQLiteConnection) throws -> Value
    ) async throws -> Value {
        try await reader.read(body)
    }

    /// Runs a closure on the writing connection, as one transaction. When this returns, all changes are on the disk. If it throws
    /// or the task is cancelled before, there are none; only if the last sync failed and the process is killed before its next
    /// write or ``close()``, they may exist when the file is opened again. For the closure and what is thrown see ``read(_:)``.
    @discardableResult
    public func write<Value: Sendable>(
        _ body: @escaping @Sendable (SQLiteConnection) throws -> Value
    ) async throws -> Value {
        if let unopened { await writer.openIfRefusing { try Self.openWriter(unopened) } }
        return try await writer.write(body)
    }

    /// Closes the file, and moves the write-ahead log into it if no other process uses it. Later calls throw
    /// ``SQLiteError/Code/misuse``. Releasing the database also closes it, at some later time.
    public func close() async {
        await reader.close()
        await writer.close()
    }

    private static func openWriter(_ file: SQLiteFile) throws -> SQLiteConnection {
        let isMemory = file.path == memoryPath
        if !isMemory, try !file.exists() { try file.create() }
        let connection = try SQLiteConnection(
            path: file.path, creates: isMemory, busyTimeout: file.options.busyTimeout,
            vfs: isMemory ? nil : file.options.vfs)
        // Checked before anything is written: `prepare` may write, and so may closing a file that is refused.
        try connection.keepLogOnClose(true)
        _ = try file.versions(on: connection)
        try connection.keepLogOnClose(false)
        try file.prepare(connection)
        try file.migrate(connection)
        return connection
    }

    private static func openReader(_ file: SQLiteFile) throws -> SQLiteConnection {
        let connection = try SQLiteConnection(
            path: file.path, creates: false, busyTimeout: file.options.busyTimeout, vfs: file.options.vfs)
        // Not opened read-only: a reader of a write-ahead log may have to create the shared-memory file.
        try connection.run("PRAGMA query_only = ON")
        return connection
    }
}
