import Synchronization

/// Performs what `FanOut` decides, under one lock.
final class ModelStreamStorage<Element: Sendable>: Sendable {
    private struct State {
        var fanOut: FanOut<Element>
        var continuations: [Int: AsyncStream<Element>.Continuation] = [:]
    }

    private let state: Mutex<State>

    init(_ fanOut: sending FanOut<Element>) {
        state = Mutex(State(fanOut: fanOut))
    }

    var current: Element? { state.withLock { $0.fanOut.current } }
    var subscriberCount: Int { state.withLock { $0.fanOut.subscribers.count } }

    func subscribe(buffer: ModelStreamBuffer) -> ModelStreamEvents<Element> {
        let (stream, continuation) = AsyncStream.makeStream(of: Element.self, bufferingPolicy: .init(buffer))
        let action = state.withLock { state in
            let action = state.fanOut.subscribe()
            // Within the lock, so that the replayed element precedes whatever is sent next.
            switch action {
            case .register(let id, let replay):
                state.continuations[id] = continuation
                if let replay { continuation.yield(replay) }
            case .end(let replay):
                if let replay { continuation.yield(replay) }
            }
            return action
        }
        switch action {
        case .register(let id, _):
            continuation.onTermination = { [weak self] _ in self?.unsubscribe(id) }
        case .end:
            continuation.finish()
        }
        return ModelStreamEvents(stream: stream)
    }

    func send(_ element: Element) {
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
        // Outside the lock: ending calls `onTermination`, which takes it.
        for continuation in ended { continuation.finish() }
    }

    private func unsubscribe(_ id: Int) {
        // Let go outside the lock, for the same reason.
        let gone = state.withLock { state in
            state.fanOut.unsubscribe(id)
            return state.continuations.removeValue(forKey: id)
        }
        _ = gone
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
