/// Lets asynchronous work through one at a time, in the order of arrival.
///
/// ```swift
/// await gate.enter()
/// defer { gate.leave() }
/// ```
///
/// A task that waits is let through even when it is cancelled meanwhile: what it does then is its own decision.
public final class SerialGate: Sendable {
    private struct State {
        var isTaken = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Locked(State())

    /// Makes a gate that nobody has entered.
    public init() {}

    /// Waits until all who came before have left, and enters.
    public func enter() async {
        await withCheckedContinuation { continuation in
            let isFree = state.withLock { state in
                if state.isTaken {
                    state.waiting.append(continuation)
                    return false
                }
                state.isTaken = true
                return true
            }
            if isFree { continuation.resume() }
        }
    }

    /// Leaves, and lets the next one in.
    public func leave() {
        let next: CheckedContinuation<Void, Never>? = state.withLock { state in
            precondition(state.isTaken, "A gate is left only after it was entered.")
            guard !state.waiting.isEmpty else {
                state.isTaken = false
                return nil
            }
            return state.waiting.removeFirst()
        }
        next?.resume()
    }
}
