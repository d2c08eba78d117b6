/// The subscribers of a model stream and the elements that wait for each of them: a pure state machine.
///
/// Its methods return effects, which `ModelStreamStorage` performs.
struct FanOut<Element> {
    typealias SubscriberID = Int

    /// What to do for a subscriber.
    enum Effect {
        /// Yield the element to the sequence that it reads.
        case yield(SubscriberID)
        /// Wake its handler, which sleeps.
        case wake(SubscriberID)
        /// End the sequence that it reads.
        case finish(SubscriberID)
    }

    private enum Reader {
        /// Nothing reads yet.
        case none
        /// A sequence, which has its own buffer.
        case sequence
        /// A handler, which takes elements one by one, and sleeps while there are none.
        case handler(isAwake: Bool)
    }

    private struct Subscriber {
        let id: SubscriberID
        let buffer: ModelStreamBuffer
        var reader = Reader.none
        /// The elements that are not read yet; empty if a sequence reads. A slice, since taking its first element is O(1).
        var waiting: ArraySlice<Element> = []

        /// Keeps an element for later, and returns the one that the buffer drops.
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

        /// Takes the first element that waits.
        mutating func next() -> Element? {
            let first = waiting.popFirst()
            // An empty slice would still keep the memory of all elements that were taken.
            if waiting.isEmpty { waiting = [] }
            return first
        }
    }

    private var lastID: SubscriberID = 0
    /// In ascending order of their identifiers.
    private var subscribers: [Subscriber] = []
    private var isFinished = false
    /// The newest element, if the stream keeps it.
    private(set) var current: Element?
    private let keepsCurrent: Bool

    init(keepsCurrent: Bool, current: Element? = nil) {
        self.keepsCurrent = keepsCurrent
        self.current = current
    }

    /// How many subscribers receive elements.
    var subscriberCount: Int { isFinished ? 0 : subscribers.count }

    /// Adds a subscriber. It receives `current` first, if there is one.
    mutating func subscribe(_ buffer: ModelStreamBuffer) -> SubscriberID {
        lastID += 1
        subscribers.append(Subscriber(id: lastID, buffer: buffer, waiting: current.map { [$0] } ?? []))
        return lastID
    }

    /// Removes a subscriber.
    /// - Returns: what it has not read, for the caller to release outside its lock.
    mutating func unsubscribe(_ id: SubscriberID) -> ArraySlice<Element> {
        guard let index = index(of: id) else { return [] }
        return subscribers.remove(at: index).waiting
    }

    /// Makes the subscriber read by a sequence from now on.
    /// - Returns: the first elements of the sequence, and whether they are the last.
    mutating func readSequence(_ id: SubscriberID) -> (waiting: ArraySlice<Element>, isLast: Bool) {
        guard let index = index(of: id) else { return ([], true) }
        defer { subscribers[index].waiting = [] }
        subscribers[index].reader = .sequence
        return (subscribers[index].waiting, isFinished)
    }

    /// Makes a handler take the subscriber's elements from now on.
    /// - Returns: whether there are some already, so that the handler must be woken.
    mutating func handle(_ id: SubscriberID) -> Bool {
        guard let index = index(of: id) else { return false }
        let isAwake = !subscribers[index].waiting.isEmpty
        subscribers[index].reader = .handler(isAwake: isAwake)
        return isAwake
    }

    /// Takes the next element for the handler. If there is none, the handler sleeps until it is woken.
    mutating func next(_ id: SubscriberID) -> Element? {
        guard let index = index(of: id) else { return nil }
        let element = subscribers[index].next()
        if element == nil { subscribers[index].reader = .handler(isAwake: false) }
        return element
    }

    /// Delivers an element.
    /// - Returns: the effects, and the elements that are dropped, for the caller to release outside its lock.
    mutating func send(_ element: Element) -> (effects: [Effect], dropped: [Element]) {
        guard !isFinished else { return ([], []) }
        var effects: [Effect] = []
        var dropped: [Element] = []
        if keepsCurrent {
            if let current { dropped.append(current) }
            current = element
        }
        for index in subscribers.indices {
            if case .sequence = subscribers[index].reader {
                effects.append(.yield(subscribers[index].id))
                continue
            }
            if let rest = subscribers[index].keep(element) { dropped.append(rest) }
            if case .handler(isAwake: false) = subscribers[index].reader {
                subscribers[index].reader = .handler(isAwake: true)
                effects.append(.wake(subscribers[index].id))
            }
        }
        return (effects, dropped)
    }

    /// Ends the stream. Subscribers can still read the elements that wait for them.
    mutating func finish() -> [Effect] {
        isFinished = true
        return subscribers.compactMap {
            if case .sequence = $0.reader { .finish($0.id) } else { nil }
        }
    }

    private func index(of id: SubscriberID) -> Int? {
        let index = subscribers.partitioningIndex { $0.id >= id }
        return index < subscribers.count && subscribers[index].id == id ? index : nil
    }
}
