import Foundation
import SuperappSQLite

/// Checks, creates and migrates a database file. Everything here blocks and runs on a connection's executor.
struct SQLiteFile {
    let path: String
    let schemas: [SQLiteSchema]
    let options: SQLiteDatabase.Options

    /// The version of the file's layout, in its `user_version`. Each schema's own version is a row of `schema_version`.
    static let layoutVersion: Int32 = 1
    /// Marks this package's files (`PRAGMA application_id`).
    private static let applicationID: Int32 = 0x5341_5050

    // MARK: Checks

    /// Whether there is a file. It is checked without reading it as a database, so that one that is refused is not touched at all.
    func exists() throws -> Bool {
        var status = stat()
        guard stat(path, &status) == 0 else {
            guard errno == ENOENT else {
                throw failure(.unreadable, Message("the store cannot be reached: \(.systemError(errno))"))
            }
            return false
        }
        // Before it is opened: opening a pipe would wait for ever.
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw failure(
                .unreadable,
                status.st_mode & S_IFMT == S_IFDIR
                    ? Message("there is a folder in place of the store")
                    : Message("the store's path is not a regular file"))
        }
        guard status.st_size > 0 else {
            throw failure(.damaged, Message("the store's file is empty; delete it to start a new one"))
        }
        let header = try SQLiteConnection.firstBytes(of: path, count: min(100, Int(status.st_size)))
        // The format of the header: https://www.sqlite.org/fileformat2.html#the_database_header
        guard header.count == 100, header.starts(with: Array("SQLite format 3\0".utf8)) else {
            throw failure(.damaged, Message("the file is not a store, or it is damaged"))
        }
        let userVersion = Self.bigEndian(header, at: 60)
        let applicationID = Self.bigEndian(header, at: 68)
        guard applicationID == Self.applicationID || applicationID == 0 else {
            throw failure(.unreadable, Message("the file belongs to another program"))
        }
        guard userVersion <= Self.layoutVersion else { throw tooNew(userVersion, Self.layoutVersion) }
        return true
    }

    /// Reads the versions of the schemas in an open file. Throws if it is too new, of another program, lacks a table, or has another
    /// schema of the same name.
    func versions(on connection: SQLiteConnection) throws -> [String: Int] {
        var names: Set<String> = []
        for schema in schemas where !names.insert(schema.name).inserted { throw sameName(schema.name) }
        // Read through SQLite too, since the header on the disk may be older than the write-ahead log.
        let layout = try connection.first("PRAGMA user_version") { Int32(clamping: try $0.integer(0)) } ?? 0
        guard layout <= Self.layoutVersion else { throw tooNew(layout, Self.layoutVersion) }
        let tables = Set(try connection.query("SELECT name FROM sqlite_schema WHERE type = 'table'") { try $0.text(0) })
        // An empty database may become ours.
        let applicationID = try connection.first("PRAGMA application_id") { try $0.integer(0) } ?? 0
        let isEmpty = try connection.first("SELECT 1 FROM sqlite_schema") { _ in true } == nil
        guard applicationID == Int64(Self.applicationID) || (applicationID == 0 && isEmpty) else {
            throw failure(.unreadable, Message("the file belongs to another program"))
        }
        guard tables.contains("schema_version") else {
            guard isEmpty else {
                throw failure(.damaged, Message("the store is damaged: its list of versions is missing"))
            }
            return [:]
        }
        let rows = try connection.query("SELECT name, version FROM schema_version") {
            (try $0.text(0), Int(try $0.integer(1)))
        }
        let versions = Dictionary(rows) { $1 }
        let known = Set(schemas.flatMap(\.tables) + CollectionOfOne("schema_version"))
        for schema in schemas {
            let found = versions[schema.name] ?? 0
            // Without unknown tables, the schema's own ones were removed: the file is damaged.
            if found >= schema.version, !schema.tables.isEmpty, tables.isDisjoint(with: schema.tables),
                !tables.isSubset(of: known)
            {
                throw sameName(schema.name)
            }
            guard found <= schema.version else {
                throw tooNew(Int32(clamping: found), Int32(schema.version))
            }
            if found == schema.version, let missing = schema.tables.first(where: { !tables.contains($0) }) {
                throw failure(.damaged, Message("the store is damaged: its table \(missing) is missing"))
            }
        }
        return versions
    }

    // MARK: Creation

    /// Creates the file completely or not at all: under another name, which is then linked to its place. If another process was
    /// faster, its file stays.
    func create() throws {
        let url = URL(filePath: path)
        let folder = url.deletingLastPathComponent()
        let folderPath = folder.path(percentEncoded: false)
        let draft = folderPath + Self.draftPrefix + UUID().uuidString
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        } catch {
            let isFull = Message.fileError(error) == .systemError(ENOSPC)
            throw failure(
                isFull ? .full : .unreadable,
                isFull
                    ? Message("there is no space left for the store")
                    : Message("the store's folder cannot be made, or there is something else in its place"))
        }
        // SQLite would try to read the draft then, and report that it is missing.
        guard access(folderPath, W_OK) == 0 else {
            throw failure(.unreadable, Message("the store cannot be made: \(.systemError(errno))"))
        }
        Self.removeOldDrafts(in: folderPath)
        defer { for suffix in ["", "-wal", "-shm", "-journal"] { unlink(draft + suffix) } }
        try {
            let connection = try SQLiteConnection(
                path: draft, creates: true, busyTimeout: options.busyTimeout, vfs: options.vfs)
            try prepare(connection)
            try stamp(connection)
            try migrate(connection)
            try foldLog(connection)
        }()
        guard Self.put(draft, at: path) else {
            let code = errno
            throw failure(
                code == ENOSPC || code == EDQUOT ? .full : .unreadable,
                Message("the store cannot be made: \(.systemError(code))"))
        }
        try synchronize(folder: folder)
    }

    private static let draftPrefix = ".store-draft-"

    /// Removes drafts of processes that were killed while they created a store.
    private static func removeOldDrafts(in folder: String) {
        // If the folder or a draft cannot be read, the drafts stay; they do no harm.
        do {
            for name in try FileManager.default.contentsOfDirectory(atPath: folder) where name.hasPrefix(draftPrefix) {
                let attributes = try FileManager.default.attributesOfItem(atPath: folder + name)
                // A draft that is in use is younger.
                if let date = attributes[.modificationDate] as? Date, date.timeIntervalSinceNow < -60 {
                    unlink(folder + name)
                }
            }
        } catch {}
    }

    /// Gives a finished file its name. It is fine if the name exists already.
    private static func put(_ draft: String, at path: String) -> Bool {
        if link(draft, path) == 0 || errno == EEXIST { return true }
        // FAT has no hard links. There, two processes could replace each other's new store, so check the name once more.
        guard [EPERM, ENOTSUP, EOPNOTSUPP, ENOSYS].contains(errno) else { return false }
        return access(path, F_OK) == 0 || rename(draft, path) == 0
    }

    /// Moves everything from the write-ahead log into the file and to the disk. Closing the connection does the same, but reports
    /// no error, and the file is no store without its log.
    private func foldLog(_ connection: SQLiteConnection) throws {
        let isBusy = try connection.first("PRAGMA wal_checkpoint(TRUNCATE)") { try $0.bool(0) } ?? false
        guard !isBusy else {
            throw failure(.busy, Message("another process is using the new store"))
        }
    }

    /// Marks the file as this program's.
    func stamp(_ connection: SQLiteConnection) throws {
        // A pragma takes no parameters; these are our own integers.
        try connection.execute(
            script: """
                PRAGMA application_id = \(Self.applicationID);
                PRAGMA user_version = \(Self.layoutVersion);
                CREATE TABLE IF NOT EXISTS schema_version(
                    name TEXT NOT NULL PRIMARY KEY, version INTEGER NOT NULL) STRICT, WITHOUT ROWID;
                """)
    }

    /// Sets up a writing connection: durable commits, foreign keys, and readers that do not wait.
    func prepare(_ connection: SQLiteConnection) throws {
        let mode = try connection.first("PRAGMA journal_mode") { try $0.text(0) }
        // Only if needed, since it takes an exclusive lock. The mode of a database in memory is `memory`.
        if mode != "wal", path != SQLiteDatabase.memoryPath { try connection.run("PRAGMA journal_mode = WAL") }
        try connection.run("PRAGMA synchronous = FULL")
        try connection.run("PRAGMA foreign_keys = ON")
    }

    /// Migrates each schema, with one transaction for each step. It skips steps that another process did in the meantime.
    func migrate(_ connection: SQLiteConnection) throws {
        let known = try versions(on: connection)
        guard schemas.contains(where: { (known[$0.name] ?? 0) < $0.version }) else { return }
        if known.isEmpty { try stamp(connection) }
        for schema in schemas {
            for migration in schema.migrations {
                try connection.transaction(.immediate) { connection in
                    let version = try connection.first(
                        "SELECT version FROM schema_version WHERE name = ?", [.text(schema.name)]
                    ) { Int(try $0.integer(0)) }
                    guard migration.version > version ?? 0 else { return }
                    try migration.apply(connection)
                    try connection.run(
                        """
                        INSERT INTO schema_version(name, version) VALUES (?, ?)
                        ON CONFLICT(name) DO UPDATE SET version = excluded.version
                        """, [.text(schema.name), .integer(Int64(migration.version))])
                }
            }
        }
    }

    // MARK: Details

    func failure(_ code: StoreError.Code, _ message: Message) -> StoreError {
        StoreError(code, path: path, message: message)
    }

    private func sameName(_ name: String) -> StoreError {
        failure(.internalFault, Message("two schemas of the store have the same name: \(name)"))
    }

    private func tooNew(_ found: Int32, _ known: Int32) -> StoreError {
        failure(
            .tooNew,
            Message("the store was written by a newer version (\(Int(found)), this program knows \(Int(known)))"))
    }

    private static func bigEndian(_ data: [UInt8], at offset: Int) -> Int32 {
        Int32(bitPattern: data.dropFirst(offset).prefix(4).reduce(0) { $0 << 8 | UInt32($1) })
    }

    /// Makes the file's new name survive a power loss.
    private func synchronize(folder: URL) throws {
        guard synchronizeFolderToDisk(folder.path(percentEncoded: false)) else {
            throw failure(.unreadable, Message("the store's folder cannot be written to the disk"))
        }
    }
}
