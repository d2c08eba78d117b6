package import Foundation

#if canImport(Glibc)
/// glibc's, which its module leaves out: sets an option of the heap.
@_silgen_name("mallopt") private func mallopt(_ option: Int32, _ value: Int32) -> Int32
/// How much more is taken from the system than is needed (`M_TOP_PAD`), in bytes.
private let heapPadding: Int32 = -2
#endif

/// Held while a process is started.
private let starting: NSLock = {
    #if canImport(Glibc)
    // To find the open files, Foundation on Linux copies whole directory entries, of which the last in a full buffer are shorter than
    // it takes them for: it reads up to 280 bytes behind the buffer. With more than 1,300 files open, and the buffer at the end of
    // the heap, that ends the process. So there is always some heap behind.
    precondition(mallopt(heapPadding, 1 << 20) == 1, "glibc has this option.")
    #endif
    return NSLock()
}()

extension Process {
    /// Starts the process, one at a time.
    package func start() throws {
        try starting.withLock { try run() }
    }
}
