/// Who is subscribed to a model stream, and whether it has ended: the order-sensitive part, as a pure state machine.
///
/// Its methods return what is to be done; `ModelStreamStorage` does it.
struct FanOut<Element> {
    typealias SubscriberID = Int

    private var lastID: SubscriberID = 0
    private(set) var subscribers: [SubscriberID] = []
    private(set) var isFinished = false
    /// The newest element, where the stream keeps it.
    private(set) var current: Element?
    private let keepsCurrent: Bool

    init(keepsCurrent: Bool, current: Element? = nil) {
        self.keepsCurrent = keepsCurrent
        self.current = current
    }

    /// The new subscriber, to whom `current` is due first, if there is one; `nil` where that is all it gets.
    mutating func subscribe() -> SubscriberID? {
        guard !isFinished else { return nil }
        lastID += 1
        subscribers.append(lastID)
        return lastID
    }

    mutating func unsubscribe(_ id: SubscriberID) {
        subscribers.removeAll { $0 == id }
    }

    /// The subscribers to deliver the element to.
    mutating func send(_ element: Element) -> [SubscriberID] {
        guard !isFinished else { return [] }
        if keepsCurrent { current = element }
        return subscribers
    }

    /// The subscribers to end.
    mutating func finish() -> [SubscriberID] {
        isFinished = true
        defer { subscribers = [] }
        return subscribers
    }
}
