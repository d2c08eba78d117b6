import Foundation

/// A value behind a lock: `Synchronization.Mutex`, but with a lock that the thread sanitizer sees. On Linux, a contended `Mutex` is
/// taken inside the runtime library, which is built without the sanitizer, and races are reported that do not exist.
///
/// Sendable because the value is reached only through ``withLock(_:)``, and `sending` keeps references to it inside.
package final class Locked<Value>: @unchecked Sendable {
    private let lock: UnsafeMutablePointer<pthread_mutex_t>
    private nonisolated(unsafe) var value: Value

    /// Takes the value. Nothing else may hold references into it.
    package init(_ value: consuming sending Value) {
        lock = .allocate(capacity: 1)
        let status = pthread_mutex_init(lock, nil)
        precondition(status == 0, "A default mutex needs nothing but its own memory.")
        self.value = value
    }

    deinit {
        pthread_mutex_destroy(lock)
        lock.deallocate()
    }

    /// Reads or changes the value while no other thread does. The body must not take the same lock.
    package func withLock<Result, Failure: Error>(
        _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        pthread_mutex_lock(lock)
        defer { pthread_mutex_unlock(lock) }
        return try body(&value)
    }
}
