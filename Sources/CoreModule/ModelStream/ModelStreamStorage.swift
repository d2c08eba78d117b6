/// Performs what `FanOut` decides, under one lock.
///
/// To yield takes a lock of the reading task, and a task that is cancelled calls `onTermination` with that lock held. So
/// `onTermination` must never take the lock under which we yield: it only notes who is gone, under a lock of its own that is
/// never held while anything else is called. Those are taken out when the stream is used next.
final class ModelStreamStorage<Element: Sendable>: Sendable {
    private struct State {
        var fanOut: FanOut<Element>
        var continuations: [Int: AsyncStream<Element>.Continuation] = [:]
    }

    private let state: Locked<State>
    private let gone = Locked<[Int]>([])

    init(_ fanOut: sending FanOut<Element>) {
        state = Locked(State(fanOut: fanOut))
    }

    var current: Element? { state.withLock { $0.fanOut.current } }

    var subscriberCount: Int {
        sweep()
        return state.withLock { $0.fanOut.subscribers.count }
    }

    func subscribe(buffer: ModelStreamBuffer) -> ModelStreamEvents<Element> {
        sweep()
        let (stream, continuation) = AsyncStream.makeStream(of: Element.self, bufferingPolicy: .init(buffer))
        let id = state.withLock { state in
            let id = state.fanOut.subscribe()
            // Within the lock, so that the replayed element precedes whatever is sent next.
            if let current = state.fanOut.current { continuation.yield(current) }
            if let id { state.continuations[id] = continuation }
            return id
        }
        if let id {
            continuation.onTermination = { [weak self] _ in self?.gone.withLock { $0.append(id) } }
        } else {
            continuation.finish()
        }
        return ModelStreamEvents(stream: stream)
    }

    func send(_ element: Element) {
        sweep()
        state.withLock { state in
            // Within the lock, so that all subscribers see one order. To yield only stores and schedules.
            for id in state.fanOut.send(element) { state.continuations[id]?.yield(element) }
        }
    }

    func finish() {
        let ended = state.withLock { state in
            let ended = state.fanOut.finish().compactMap { state.continuations[$0] }
            state.continuations = [:]
            return ended
        }
        for continuation in ended { continuation.finish() }
    }

    /// Takes out the subscriptions that have ended on their readers' side.
    private func sweep() {
        let ids = gone.withLock { gone in
            defer { gone = [] }
            return gone
        }
        guard !ids.isEmpty else { return }
        // Let go outside the lock: what a subscription has not delivered may do anything when it is released.
        let ended = state.withLock { state in
            ids.compactMap { id in
                state.fanOut.unsubscribe(id)
                return state.continuations.removeValue(forKey: id)
            }
        }
        withExtendedLifetime(ended) {}
    }
}

extension AsyncStream.Continuation.BufferingPolicy {
    init(_ buffer: ModelStreamBuffer) {
        switch buffer {
        case .unbounded:
            self = .unbounded
        case .newest(let count):
            precondition(count > 0, "A model stream's buffer holds at least one element.")
            self = .bufferingNewest(count)
        case .oldest(let count):
            precondition(count > 0, "A model stream's buffer holds at least one element.")
            self = .bufferingOldest(count)
        }
    }
}
