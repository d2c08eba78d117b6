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
        for (suffix, data) in try contents() { try data.write(to: URL(filePath: copy + suffix)) }
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

    /// The file and its write-ahead log, of one moment: another process may move the log into the file between two reads.
    private func contents() throws -> [String: Data] {
        var last: [String: Data] = [:]
        let deadline = ContinuousClock.now + options.busyTimeout
        repeat {
            var contents: [String: Data] = [:]
            for suffix in ["", "-wal"] where access(path + suffix, F_OK) == 0 {
                do { contents[suffix] = try Data(contentsOf: URL(filePath: path + suffix)) } catch {
                    // The last process that closes the store removes the log.
                    guard access(path + suffix, F_OK) == 0 else { continue }
                    throw failure(.unreadable, Message("the store cannot be read: \(.fileError(error))"))
                }
            }
            // A log that was begun anew has another header, of 32 bytes. One that has only grown is read up to its last commit.
            if contents[""] == last[""], contents["-wal"]?.prefix(32) == last["-wal"]?.prefix(32) { return contents }
            last = contents
        } while ContinuousClock.now < deadline
        throw failure(.busy, Message("another process is using the store"))
    }
}
