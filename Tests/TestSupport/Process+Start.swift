package import Foundation

#if canImport(Glibc)
/// Sets an option of glibc's heap. Its Swift module does not have it.
@_silgen_name("mallopt") private func mallopt(_ option: Int32, _ value: Int32) -> Int32
/// How many bytes may be free at the end of a heap before glibc returns them to the system (`M_TRIM_THRESHOLD`).
private let trimThreshold: Int32 = -1
/// From how many bytes on glibc takes memory from the system instead of a heap (`M_MMAP_THRESHOLD`).
private let mappingThreshold: Int32 = -3
#endif

/// Held during the start of a process.
private let starting: NSLock = {
    #if canImport(Glibc)
    let isSet = mallopt(trimThreshold, .max) == 1 && mallopt(mappingThreshold, 32 << 20) == 1
    precondition(isSet, "glibc has these options.")
    #endif
    return NSLock()
}()

extension Process {
    /// Starts the process, one at a time.
    package func start() throws {
        try starting.withLock {
            // To find the open files, Foundation on Linux copies directory entries as if each had the maximum size, and reads up to
            // 280 bytes after the buffer. With more than 1,300 open files and the buffer at the end of the heap, that crashes the
            // process. This allocates and frees memory after the buffer.
            _ = NSMutableData(length: 4 << 20)
            try run()
        }
    }
}
