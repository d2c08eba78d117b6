package import Foundation

#if canImport(Glibc)
/// glibc's, which its module leaves out: sets an option of the heap.
@_silgen_name("mallopt") private func mallopt(_ option: Int32, _ value: Int32) -> Int32
/// From how many bytes on memory is taken from the system for itself (`M_MMAP_THRESHOLD`).
private let mappingThreshold: Int32 = -3
#endif

/// Held while a process is started.
private let starting: NSLock = {
    #if canImport(Glibc)
    // To find the open files, Foundation on Linux copies whole directory entries, of which the last in a full buffer are shorter than
    // it takes them for: it reads up to 280 bytes behind the buffer. With more than 1,300 files open, and the buffer at the end of
    // a heap, that ends the process. The buffer has 32 KiB and something; taken for itself it lies in whole pages, with most of the
    // last one behind it.
    precondition(mallopt(mappingThreshold, 32 << 10) == 1, "glibc has this option.")
    #endif
    return NSLock()
}()

extension Process {
    /// Starts the process, one at a time.
    package func start() throws {
        try starting.withLock { try run() }
    }
}
