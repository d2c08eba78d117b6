public import Foundation

/// A shared folder on this device, which a file synchronizer such as Syncthing, Dropbox or iCloud Drive carries to others, or which is on a
/// disk of the network.
///
/// A file appears under its name when it is complete, and survives a loss of power then. Calls block a thread of their own.
public struct LocalFolder: SharedFolder {
    private static let queue = DispatchQueue(label: "shared-folder", attributes: .concurrent)

    private let path: String

    /// Names a folder, which must exist when it is used.
    public init(_ url: URL) {
        // By its real name, so that two names of one folder are one address.
        let path = url.path(percentEncoded: false)
        let real = realpath(path, nil)
        defer { free(real) }
        self.path = real.map { String(cString: $0) } ?? path
    }

    /// Its path.
    public var address: String { path }

    /// Lists its files, without hidden ones. Removes drafts that a crash has left: those that are an hour older than the folder's last change.
    public func files() async throws(SharedFolderError) -> [SharedFile] {
        try await run { () throws(SharedFolderError) in
            let keys: Set<URLResourceKey> = [.fileSizeKey, .isRegularFileKey, .contentModificationDateKey]
            // Else a path that is no folder is an empty one on Linux.
            guard access("\(path)/.", X_OK) == 0 else { throw failure(errno, isWriting: false) }
            do {
                let folder = URL(filePath: path)
                // By the clock of the folder, which may be another computer's.
                let now = try folder.resourceValues(forKeys: keys).contentModificationDate
                let urls = try FileManager.default.contentsOfDirectory(
                    at: folder, includingPropertiesForKeys: Array(keys))
                return try urls.compactMap { url in
                    let (name, values) = (url.lastPathComponent, try values(of: url, keys))
                    guard let values, values.isRegularFile == true, let size = values.fileSize else { return nil }
                    guard name.hasPrefix(".") else { return SharedFile(name: name, size: size) }
                    if let now, let date = values.contentModificationDate, now.timeIntervalSince(date) > 3600,
                        name.wholeMatch(of: Self.draftName) != nil
                    {
                        // One that cannot be removed does no harm.
                        unlink("\(path)/\(name)")
                    }
                    return nil
                }
            } catch {
                throw SharedFolderError.unreadable(address: path, .fileError(error))
            }
        }
    }

    /// The name of a file that is being written.
    private static let draftName = SharedRegex(/\..+\.[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}\.new/)

    /// Nil if the file has been removed meanwhile.
    private func values(of url: URL, _ keys: Set<URLResourceKey>) throws -> URLResourceValues? {
        do {
            return try url.resourceValues(forKeys: keys)
        } catch {
            guard access("\(path)/\(url.lastPathComponent)", F_OK) == 0 || errno != ENOENT else { return nil }
            throw error
        }
    }

    /// Returns a file's contents.
    public func contents(of name: String) async throws(SharedFolderError) -> Data? {
        try await run { () throws(SharedFolderError) in
            do {
                return try Data(contentsOf: url(name))
            } catch {
                guard access("\(path)/\(name)", F_OK) == 0 || errno != ENOENT else {
                    // Else a folder that vanishes would have lost its files.
                    guard access(path, F_OK) == 0 else { throw failure(errno, isWriting: false) }
                    return nil
                }
                throw .unreadable(address: "\(path)/\(name)", .fileError(error))
            }
        }
    }

    /// Writes a file under a hidden name, and gives it its own name when it is on the disk.
    public func write(_ contents: Data, to name: String) async throws(SharedFolderError) {
        try await run { () throws(SharedFolderError) in
            let draft = "\(path)/.\(name).\(UUID().uuidString).new"
            let file = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
            guard file >= 0 else { throw failure(errno, isWriting: true) }
            defer { unlink(draft) }
            do {
                defer { close(file) }
                do {
                    try FileHandle(fileDescriptor: file).write(contentsOf: contents)
                } catch {
                    throw SharedFolderError.unwritable(address: path, .fileError(error))
                }
                guard synchronizeToDisk(file) else { throw failure(errno, isWriting: true) }
            }
            // A link refuses a name that is taken; some file systems of the network have no links.
            if link(draft, "\(path)/\(name)") != 0, errno != EEXIST {
                guard access("\(path)/\(name)", F_OK) != 0 else { return }
                guard rename(draft, "\(path)/\(name)") == 0 else { throw failure(errno, isWriting: true) }
            }
            // The new name survives a loss of power too, if the file system can synchronize folders.
            _ = synchronizeFolderToDisk(path)
        }
    }

    /// Removes a file.
    public func remove(_ name: String) async throws(SharedFolderError) {
        try await run { () throws(SharedFolderError) in
            let isGone = unlink("\(path)/\(name)") == 0 || errno == ENOENT && access(path, F_OK) == 0
            guard isGone else { throw failure(errno, isWriting: true) }
        }
    }

    private func url(_ name: String) -> URL { URL(filePath: path).appending(path: name) }

    private func failure(_ code: Int32, isWriting: Bool) -> SharedFolderError {
        if code == ENOENT || code == ENOTDIR { return .missing(address: path) }
        return isWriting
            ? .unwritable(address: path, .systemError(code)) : .unreadable(address: path, .systemError(code))
    }

    private func run<Value: Sendable>(
        _ body: @escaping @Sendable () throws(SharedFolderError) -> Value
    ) async throws(SharedFolderError) -> Value {
        guard !Task.isCancelled else { throw .cancelled }
        let result: Result<Value, SharedFolderError> = await withCheckedContinuation { continuation in
            Self.queue.async { continuation.resume(returning: Result(catching: body)) }
        }
        return try result.get()
    }
}
