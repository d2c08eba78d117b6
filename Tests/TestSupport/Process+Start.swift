package import Foundation

/// Held while a process is started.
private let starting = NSLock()

extension Process {
    /// Starts the process, one at a time: Foundation on Linux has been seen to crash where several threads start processes at once.
    package func start() throws {
        try starting.withLock { try run() }
    }
}
