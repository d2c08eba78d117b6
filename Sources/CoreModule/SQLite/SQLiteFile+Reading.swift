import Foundation
import SuperappSQLite

extension SQLiteFile {
    /// Whether the file exists and the process may read it, but not write it or its folder.
    var canOnlyBeRead: Bool {
        let folder = target.deletingLastPathComponent().path(percentEncoded: false)
        return access(path, R_OK) == 0 && (access(path, W_OK) != 0 || access(folder, W_OK) != 0)
    }

    /// The file itself, beside which its log lies, if the path is a symbolic link.
    private var target: URL { URL(filePath: path).resolvingSymlinksInPath() }

    /// Opens a copy in memory, which is migrated, of a file that may only be read. SQLite itself cannot read every such file in its place:
    /// it may have to create the index of the write-ahead log.
    func openCopyInMemory() throws -> SQLiteConnection {
        _ = try exists()
        let manager = FileManager.default
        let folder = manager.temporaryDirectory.appending(path: UUID().uuidString)
        let copy = folder.appending(path: "copy").path(percentEncoded: false)
        try manager.createDirectory(
            at: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        defer { for name in [copy, copy + "-wal", copy + "-shm", folder.path(percentEncoded: false)] { remove(name) } }
        try makeCopy(at: copy)
        return try openInMemory(from: copy)
    }

    /// Opens a copy in memory, which is migrated, without taking space on the disk.
    /// - Parameter source: the path of the file to read; if nil, the file itself.
    func openInMemory(from source: String? = nil) throws -> SQLiteConnection {
        let source = try SQLiteConnection(
            path: source ?? path, creates: false, busyTimeout: options.busyTimeout, vfs: options.vfs)
        // Then the index of the write-ahead log is in memory too: https://www.sqlite.org/wal.html#noshm
        try source.run("PRAGMA locking_mode = EXCLUSIVE")
        try source.keepLogOnClose(true)
        _ = try versions(on: source)
        let memory = try SQLiteConnection(
            path: SQLiteDatabase.memoryPath, creates: true, busyTimeout: options.busyTimeout, vfs: nil)
        try memory.copy(source)
        try prepare(memory)
        try migrate(memory)
        return memory
    }

    /// Copies the file and its write-ahead log as of one moment: another process may move the log into the file meanwhile.
    ///
    /// The file is read twice. Its date would not do, since it may stay the same for some milliseconds of changes.
    private func makeCopy(at copy: String) throws {
        let manager = FileManager.default
        let path = target.path(percentEncoded: false)
        let deadline = ContinuousClock.now + options.busyTimeout
        repeat {
            for suffix in ["", "-wal"] {
                remove(copy + suffix)
                do {
                    try Self.copyContents(of: path + suffix, to: copy + suffix)
                } catch {
                    // The last process that closes the store removes the log.
                    guard access(path + suffix, F_OK) == 0 else { continue }
                    throw failure(.unreadable, Message("the store cannot be read: \(.fileError(error))"))
                }
            }
            // A log that was begun anew has another header. One that has only grown is read up to its last commit.
            if manager.contentsEqual(atPath: path, andPath: copy), try header(of: path) == header(of: copy) { return }
        } while ContinuousClock.now < deadline
        throw failure(.busy, Message("another process is using the store"))
    }

    /// Copies a file's bytes to a new file. Foundation's `copyItem` on Linux does not end if the file becomes shorter meanwhile.
    private static func copyContents(of path: String, to copy: String) throws {
        let source = try FileHandle(forReadingFrom: URL(filePath: path))
        try Data().write(to: URL(filePath: copy), options: .withoutOverwriting)
        chmod(copy, 0o600)
        let target = try FileHandle(forWritingTo: URL(filePath: copy))
        while let bytes = try source.read(upToCount: 1 << 20), !bytes.isEmpty { try target.write(contentsOf: bytes) }
        try target.close()
        try source.close()
    }

    /// The 32 bytes at the beginning of a file's write-ahead log; nil if it has none.
    private func header(of file: String) throws -> Data? {
        try FileHandle(forReadingAtPath: file + "-wal")?.read(upToCount: 32)
    }
}
