/// The subscribers of a model stream, and the elements that wait for each of them, under one lock.
final class ModelStreamStorage<Element: Sendable>: Sendable {
    /// Wakes a reader that has found nothing: with true if there is an element now, with false at the end of the subscription.
    typealias Waker = @Sendable (_ hasMore: Bool) -> Void
    private typealias Reader = (subscriber: Int, wake: Waker)

    private struct Subscriber {
        let id: Int
        let buffer: ModelStreamBuffer
        /// The elements that are not read yet. A slice, since taking its first element is O(1).
        var waiting: ArraySlice<Element>

        /// Keeps an element until it is read, and returns the one that the buffer drops.
        mutating func keep(_ element: Element) -> Element? {
            switch buffer {
            case .oldest(let count) where waiting.count >= count: return element
            case .newest(let count) where waiting.count >= count:
                let oldest = waiting.first
                waiting = waiting.dropFirst() + [element]
                return oldest
            default:
                waiting.append(element)
                return nil
            }
        }
    }

    private struct State {
        /// In ascending order of their identifiers.
        var subscribers: [Subscriber] = []
        /// The readers that wait. An element wakes all of them, since it is for every subscriber.
        var readers: [Reader] = []
        var lastID = 0
        var isFinished = false
        /// The newest element, if the stream keeps it.
        var current: Element?

        func index(of id: Int) -> Int? {
            let index = subscribers.partitioningIndex { $0.id >= id }
            return index < subscribers.count && subscribers[index].id == id ? index : nil
        }

        mutating func takeReaders() -> [Reader] {
            defer { readers = [] }
            return readers
        }
    }

    private let state: Locked<State>

    /// - Parameter current: the first value of a stream that keeps its newest one; nil for a stream that keeps none.
    init(current: Element?) {
        state = Locked(State(current: current))
    }

    var current: Element? { state.withLock { $0.current } }

    var subscriberCount: Int { state.withLock { $0.isFinished ? 0 : $0.subscribers.count } }

    /// Adds a subscriber. It receives the current element first, if there is one.
    func subscribe(buffer: ModelStreamBuffer) -> Int {
        if case .newest(let count) = buffer { precondition(count > 0, "A buffer holds at least one element.") }
        if case .oldest(let count) = buffer { precondition(count > 0, "A buffer holds at least one element.") }
        return state.withLock { state in
            state.lastID += 1
            let waiting = state.current.map { [$0] } ?? []
            state.subscribers.append(Subscriber(id: state.lastID, buffer: buffer, waiting: waiting[...]))
            return state.lastID
        }
    }

    /// Delivers an element to all subscribers, unless the stream has ended.
    func send(_ element: Element) {
        let (readers, dropped) = state.withLock { state -> ([Reader], [Element]) in
            guard !state.isFinished else { return ([], []) }
            var dropped: [Element] = []
            if let current = state.current {
                dropped.append(current)
                state.current = element
            }
            for index in state.subscribers.indices {
                if let rest = state.subscribers[index].keep(element) { dropped.append(rest) }
            }
            return (state.takeReaders(), dropped)
        }
        for reader in readers { reader.wake(true) }
        // Released outside the lock: an element may do anything when it is released.
        withExtendedLifetime(dropped) {}
    }

    /// Ends the stream. Subscribers can still read the elements that wait for them.
    func finish() {
        let readers = state.withLock { state in
            state.isFinished = true
            return state.takeReaders()
        }
        for reader in readers { reader.wake(false) }
    }

    /// Takes the first element that waits for a subscriber.
    func next(of id: Int) -> Element? {
        state.withLock { state in
            guard let index = state.index(of: id) else { return nil }
            let element = state.subscribers[index].waiting.popFirst()
            // An empty slice would still keep the memory of all elements that were taken.
            if state.subscribers[index].waiting.isEmpty { state.subscribers[index].waiting = [] }
            return element
        }
    }

    /// Calls the closure once, as soon as the subscriber has an element to take or has ended: at once if that is so already.
    func wait(for id: Int, _ wake: @escaping Waker) {
        let hasMore: Bool? = state.withLock { state in
            guard let index = state.index(of: id) else { return false }
            guard state.subscribers[index].waiting.isEmpty else { return true }
            guard !state.isFinished else { return false }
            state.readers.append((id, wake))
            return nil
        }
        if let hasMore { wake(hasMore) }
    }

    /// Removes a subscriber. More calls do nothing.
    func unsubscribe(_ id: Int) {
        let removed = state.withLock { state -> (subscriber: Subscriber, readers: [Reader])? in
            guard let index = state.index(of: id) else { return nil }
            let readers = state.readers.filter { $0.subscriber == id }
            state.readers.removeAll { $0.subscriber == id }
            return (state.subscribers.remove(at: index), readers)
        }
        for reader in removed?.readers ?? [] { reader.wake(false) }
        // Released outside the lock: an element may do anything when it is released.
        withExtendedLifetime(removed) {}
    }
}

/// A subscription, whatever the elements are.
protocol Subscription: AnyObject, Sendable {
    /// Ends the subscription, also if others hold it. More calls do nothing.
    func cancel()
}

/// One subscription. It lasts until it is released or cancelled, or until a task that reads it is cancelled.
final class ModelStreamSubscription<Element: Sendable>: Subscription {
    private let id: Int
    private let storage: ModelStreamStorage<Element>
    private let log: ModelStreamLog<Element>?

    init(in storage: ModelStreamStorage<Element>, buffer: ModelStreamBuffer, log: ModelStreamLog<Element>?) {
        id = storage.subscribe(buffer: buffer)
        self.storage = storage
        self.log = log
        log?.write("subscribed", subscriber: id)
    }

    deinit {
        cancel()
        log?.write("unsubscribed", subscriber: id)
    }

    func cancel() {
        storage.unsubscribe(id)
    }

    /// Waits for the next element; nil at the end, or if the task is cancelled, which ends the subscription.
    func next(isolation: isolated (any Actor)? = #isolation) async -> Element? {
        while !Task.isCancelled {
            if let element = storage.next(of: id) {
                log?.write("received", subscriber: id, element)
                return element
            }
            let hasMore = Promise<Bool>()
            storage.wait(for: id) { hasMore.set($0) }
            guard await hasMore.value(whenCancelled: false) else { break }
        }
        cancel()
        return nil
    }

    /// Calls the handler with every element on the main actor, in order, until it returns false or the subscription ends.
    func handle(_ body: @escaping @MainActor @Sendable (Element) -> Bool) {
        storage.handle(id, log, body)
    }
}

extension ModelStreamStorage {
    /// Does not hold the subscription, which would then never be released.
    fileprivate func handle(
        _ id: Int, _ log: ModelStreamLog<Element>?, _ body: @escaping @MainActor @Sendable (Element) -> Bool
    ) {
        wait(for: id) { [self] hasMore in
            guard hasMore else { return }
            // Detached: the sender's task-local values are not for the handler.
            Task.detached(priority: Task.currentPriority) { @MainActor [self] in
                while let element = next(of: id) {
                    log?.write("received", subscriber: id, element)
                    guard body(element) else { return unsubscribe(id) }
                }
                handle(id, log, body)
            }
        }
    }
}
