/// The subscribers of a model stream, and the elements that wait for each of them, under one lock.
final class ModelStreamStorage: Sendable {
    typealias Place = LinkedList<Subscriber>.Place

    /// What waits for the next element of a subscriber.
    enum Reader {
        /// Receives the element or the end. Unchecked: it is resumed once, by the code that removes it from ``Subscriber/readers``.
        case task(UnsafeContinuation<Next, Never>)
        /// Is called to take the elements.
        case handler(@Sendable () -> Void)
    }

    /// What a subscriber finds.
    enum Next {
        case element(any AnyEnvelope)
        case nothingYet
        case end
    }

    struct Subscriber {
        let buffer: ModelStreamBuffer
        /// The elements that are not read yet.
        var waiting = LinkedList<any AnyEnvelope>()
        /// At most one, unless several tasks read one subscription.
        var readers: [Reader] = []

        /// Keeps an element until it is read, and returns the one that the buffer drops.
        mutating func keep(_ element: any AnyEnvelope) -> (any AnyEnvelope)? {
            switch buffer {
            case .oldest(let count) where waiting.count >= count: return element
            case .newest(let count) where waiting.count >= count:
                waiting.append(element)
                return waiting.removeFirst()
            default:
                waiting.append(element)
                return nil
            }
        }
    }

    private struct State {
        /// In the order of subscribing.
        var subscribers = LinkedList<Subscriber>()
        var isFinished = false
        /// The newest element, if the stream keeps it.
        var current: (any AnyEnvelope)?
    }

    private let state: Locked<State>

    /// - Parameter current: the first value of a stream that keeps its newest one; nil for a stream that keeps none.
    init(current: (any AnyEnvelope)?) {
        state = Locked(State(current: current))
    }

    var current: (any AnyEnvelope)? { state.withLock { $0.current } }
    var subscriberCount: Int { state.withLock { $0.isFinished ? 0 : $0.subscribers.count } }

    /// Adds a subscriber. It receives the current element first, if there is one.
    func subscribe(buffer: ModelStreamBuffer) -> Place {
        if case .newest(let count) = buffer { precondition(count > 0, "A buffer holds at least one element.") }
        if case .oldest(let count) = buffer { precondition(count > 0, "A buffer holds at least one element.") }
        return state.withLock { state in
            var subscriber = Subscriber(buffer: buffer)
            if let current = state.current { subscriber.waiting.append(current) }
            return state.subscribers.append(subscriber)
        }
    }

    /// Delivers an element to all subscribers, unless the stream has ended.
    func send(_ element: any AnyEnvelope) {
        let (readers, dropped) = state.withLock { state -> ([Reader], [any AnyEnvelope]) in
            guard !state.isFinished else { return ([], []) }
            var (readers, dropped): ([Reader], [any AnyEnvelope]) = ([], [])
            if let current = state.current {
                dropped.append(current)
                state.current = element
            }
            state.subscribers.updateAll { subscriber in
                if !subscriber.readers.isEmpty {
                    let reader = subscriber.readers.removeFirst()
                    readers.append(reader)
                    if case .task = reader { return }
                }
                if let rest = subscriber.keep(element) { dropped.append(rest) }
            }
            return (readers, dropped)
        }
        for reader in readers {
            switch reader {
            case .task(let continuation): continuation.resume(returning: .element(element))
            case .handler(let wake): wake()
            }
        }
        // Released outside the lock: an element may do anything when it is released.
        withExtendedLifetime(dropped) {}
    }

    /// Ends the stream. Subscribers can still read the elements that wait for them.
    func finish() {
        let readers = state.withLock { state in
            state.isFinished = true
            var readers: [Reader] = []
            state.subscribers.updateAll { subscriber in
                readers += subscriber.readers
                subscriber.readers = []
            }
            return readers
        }
        for case .task(let continuation) in readers { continuation.resume(returning: .end) }
    }

    /// Takes the first element that waits for a subscriber. If there is none yet, the reader waits for the next one.
    func next(of place: Place, orLeave reader: Reader? = nil) -> Next {
        state.withLock { state in
            let isFinished = state.isFinished
            let next = state.subscribers.update(place) { subscriber -> Next in
                if let element = subscriber.waiting.removeFirst() { return .element(element) }
                if isFinished { return .end }
                if let reader { subscriber.readers.append(reader) }
                return .nothingYet
            }
            return next ?? .end
        }
    }

    /// Calls a handler once there is an element for a subscriber to take: at once if one waits already.
    func handle(_ place: Place, _ wake: @escaping @Sendable () -> Void) {
        let isReady = state.withLock { state in
            state.subscribers.update(place) { subscriber in
                if subscriber.waiting.isEmpty { subscriber.readers.append(.handler(wake)) }
                return !subscriber.waiting.isEmpty
            }
        }
        if isReady == true { wake() }
    }

    /// Removes a subscriber. More calls do nothing.
    func unsubscribe(_ place: Place) {
        // Released outside the lock: an element may do anything when it is released.
        guard let removed = state.withLock({ $0.subscribers.remove(place) }) else { return }
        for case .task(let continuation) in removed.readers { continuation.resume(returning: .end) }
    }
}
