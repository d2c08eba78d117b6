import Dispatch

/// A value that is set once and awaited by one task: of a callback, a timer and a cancellation, the first sets it.
package final class Promise<Value: Sendable>: Sendable {
    private enum State {
        case empty
        case awaited(CheckedContinuation<Value, Never>)
        case set(Value)
    }

    private let state = Locked(State.empty)

    package init() {}

    var isSet: Bool { state.withLock { if case .set = $0 { true } else { false } } }

    /// Sets the value, unless it is set already: then it returns false.
    @discardableResult
    package func set(_ value: Value) -> Bool {
        let (isFirst, continuation) = state.withLock { state -> (Bool, CheckedContinuation<Value, Never>?) in
            if case .set = state { return (false, nil) }
            defer { state = .set(value) }
            if case .awaited(let continuation) = state { return (true, continuation) }
            return (true, nil)
        }
        continuation?.resume(returning: value)
        return isFirst
    }

    /// Sets the value after a delay if it is not set by then.
    package func set(_ value: Value, after delay: Duration) {
        let milliseconds = Int(clamping: delay.milliseconds)
        DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(milliseconds)) { [weak self] in
            self?.set(value)
        }
    }

    /// Waits for the value. Only one task may wait.
    /// - Parameter whenCancelled: the value to set if the task is cancelled before.
    package func value(whenCancelled: Value) async -> Value {
        await withTaskCancellationHandler {
            await value()
        } onCancel: {
            set(whenCancelled)
        }
    }

    /// Waits for the value, even if the task is cancelled. Only one task may wait.
    package func value() async -> Value {
        await withCheckedContinuation { continuation in
            let value = state.withLock { state -> Value? in
                if case .set(let value) = state { return value }
                state = .awaited(continuation)
                return nil
            }
            if let value { continuation.resume(returning: value) }
        }
    }
}
