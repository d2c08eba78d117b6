/// Performs what `FanOut` decides, under one lock.
///
/// It is the same code for whatever a stream carries: generic code that is reached through a protocol, as streams are, looks its
/// types up at every step, which takes longer than all the rest of a subscription. The one who sends and the one who reads are of
/// one `EventStream` or `ValueStream`, so what is read is of the type that was sent.
///
/// To yield to a sequence takes a lock of the reading task, and a task that is cancelled calls `onTermination` with that lock
/// held. So `onTermination` must never take the lock under which we yield: it only notes who is gone, under a lock of its own
/// that is never held while anything else is called. Those are taken out when the stream is used next.
final class ModelStreamStorage: Sendable {
    typealias Element = any Sendable

    private struct State {
        var fanOut: FanOut<Element>
        var sequences: [Int: (stream: AsyncStream<Element>, continuation: AsyncStream<Element>.Continuation)] = [:]
        var wakers: [Int: @Sendable () -> Void] = [:]

        mutating func perform(_ effect: FanOut<Element>.Effect, _ element: Element?) {
            switch effect {
            case .yield(let id): if let element { sequences[id]?.continuation.yield(element) }
            case .wake(let id): wakers[id]?()
            case .finish(let id): sequences[id]?.continuation.finish()
            }
        }

        /// Forgets a subscriber, and returns all that was kept for it.
        mutating func remove(_ id: Int) -> [Any] {
            let waiting = fanOut.unsubscribe(id)
            return [waiting, sequences.removeValue(forKey: id) as Any, wakers.removeValue(forKey: id) as Any]
        }
    }

    private let state: Locked<State>
    /// Whose reading task was cancelled.
    private let gone = Locked<[Int]>([])

    init(_ fanOut: sending FanOut<Element>) {
        state = Locked(State(fanOut: fanOut))
    }

    var current: Element? { state.withLock { $0.fanOut.current } }

    var subscriberCount: Int {
        sweep()
        return state.withLock { $0.fanOut.subscriberCount }
    }

    func subscribe(buffer: ModelStreamBuffer) -> ModelStreamSubscription {
        buffer.check()
        sweep()
        let id = state.withLock { $0.fanOut.subscribe(buffer) }
        return ModelStreamSubscription(id, buffer: buffer, to: self)
    }

    func send(_ element: Element) {
        sweep()
        let dropped = state.withLock { state in
            // Within the lock, so that all subscribers see one order. To yield and to wake only store and schedule.
            let (effects, dropped) = state.fanOut.send(element)
            for effect in effects { state.perform(effect, element) }
            return dropped
        }
        withExtendedLifetime(dropped) {}
    }

    func finish() {
        sweep()
        state.withLock { state in
            for effect in state.fanOut.finish() { state.perform(effect, nil) }
        }
    }

    // MARK: A subscription's side

    /// The sequence in which a subscriber reads; the same each time.
    func sequence(of id: Int, buffer: ModelStreamBuffer) -> AsyncStream<Element> {
        sweep()
        return state.withLock { state in
            if let sequence = state.sequences[id] { return sequence.stream }
            let (stream, continuation) = AsyncStream.makeStream(of: Element.self, bufferingPolicy: .init(buffer))
            continuation.onTermination = { [weak self] reason in
                // One that is only finished may have elements that are not read yet.
                if case .cancelled = reason { self?.gone.withLock { $0.append(id) } }
            }
            let (waiting, isLast) = state.fanOut.readSequence(id)
            for element in waiting { continuation.yield(element) }
            if isLast { continuation.finish() }
            state.sequences[id] = (stream, continuation)
            return stream
        }
    }

    /// Has what waits for a subscriber be taken, by ``next(of:)``, whenever there is something.
    /// - Parameter wake: called with the stream's lock held: it may only schedule.
    func handle(_ id: Int, wake: @escaping @Sendable () -> Void) {
        state.withLock { state in
            state.wakers[id] = wake
            if state.fanOut.handle(id) { wake() }
        }
    }

    /// The next element that waits for a subscriber; `nil` until it is woken again.
    func next(of id: Int) -> Element? {
        state.withLock { $0.fanOut.next(id) }
    }

    /// Forgets a subscriber.
    func unsubscribe(_ id: Int) {
        // Let go outside the lock: what a subscription has not delivered may do anything when it is released.
        let rest = state.withLock { $0.remove(id) }
        withExtendedLifetime(rest) {}
    }

    /// Takes out the subscriptions whose reading tasks were cancelled.
    private func sweep() {
        let ids = gone.withLock { gone in
            defer { gone = [] }
            return gone
        }
        for id in ids { unsubscribe(id) }
    }
}

/// One subscription: it lasts until it is let go, or until the task that reads its sequence is cancelled.
final class ModelStreamSubscription: Sendable {
    private let id: Int
    private let buffer: ModelStreamBuffer
    private let storage: ModelStreamStorage

    init(_ id: Int, buffer: ModelStreamBuffer, to storage: ModelStreamStorage) {
        self.id = id
        self.buffer = buffer
        self.storage = storage
    }

    deinit {
        cancel()
    }

    /// Ends the subscription, whoever else holds it. More calls do nothing.
    func cancel() {
        storage.unsubscribe(id)
    }

    /// The elements as a sequence; the same each time.
    var sequence: AsyncStream<any Sendable> { storage.sequence(of: id, buffer: buffer) }

    /// Has every element handled on the main actor, in order, until the handler says that it has done with them. A task runs only
    /// while there are elements to handle.
    func handle(_ body: @escaping @MainActor @Sendable (any Sendable) -> Bool) {
        storage.handle(id) { [storage, id] in
            // Not in the context of the one who sends, whose task-local values are none of the handler's.
            Task.detached(priority: Task.currentPriority) { @MainActor in
                while let element = storage.next(of: id) {
                    guard body(element) else { return storage.unsubscribe(id) }
                }
            }
        }
    }
}

extension ModelStreamBuffer {
    /// Whether it has room for anything.
    fileprivate func check() {
        switch self {
        case .unbounded: break
        case .newest(let count), .oldest(let count):
            precondition(count > 0, "A model stream's buffer holds at least one element.")
        }
    }
}

extension AsyncStream.Continuation.BufferingPolicy {
    fileprivate init(_ buffer: ModelStreamBuffer) {
        switch buffer {
        case .unbounded: self = .unbounded
        case .newest(let count): self = .bufferingNewest(count)
        case .oldest(let count): self = .bufferingOldest(count)
        }
    }
}
