/// A mutex for asynchronous work: one task holds it at a time, in the order of arrival.
///
/// ```swift
/// await mutex.enter()
/// defer { mutex.leave() }
/// ```
public final class AsyncMutex: Sendable {
    private struct State {
        var isHeld = false
        /// In the order of arrival. True when a waiter gets the mutex, false when its task is cancelled before.
        var waiters = LinkedList<Promise<Bool>>()
    }

    private let state = Locked(State())

    /// Makes a free mutex.
    public init() {}

    package var waitingCount: Int { state.withLock { $0.waiters.count } }

    /// Waits for the mutex and takes it, even if the task is cancelled meanwhile. Calls of one actor arrive in their order.
    nonisolated(nonsending) public func enter() async {
        _ = await enterOrWait()?.waiter.value()
    }

    /// Waits for the mutex and takes it, like ``enter()``. If the task is cancelled before, it throws at once and does not take it.
    nonisolated(nonsending) public func enterUnlessCancelled() async throws(CancellationError) {
        guard !Task.isCancelled else { throw CancellationError() }
        guard let (waiter, place) = enterOrWait() else { return }
        // The cancellation and `leave()` race for the promise; the first decides for both.
        guard await waiter.value(whenCancelled: false) else {
            _ = state.withLock { $0.waiters.remove(place) }
            throw CancellationError()
        }
    }

    /// Passes the mutex to the next task that waits.
    public func leave() {
        while true {
            let next: Promise<Bool>? = state.withLock { state in
                precondition(state.isHeld, "A mutex is left only after it was entered.")
                let next = state.waiters.removeFirst()
                state.isHeld = next != nil
                return next
            }
            // A waiter that was cancelled has not taken the mutex.
            guard let next, !next.set(true) else { return }
        }
    }

    /// Takes the mutex if it is free; otherwise returns the place in the queue.
    private func enterOrWait() -> (waiter: Promise<Bool>, place: LinkedList<Promise<Bool>>.Place)? {
        state.withLock { state in
            guard state.isHeld else {
                state.isHeld = true
                return nil
            }
            let waiter = Promise<Bool>()
            return (waiter, state.waiters.append(waiter))
        }
    }
}
