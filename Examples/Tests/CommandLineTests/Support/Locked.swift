import Synchronization

/// A value behind a lock. Test support that is shared with the libraries' tests uses the libraries' own lock there, which has the
/// same name.
final class Locked<Value: Sendable>: Sendable {
    private let value: Mutex<Value>

    init(_ value: Value) { self.value = Mutex(value) }

    func withLock<Result: Sendable>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        try value.withLock { value in
            try body(&value)
        }
    }
}
