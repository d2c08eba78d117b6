/// Who is subscribed to a model stream, what waits for each of them, and whether the stream has ended: the order-sensitive part,
/// as a pure state machine.
///
/// Its methods return what is to be done; `ModelStreamStorage` does it.
struct FanOut<Element> {
    typealias SubscriberID = Int

    /// What is to be done for a subscriber.
    enum Effect {
        /// Hand an element on to the sequence that it reads.
        case yield(SubscriberID)
        /// Have what handles its elements take them: it sleeps.
        case wake(SubscriberID)
        /// End the sequence that it reads.
        case finish(SubscriberID)
    }

    private enum Reader {
        /// Nobody reads yet.
        case none
        /// A sequence, which has a buffer of its own.
        case sequence
        /// What handles the elements one by one as long as there are some, and sleeps else.
        case handler(isAwake: Bool)
    }

    private struct Subscriber {
        let id: SubscriberID
        let buffer: ModelStreamBuffer
        var reader = Reader.none
        /// What was sent and is not read; nothing where a sequence reads. A slice, from whose front elements are taken at no cost.
        var waiting: ArraySlice<Element> = []

        /// Keeps an element for later, and returns the one that has no room any more.
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
            // The slice's memory holds what was taken from it.
            if waiting.isEmpty { waiting = [] }
            return first
        }
    }

    private var lastID: SubscriberID = 0
    /// By their numbers, which ascend.
    private var subscribers: [Subscriber] = []
    private var isFinished = false
    /// The newest element, where the stream keeps it.
    private(set) var current: Element?
    private let keepsCurrent: Bool

    init(keepsCurrent: Bool, current: Element? = nil) {
        self.keepsCurrent = keepsCurrent
        self.current = current
    }

    /// How many there are to whom elements are delivered.
    var subscriberCount: Int { isFinished ? 0 : subscribers.count }

    /// A new subscriber, to whom `current` is due first, if there is one.
    mutating func subscribe(_ buffer: ModelStreamBuffer) -> SubscriberID {
        lastID += 1
        subscribers.append(Subscriber(id: lastID, buffer: buffer, waiting: current.map { [$0] } ?? []))
        return lastID
    }

    /// Forgets a subscriber. What it has not read is returned, to be let go wherever that can do no harm.
    mutating func unsubscribe(_ id: SubscriberID) -> ArraySlice<Element> {
        guard let index = index(of: id) else { return [] }
        return subscribers.remove(at: index).waiting
    }

    /// The subscriber reads by a sequence from now on: what it begins with, and whether it ends with that.
    mutating func readSequence(_ id: SubscriberID) -> (waiting: ArraySlice<Element>, isLast: Bool) {
        guard let index = index(of: id) else { return ([], true) }
        defer { subscribers[index].waiting = [] }
        subscribers[index].reader = .sequence
        return (subscribers[index].waiting, isFinished)
    }

    /// The subscriber's elements are handled from now on: whether there are some already, so that the handler is to be woken.
    mutating func handle(_ id: SubscriberID) -> Bool {
        guard let index = index(of: id) else { return false }
        let isAwake = !subscribers[index].waiting.isEmpty
        subscribers[index].reader = .handler(isAwake: isAwake)
        return isAwake
    }

    /// The next element to be handled; where there is none, the handler sleeps until it is woken.
    mutating func next(_ id: SubscriberID) -> Element? {
        guard let index = index(of: id) else { return nil }
        let element = subscribers[index].next()
        if element == nil { subscribers[index].reader = .handler(isAwake: false) }
        return element
    }

    /// Delivers an element. What nobody keeps any more is returned with what is to be done, to be let go wherever that can do no
    /// harm.
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

    /// Ends the stream. What waits for a subscriber can still be read.
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
