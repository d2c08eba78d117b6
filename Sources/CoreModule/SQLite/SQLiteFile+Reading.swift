import Foundation
import SuperappSQLite

extension SQLiteFile {
    /// Whether the file exists and the process may read it, but not write it or its folder.
    var canOnlyBeRead: Bool {
        let folder = URL(filePath: path).deletingLastPathComponent().path(percentEncoded: false)
        return access(path, R_OK) == 0 && (access(path, W_OK) != 0 || access(folder, W_OK) != 0)
    }

    /// Opens a copy in memory, which is migrated and refuses changes.
    ///
    /// SQLite itself cannot read every such file in its place: it may have to create the index of the write-ahead log, and a file
    /// of an earlier version must be migrated.
    func openCopyInMemory() throws -> SQLiteConnection {
        _ = try exists()
        let manager = FileManager.default
        let folder = manager.temporaryDirectory.appending(path: UUID().uuidString)
        let copy = folder.appending(path: "copy").path(percentEncoded: false)
        try manager.createDirectory(
            at: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        defer { for name in [copy, copy + "-wal", copy + "-shm", folder.path(percentEncoded: false)] { remove(name) } }
        for suffix in ["", "-wal"] where access(path + suffix, F_OK) == 0 {
            try Data(contentsOf: URL(filePath: path + suffix)).write(to: URL(filePath: copy + suffix))
        }
        let source = try SQLiteConnection(
            path: copy, creates: false, busyTimeout: options.busyTimeout, vfs: options.vfs)
        _ = try versions(on: source)
        // A database in memory has no write-ahead log.
        try source.run("PRAGMA journal_mode = DELETE")
        let memory = try SQLiteConnection(
            path: SQLiteDatabase.memoryPath, creates: true, busyTimeout: options.busyTimeout, vfs: nil)
        try memory.copy(source)
        try prepare(memory)
        try migrate(memory)
        try memory.run("PRAGMA query_only = ON")
        return memory
    }
}
