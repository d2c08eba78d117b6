public import Foundation

/// A file to write. A regular file appears under its name when it is complete, and replaces an older one with its mode and owner.
///
/// Symbolic links are followed. What is no regular file, such as a pipe or a device, is written through. A SQLite file, and a file
/// beside one that belongs to it, is refused.
public struct OutputFile: Sendable {
    /// Why a file cannot be written.
    public struct Failure: Error, Hashable, Sendable {
        /// The reason as a part of a sentence.
        public let reason: Message
    }

    /// Takes the bytes of the file.
    public let handle: FileHandle
    private let path: String
    /// The file's name until it is complete. Nil for what is written through.
    private let draft: String?

    /// Opens the file. It blocks its thread, for a pipe until there is a reader.
    public init(_ url: URL) throws(Failure) {
        var status = stat()
        let name = url.path(percentEncoded: false)
        let exists = stat(name, &status) == 0
        if exists, status.st_mode & S_IFMT != S_IFREG {
            path = name
            draft = nil
            handle = try Self.open(name, O_WRONLY)
            return
        }
        path = try Self.target(of: name)
        guard !Self.belongsToStore(path) else { throw Failure(reason: Message("it is a store, or a part of one")) }
        guard !exists || access(path, W_OK) == 0 else { throw Self.failure() }
        let draft = URL(filePath: path).deletingLastPathComponent().appending(path: ".\(UUID().uuidString).new")
            .path(percentEncoded: false)
        handle = try Self.open(draft, O_WRONLY | O_CREAT | O_EXCL, exists ? 0o600 : 0o666)
        self.draft = draft
        if exists {
            // Only a privileged process may give a file to its owner. The mode comes last, because a new owner takes bits from it.
            _ = fchown(handle.fileDescriptor, status.st_uid, status.st_gid)
            _ = fchmod(handle.fileDescriptor, status.st_mode & 0o7777)
        }
    }

    /// Completes the file.
    public func commit() throws(Failure) {
        do {
            if draft != nil { try handle.synchronize() }
            try handle.close()
        } catch {
            throw Failure(reason: .fileError(error))
        }
        if let draft, rename(draft, path) != 0 { throw Self.failure() }
    }

    /// Removes what was written, unless the file is complete.
    public func discard() {
        if let draft { unlink(draft) }
    }

    /// The file that a symbolic link stands for, which may not exist yet.
    private static func target(of path: String) throws(Failure) -> String {
        var path = path
        for _ in 0..<40 {
            var status = stat()
            guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFLNK else { return path }
            do {
                let next = try FileManager.default.destinationOfSymbolicLink(atPath: path)
                path = URL(filePath: next, relativeTo: URL(filePath: path).deletingLastPathComponent())
                    .path(percentEncoded: false)
            } catch {
                throw Failure(reason: .fileError(error))
            }
        }
        throw Failure(reason: .systemError(ELOOP))
    }

    private static func belongsToStore(_ path: String) -> Bool {
        isSQLite(path)
            || ["-wal", "-shm", "-journal"].contains { path.hasSuffix($0) && isSQLite(String(path.dropLast($0.count))) }
    }

    /// If it is one, it stays open: to close any descriptor of a file drops the locks that SQLite holds on it in this process.
    private static func isSQLite(_ path: String) -> Bool {
        // A pipe must not block.
        let file = Foundation.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { return false }
        let magic = Array("SQLite format 3\0".utf8)
        var header = [UInt8](repeating: 0, count: magic.count)
        if read(file, &header, magic.count) == magic.count, header == magic { return true }
        close(file)
        return false
    }

    private static func open(_ path: String, _ flags: Int32, _ mode: mode_t = 0) throws(Failure) -> FileHandle {
        let file = Foundation.open(path, flags | O_CLOEXEC, mode)
        guard file >= 0 else { throw failure() }
        return FileHandle(fileDescriptor: file, closeOnDealloc: true)
    }

    private static func failure() -> Failure { Failure(reason: .systemError(errno)) }
}
