/// A mutex for asynchronous work: one task holds it at a time, in the order of arrival.
///
/// ```swift
/// await mutex.enter()
/// defer { mutex.leave() }
/// ```
public final class AsyncMutex: Sendable {
    private struct Waiter {
        let number: Int
        /// Becomes true when the waiter gets the mutex, false when its task is cancelled before.
        let turn = Promise<Bool>()
    }

    private struct State {
        var isHeld = false
        var waiters: [Waiter] = []
        var lastNumber = 0
    }

    private let state = Locked(State())

    /// Makes a free mutex.
    public init() {}

    /// How many tasks wait.
    package var waitingCount: Int { state.withLock { $0.waiters.count } }

    /// Waits for the mutex and takes it, even if the task is cancelled meanwhile.
    public func enter() async {
        guard let waiter = enterOrWait() else { return }
        _ = await waiter.turn.value()
    }

    /// Waits for the mutex and takes it. If the task is cancelled before that, it throws at once and does not take it.
    public func enterUnlessCancelled() async throws(CancellationError) {
        guard !Task.isCancelled else { throw CancellationError() }
        guard let waiter = enterOrWait() else { return }
        // The cancellation and `leave()` race for the promise; the first decides for both.
        guard await waiter.turn.value(whenCancelled: false) else {
            state.withLock { state in state.waiters.removeAll { $0.number == waiter.number } }
            throw CancellationError()
        }
    }

    /// Passes the mutex to the next task that waits.
    public func leave() {
        while true {
            let next: Waiter? = state.withLock { state in
                precondition(state.isHeld, "A mutex is left only after it was entered.")
                guard !state.waiters.isEmpty else {
                    state.isHeld = false
                    return nil
                }
                return state.waiters.removeFirst()
            }
            // A waiter that was cancelled has not taken the mutex.
            guard let next, !next.turn.set(true) else { return }
        }
    }

    /// Takes the mutex if it is free; otherwise returns the place in the queue.
    private func enterOrWait() -> Waiter? {
        state.withLock { state in
            guard state.isHeld else {
                state.isHeld = true
                return nil
            }
            state.lastNumber += 1
            let waiter = Waiter(number: state.lastNumber)
            state.waiters.append(waiter)
            return waiter
        }
    }
}
