import Foundation

/// Waits until what was written to an open file, or the names in an open folder, survive a loss of power.
/// - Returns: whether it succeeded; `errno` says why not.
func synchronizeToDisk(_ descriptor: Int32) -> Bool {
    #if canImport(Darwin)
    // There, `fsync` passes the data to the disk, which may keep it in its own cache for a while (fsync(2) of Darwin). Some file
    // systems, such as a network's, have only that.
    if fcntl(descriptor, F_FULLFSYNC) == 0 { return true }
    #endif
    return fsync(descriptor) == 0
}

/// Waits until the names in a folder survive a loss of power. A folder that cannot be opened, or whose file system cannot synchronize folders,
/// is left as it is.
/// - Returns: whether it succeeded, or is left; `errno` says why not.
func synchronizeFolderToDisk(_ path: String) -> Bool {
    let folder = open(path, O_RDONLY | O_CLOEXEC)
    guard folder >= 0 else { return true }
    let isDone = synchronizeToDisk(folder) || errno == EINVAL
    let reason = errno
    close(folder)
    errno = reason
    return isDone
}
