/// The reading side of a model stream. Give it to a feature that receives.
public protocol ModelStreamReader<Element>: Sendable {
    /// The type of the elements.
    associatedtype Element: Sendable

    /// Subscribes, and returns the elements from now on. The subscription exists when the call returns: the subscriber
    /// receives everything that is sent afterwards, even if it reads later.
    ///
    /// One subscription is for one reader. It ends when the reading task is cancelled, when the result is released, or,
    /// after the elements that were sent before, when the stream is finished.
    /// - Parameter buffer: what is kept for a subscriber that reads more slowly than others send.
    func events(buffer: ModelStreamBuffer) -> ModelStreamEvents<Element>
}

extension ModelStreamReader {
    /// Subscribes with ``ModelStreamBuffer/unbounded``: every element is kept until it is read.
    public func events() -> ModelStreamEvents<Element> {
        events(buffer: .unbounded)
    }
}

/// The writing side of a model stream. Give it to a feature that sends.
public protocol ModelStreamWriter<Element>: Sendable {
    /// The type of the elements.
    associatedtype Element: Sendable

    /// Sends an element to all subscribers. All of them receive all elements in one order, the order of the calls.
    /// It never waits for a reader. After the end of the stream it does nothing.
    func send(_ element: Element)
}

/// The elements that are kept for a subscriber that reads more slowly than others send.
public enum ModelStreamBuffer: Sendable, Hashable {
    /// All elements. Memory grows with what is not read.
    case unbounded
    /// The newest elements; older ones are dropped. `newest(1)` suits a state of which only the last value matters.
    case newest(Int)
    /// The oldest elements; newer ones are dropped.
    case oldest(Int)
}

/// The elements that one subscriber reads, in the order in which they were sent. A second reader continues after the first.
public struct ModelStreamEvents<Element: Sendable>: AsyncSequence, AsyncIteratorProtocol, Sendable {
    /// A model stream never fails.
    public typealias Failure = Never

    let subscription: ModelStreamSubscription

    /// Starts reading.
    public func makeAsyncIterator() -> Self { self }

    /// The next element, or nil when the subscription has ended or the reading task is cancelled.
    public mutating func next(isolation actor: isolated (any Actor)? = #isolation) async -> Element? {
        await subscription.next(isolation: actor).map { Envelope.open($0) }
    }

    /// The next element, for systems before macOS 15 and iOS 18, whose loops do not know ``next(isolation:)``.
    @_disfavoredOverload
    public mutating func next() async -> Element? {
        await next(isolation: nil)
    }

    /// Calls the handler with every element on the main actor, in order, until it returns false or the subscription ends.
    /// Nothing else may read the subscription. A task runs only while there are elements.
    func handle(_ body: @escaping @MainActor @Sendable (Element) -> Bool) {
        subscription.handle { body(Envelope.open($0)) }
    }
}
