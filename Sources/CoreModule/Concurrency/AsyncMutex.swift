/// Lets asynchronous work through one at a time, in the order of arrival.
///
/// ```swift
/// await gate.enter()
/// defer { gate.leave() }
/// ```
///
/// Who has come by ``enter()`` is let through even when the task is cancelled meanwhile: what it does then is its own decision.
/// Who has come by ``enterUnlessCancelled()`` waits no longer then.
public final class AsyncMutex: Sendable {
    private struct State {
        var isTaken = false
        var waiting: [(number: Int, shot: Promise<Bool>)] = []
        var lastNumber = 0
    }

    private let state = Locked(State())

    /// Makes a gate that nobody has entered.
    public init() {}

    /// How many wait to enter.
    package var waitingCount: Int { state.withLock { $0.waiting.count } }

    /// Waits until all who came before have left, and enters, also where the task is cancelled.
    public func enter() async {
        guard let place = takePlace() else { return }
        _ = await place.shot.value()
    }

    /// Waits until all who came before have left, and enters. Where the task is cancelled before that, it throws at once and the
    /// gate is not entered.
    public func enterUnlessCancelled() async throws(CancellationError) {
        guard !Task.isCancelled else { throw CancellationError() }
        guard let place = takePlace() else { return }
        // Whoever comes first, the cancellation or the one who leaves, decides it for both.
        guard await place.shot.value(whenCancelled: false) else {
            state.withLock { state in state.waiting.removeAll { $0.number == place.number } }
            throw CancellationError()
        }
    }

    /// Leaves, and lets the next one in.
    public func leave() {
        while true {
            let next: Promise<Bool>? = state.withLock { state in
                precondition(state.isTaken, "A gate is left only after it was entered.")
                guard !state.waiting.isEmpty else {
                    state.isTaken = false
                    return nil
                }
                return state.waiting.removeFirst().shot
            }
            // Who was cancelled meanwhile has not entered: the one behind is next.
            guard let next, !next.set(true) else { return }
        }
    }

    /// Enters where the gate is free; otherwise the place in the queue.
    private func takePlace() -> (number: Int, shot: Promise<Bool>)? {
        state.withLock { state in
            guard state.isTaken else {
                state.isTaken = true
                return nil
            }
            state.lastNumber += 1
            let place = (number: state.lastNumber, shot: Promise<Bool>())
            state.waiting.append(place)
            return place
        }
    }
}
