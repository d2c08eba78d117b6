import CoreModule
import Foundation

/// A file that is read in pieces, at any place, by any number of tasks. It is not mapped into memory: a mapped file that becomes shorter
/// ends the process that reads it.
final class RandomAccessFile: Sendable {
    let path: String
    let size: Int
    private let descriptor: Int32
    /// What changes if the file is written, or replaced by another one.
    private let version: [Int]

    /// Whether there is a file at a path.
    static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

    /// Opens a regular file.
    init(path: String) throws(DictionaryFileError) {
        self.path = path
        // Without waiting, should it be a pipe.
        descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        let error = errno
        var status = stat()
        let isRegular = descriptor >= 0 && fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
        version = Self.version(status)
        size = Int(status.st_size)
        guard descriptor >= 0 else { throw failure(.unreadable(.systemError(error))) }
        guard isRegular else { throw failure(.unreadable(Message("it is no regular file"))) }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    private static func version(_ status: stat) -> [Int] {
        #if canImport(Darwin)
        let time = status.st_mtimespec
        #else
        let time = status.st_mtim
        #endif
        return [Int(status.st_dev), Int(status.st_ino), Int(status.st_size), time.tv_sec, time.tv_nsec]
    }

    /// Whether it has not been written or replaced since it was opened. A removed file can still be read.
    var isUnchanged: Bool {
        var status = stat()
        guard fstat(descriptor, &status) == 0, Self.version(status) == version else { return false }
        return stat(path, &status) != 0 || Self.version(status) == version
    }

    func failure(_ reason: DictionaryFileError.Reason) -> DictionaryFileError { .init(path: path, reason: reason) }

    /// The bytes at a place, fewer at the end of the file.
    func bytes(at offset: Int, count: Int) throws(DictionaryFileError) -> [UInt8] {
        // An empty array that is made this way writes to the one that all share.
        guard count > 0 else { return [] }
        var error: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while filled < count {
                let rest = buffer.baseAddress.map { $0 + filled }
                let size = pread(descriptor, rest, count - filled, off_t(offset + filled))
                if size < 0, errno == EINTR { continue }
                if size < 0 { error = errno }
                if size <= 0 { return }
                filled += size
            }
        }
        if error != 0 { throw failure(.unreadable(.systemError(error))) }
        return bytes
    }
}
