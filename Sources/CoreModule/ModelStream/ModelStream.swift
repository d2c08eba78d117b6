/// The reading side of a model stream: hand this to a feature that listens.
public protocol ModelStreamReader<Element>: Sendable {
    /// What the stream carries.
    associatedtype Element: Sendable

    /// Subscribes, and returns the elements from now on. The subscriber is registered before the call returns: nothing
    /// sent afterwards is missed, even if it is read later.
    ///
    /// One subscription is for one reader. It ends when the reading task is cancelled, when the result is let go, and,
    /// after what was sent before, when the stream is finished.
    /// - Parameter buffer: what is kept for a subscriber that reads more slowly than is sent.
    func events(buffer: ModelStreamBuffer) -> ModelStreamEvents<Element>
}

extension ModelStreamReader {
    /// Subscribes with ``ModelStreamBuffer/unbounded``: every element is kept until it is read.
    public func events() -> ModelStreamEvents<Element> {
        events(buffer: .unbounded)
    }
}

/// The writing side of a model stream: hand this to a feature that tells.
public protocol ModelStreamWriter<Element>: Sendable {
    /// What the stream carries.
    associatedtype Element: Sendable

    /// Sends an element to everyone subscribed. All subscribers see all elements in one order, the order of the calls.
    /// It never waits for a reader; sent after the stream's end it goes nowhere.
    func send(_ element: Element)
}

/// A model stream that holds a current value: both of its sides, and the value.
public protocol ValueModelStream<Element>: ModelStreamReader, ModelStreamWriter {
    /// The value sent last, or the one that the stream was made with.
    var value: Element { get }
}

/// What is kept for a subscriber that reads more slowly than is sent.
public enum ModelStreamBuffer: Sendable, Hashable {
    /// All. Memory grows with what is not read.
    case unbounded
    /// The newest ones; older ones are dropped. `newest(1)` suits a state of which only the last matters.
    case newest(Int)
    /// The oldest ones; newer ones are dropped.
    case oldest(Int)
}

/// The elements that one subscriber reads, in the order they were sent.
public struct ModelStreamEvents<Element: Sendable>: AsyncSequence, Sendable {
    /// An event stream never fails.
    public typealias Failure = Never

    /// To a stream of these elements.
    let subscription: ModelStreamSubscription
    /// Is told of what is read.
    var observer: ModelStreamObserver<Element>?

    /// Starts reading. Elements are shared out if more than one reader is made of the same subscription.
    public func makeAsyncIterator() -> Iterator {
        Iterator(base: subscription.sequence.makeAsyncIterator(), subscription: subscription, observer: observer)
    }

    /// Has every element handled on the main actor, in order, until the handler says that it has done with them, or the
    /// subscription is let go. Nothing else may read it.
    func handle(_ body: @escaping @MainActor @Sendable (Element) -> Bool) {
        subscription.handle { [observer] element in
            let element = Self.typed(element)
            observer?.received(element)
            return body(element)
        }
    }

    /// An element of the stream, as what it is.
    static func typed(_ element: any Sendable) -> Element {
        guard let element = element as? Element else {
            preconditionFailure("A stream of \(Element.self) carries nothing else.")
        }
        return element
    }

    /// Reads one element at a time.
    public struct Iterator: AsyncIteratorProtocol {
        var base: AsyncStream<any Sendable>.Iterator
        let subscription: ModelStreamSubscription
        let observer: ModelStreamObserver<Element>?

        /// The next element, or `nil` when the subscription has ended or the reading task is cancelled.
        public mutating func next() async -> Element? {
            read(await base.next())
        }

        /// The next element, read without leaving the caller's isolation.
        public mutating func next(isolation actor: isolated (any Actor)?) async -> Element? {
            read(await base.next(isolation: actor))
        }

        private func read(_ element: (any Sendable)?) -> Element? {
            guard let element = element.map(ModelStreamEvents.typed) else { return nil }
            observer?.received(element)
            return element
        }
    }
}

/// Is told of what one subscription reads. It is let go when the subscription ends.
final class ModelStreamObserver<Element>: Sendable {
    let received: @Sendable (Element) -> Void
    private let ended: @Sendable () -> Void

    init(received: @escaping @Sendable (Element) -> Void, ended: @escaping @Sendable () -> Void) {
        self.received = received
        self.ended = ended
    }

    deinit {
        ended()
    }
}
