package import Foundation

#if canImport(Glibc)
/// glibc's, which its module leaves out: sets an option of the heap.
@_silgen_name("mallopt") private func mallopt(_ option: Int32, _ value: Int32) -> Int32
/// How much may be free at a heap's end before it is given back (`M_TRIM_THRESHOLD`), in bytes.
private let trimThreshold: Int32 = -1
/// From how many bytes on memory is taken from the system and not from a heap (`M_MMAP_THRESHOLD`).
private let mappingThreshold: Int32 = -3
#endif

/// Held while a process is started.
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
            // To find the open files, Foundation on Linux copies whole directory entries, of which the last in a full buffer are shorter
            // than it takes them for: it reads up to 280 bytes behind the buffer. With more than 1,300 files open, and the buffer at the
            // end of this thread's heap, that ends the process. What was just taken and is free again stands behind it.
            _ = NSMutableData(length: 4 << 20)
            try run()
        }
    }
}
