public import Foundation

/// A file to write. A regular file appears under its name when it is complete. It replaces an older one, with its mode, and with its
/// owner and group if the process may set them; other hard links keep the older one.
///
/// Symbolic links are followed. A pipe or a device is written to directly, and so is an open file that is named by its descriptor
/// (`/dev/stdout`, `/dev/fd/3`). A SQLite database and its `-wal`, `-shm` and `-journal`
/// files are refused. A process that writes to pipes should handle SIGPIPE, which ends it when a reader closes early.
public struct OutputFile {
    private let handle: FileHandle
    private let path: String
    /// The file's name until it is complete. Nil for what is written to directly.
    private let draft: String?

    /// Writes a file by a closure, completely or not at all: if it throws, or its task is cancelled, a regular file is as
    /// before. It blocks its thread. `failure` makes the error of a reason, which is a part of a sentence.
    public static func write<Value, Failure: Error>(
        to url: URL, _ failure: (Message) -> Failure, _ body: (FileHandle) async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        let file: OutputFile
        do throws(Refusal) { file = try OutputFile(url) } catch { throw failure(error.reason) }
        defer { if let draft = file.draft { unlink(draft) } }
        let value = try await body(file.handle)
        guard !Task.isCancelled else { throw failure(Message("it was cancelled")) }
        do throws(Refusal) { try file.commit() } catch { throw failure(error.reason) }
        return value
    }

    struct Refusal: Error {
        let reason: Message

        static let database = Refusal(reason: Message("it is a SQLite database, or belongs to one"))
        /// That of the last system call.
        static var last: Refusal { Refusal(reason: .systemError(errno)) }
    }

    private init(_ url: URL) throws(Refusal) {
        var status = stat()
        let name = url.path(percentEncoded: false)
        let exists = stat(name, &status) == 0
        let isSpecial = exists && status.st_mode & S_IFMT != S_IFREG
        let (target, descriptor) = try Self.target(of: name)
        if let descriptor {
            guard isSpecial || !Self.belongsToDatabase(target) else { throw .database }
            path = name
            draft = nil
            // A copy, which continues where the descriptor stands.
            handle = try Self.handle(dup(descriptor))
            return
        }
        if isSpecial {
            path = name
            draft = nil
            // It must not wait for the reader of a pipe.
            handle = try Self.open(name, O_NONBLOCK)
            _ = fcntl(handle.fileDescriptor, F_SETFL, 0)
            return
        }
        path = target
        guard !Self.belongsToDatabase(path) else { throw .database }
        guard !exists || access(path, W_OK) == 0 else { throw .last }
        // Whose draft it is can be seen if the process is killed. A name has at most 255 bytes.
        let (folder, old) = Self.split(path)
        let draft = "\(folder).\(String(decoding: old.utf8.prefix(200), as: UTF8.self)).\(UUID().uuidString).new"
        handle = try Self.open(draft, O_CREAT | O_EXCL, exists ? 0o600 : 0o666)
        self.draft = draft
        guard exists else { return }
        var mode = status.st_mode & 0o7777
        let (file, keepsOwner) = (handle.fileDescriptor, uid_t.max)
        if fchown(file, status.st_uid, status.st_gid) != 0, fchown(file, keepsOwner, status.st_gid) != 0 {
            // Another group must not get the rights of the old one.
            mode &= ~0o070
        }
        // After the owner, because a new one takes bits from the mode.
        _ = fchmod(file, mode)
    }

    private func commit() throws(Refusal) {
        guard draft == nil || synchronizeToDisk(handle.fileDescriptor) else { throw .last }
        do { try handle.close() } catch { throw Refusal(reason: .fileError(error)) }
        guard let draft else { return }
        guard rename(draft, path) == 0 else { throw .last }
        // The new name survives a loss of power too, if the file system can synchronize folders.
        _ = synchronizeFolderToDisk(Self.split(path).folder + ".")
    }

    /// The file that a symbolic link stands for, which may not exist yet. The folders of a path are left to the system: before `..`,
    /// it follows the links among them. Also the descriptor by which a link, or the path itself, names the file.
    private static func target(of path: String) throws(Refusal) -> (path: String, descriptor: Int32?) {
        var path = path
        var descriptor: Int32?
        for _ in 0..<40 {
            var status = stat()
            descriptor = descriptor ?? Self.descriptor(path)
            guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFLNK else { return (path, descriptor) }
            do {
                let next = try FileManager.default.destinationOfSymbolicLink(atPath: path)
                path = next.hasPrefix("/") ? next : split(path).folder + next
            } catch {
                throw Refusal(reason: .fileError(error))
            }
        }
        throw Refusal(reason: .systemError(ELOOP))
    }

    /// The number of an open file in the folder of this process's open files.
    private static func descriptor(_ path: String) -> Int32? {
        let (folder, name) = split(path)
        guard let number = Int32(name), let real = realpath(folder + ".", nil) else { return nil }
        defer { free(real) }
        return ["/dev/fd", "/proc/\(getpid())/fd"].contains(String(cString: real)) ? number : nil
    }

    /// The folder, with its slash or empty, and the name in it.
    private static func split(_ path: String) -> (folder: String, name: String) {
        let start = path.utf8.lastIndex(of: UInt8(ascii: "/")).map(path.utf8.index(after:)) ?? path.startIndex
        return (String(path[..<start]), String(path[start...]))
    }

    private static func belongsToDatabase(_ path: String) -> Bool {
        // First by its name: to open and close a companion drops the locks that SQLite holds on it in this process.
        let isCompanion = ["-wal", "-shm", "-journal"].contains {
            path.lowercased().hasSuffix($0) && isDatabase(String(path.dropLast($0.count)))
        }
        return isCompanion || isDatabase(path)
    }

    /// Whether a file is a SQLite database. It then stays open: to close it would drop the locks that this process has on it.
    static func isDatabase(_ path: String) -> Bool {
        // A pipe must not block.
        let file = Foundation.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { return false }
        let magic = Array("SQLite format 3\0".utf8)
        var header = [UInt8](repeating: 0, count: magic.count)
        if pread(file, &header, magic.count, 0) == magic.count, header == magic { return true }
        close(file)
        return false
    }

    private static func open(_ path: String, _ flags: Int32, _ mode: mode_t = 0) throws(Refusal) -> FileHandle {
        try handle(Foundation.open(path, O_WRONLY | O_CLOEXEC | flags, mode))
    }

    private static func handle(_ file: Int32) throws(Refusal) -> FileHandle {
        guard file >= 0 else { throw .last }
        return FileHandle(fileDescriptor: file, closeOnDealloc: true)
    }
}
