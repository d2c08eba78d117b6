/// Performs what `FanOut` decides, under one lock.
///
/// Its elements are of type `any Sendable`; ``ModelStreamEvents`` casts them back. As generic code, which clients reach through
/// `any ModelStreamReader`, it takes four times as long to subscribe and to send.
///
/// `AsyncStream.Continuation.yield` takes a lock of the reading task, and a cancelled task calls `onTermination` while it holds
/// that lock. So `onTermination` must never take the lock under which we yield. It only notes the subscriber, under a lock of
/// its own that is never held during another call; the next use of the stream removes it.
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
    }

    private let state: Locked<State>
    /// The subscribers whose reading tasks were cancelled.
    private let cancelled = Locked<[Int]>([])

    init(_ fanOut: sending FanOut<Element>) {
        state = Locked(State(fanOut: fanOut))
    }

    var current: Element? { state.withLock { $0.fanOut.current } }

    var subscriberCount: Int {
        removeCancelled()
        return state.withLock { $0.fanOut.subscriberCount }
    }

    func subscribe(buffer: ModelStreamBuffer, log: ModelStreamLog?) -> ModelStreamSubscription {
        buffer.check()
        removeCancelled()
        let id = state.withLock { $0.fanOut.subscribe(buffer) }
        log?.write("subscribed", subscriber: id)
        return ModelStreamSubscription(id, buffer: buffer, in: self, log: log)
    }

    func send(_ element: Element) {
        removeCancelled()
        let dropped = state.withLock { state in
            // Inside the lock, so that all subscribers see one order. Yielding and waking only store and schedule.
            let (effects, dropped) = state.fanOut.send(element)
            for effect in effects { state.perform(effect, element) }
            return dropped
        }
        withExtendedLifetime(dropped) {}
    }

    func finish() {
        removeCancelled()
        state.withLock { state in
            for effect in state.fanOut.finish() { state.perform(effect, nil) }
        }
    }

    // MARK: A subscription's side

    /// The sequence in which a subscriber reads; the same each time.
    func sequence(of id: Int, buffer: ModelStreamBuffer) -> AsyncStream<Element> {
        removeCancelled()
        return state.withLock { state in
            if let sequence = state.sequences[id] { return sequence.stream }
            let (stream, continuation) = AsyncStream.makeStream(of: Element.self, bufferingPolicy: .init(buffer))
            continuation.onTermination = { [weak self] reason in
                // A finished sequence may still have elements that are not read.
                if case .cancelled = reason { self?.cancelled.withLock { $0.append(id) } }
            }
            let (waiting, isLast) = state.fanOut.readSequence(id)
            for element in waiting { continuation.yield(element) }
            if isLast { continuation.finish() }
            state.sequences[id] = (stream, continuation)
            return stream
        }
    }

    /// Calls the closure whenever there are elements to take with ``next(of:)``.
    /// - Parameter wake: called while the stream's lock is held: it may only schedule work.
    func handle(_ id: Int, wake: @escaping @Sendable () -> Void) {
        state.withLock { state in
            state.wakers[id] = wake
            if state.fanOut.handle(id) { wake() }
        }
    }

    /// The next element that waits for a subscriber; nil until it is woken again.
    func next(of id: Int) -> Element? {
        state.withLock { $0.fanOut.next(id) }
    }

    /// Removes a subscriber. More calls do nothing.
    func unsubscribe(_ id: Int) {
        // Released outside the lock: an undelivered element may do anything when it is released.
        let rest = state.withLock { state -> [Any] in
            [
                state.fanOut.unsubscribe(id), state.sequences.removeValue(forKey: id) as Any,
                state.wakers.removeValue(forKey: id) as Any,
            ]
        }
        withExtendedLifetime(rest) {}
    }

    private func removeCancelled() {
        let ids = cancelled.withLock { cancelled in
            defer { cancelled = [] }
            return cancelled
        }
        for id in ids { unsubscribe(id) }
    }
}

/// One subscription. It lasts until it is released or cancelled, or until the task that reads its sequence is cancelled.
final class ModelStreamSubscription: Sendable {
    private let id: Int
    private let buffer: ModelStreamBuffer
    private let storage: ModelStreamStorage
    private let log: ModelStreamLog?

    init(_ id: Int, buffer: ModelStreamBuffer, in storage: ModelStreamStorage, log: ModelStreamLog?) {
        self.id = id
        self.buffer = buffer
        self.storage = storage
        self.log = log
    }

    deinit {
        cancel()
        log?.write("unsubscribed", subscriber: id)
    }

    /// Ends the subscription, also if others hold it. More calls do nothing.
    func cancel() {
        storage.unsubscribe(id)
    }

    /// The elements as a sequence; the same each time.
    var sequence: AsyncStream<any Sendable> { storage.sequence(of: id, buffer: buffer) }

    /// Calls the handler with every element on the main actor, in order, until it returns false or the subscription ends.
    func handle(_ body: @escaping @MainActor @Sendable (any Sendable) -> Bool) {
        storage.handle(id) { [storage, id, log] in
            // Detached: the sender's task-local values are not for the handler.
            Task.detached(priority: Task.currentPriority) { @MainActor in
                while let element = storage.next(of: id) {
                    log?.write("received", subscriber: id, element)
                    guard body(element) else { return storage.unsubscribe(id) }
                }
            }
        }
    }

    func logReceived(_ element: any Sendable) {
        log?.write("received", subscriber: id, element)
    }
}

extension ModelStreamBuffer {
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
