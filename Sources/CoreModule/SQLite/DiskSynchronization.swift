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
