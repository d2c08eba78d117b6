import Foundation

/// A value behind a lock: `Synchronization.Mutex`, but with a lock that the thread sanitizer sees.
///
/// Where two threads meet at a `Mutex` on Linux, the one that waits takes it inside the runtime library, which is built without
/// the sanitizer; it then reports a race where there is none, and a project that tolerates such reports finds no others.
///
/// Sendable since the value is reached only through ``withLock(_:)``, and `sending` keeps what lies in it from leaving.
package final class Locked<Value>: @unchecked Sendable {
    private let lock: UnsafeMutablePointer<pthread_mutex_t>
    private nonisolated(unsafe) var value: Value

    /// Takes the value; nothing else may hold a reference to what it is made of.
    package init(_ value: consuming sending Value) {
        lock = .allocate(capacity: 1)
        let status = pthread_mutex_init(lock, nil)
        precondition(status == 0, "A mutex of the default kind is made of nothing but its own memory.")
        self.value = value
    }

    deinit {
        pthread_mutex_destroy(lock)
        lock.deallocate()
    }

    /// Reads or changes the value while no other thread does. What is called meanwhile must not take the same lock.
    package func withLock<Result, Failure: Error>(
        _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        pthread_mutex_lock(lock)
        defer { pthread_mutex_unlock(lock) }
        return try body(&value)
    }
}
