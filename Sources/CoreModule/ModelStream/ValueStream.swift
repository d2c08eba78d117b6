/// A model stream that holds a current value: a subscriber sees that value first, and then each one that follows it.
///
/// Keep it where the features that share it are wired together, and hand each its narrow side, as `any ModelStreamReader`
/// or `any ModelStreamWriter`. It ends when it is finished or let go; one who subscribes after that sees the last value.
public final class ValueStream<Element: Sendable>: ValueModelStream {
    private let storage: ModelStreamStorage
    private let first: Element

    /// Makes a stream that holds a value.
    public init(_ value: Element) {
        first = value
        storage = ModelStreamStorage(FanOut(keepsCurrent: true, current: value))
    }

    deinit {
        storage.finish()
    }

    /// The value sent last, or the one that the stream was made with.
    public var value: Element { storage.current.map(ModelStreamEvents.typed) ?? first }

    /// How many subscriptions are open.
    public var subscriberCount: Int { storage.subscriberCount }

    /// Subscribes: the current value first, then what is sent from now on.
    public func events(buffer: ModelStreamBuffer) -> ModelStreamEvents<Element> {
        ModelStreamEvents(subscription: storage.subscribe(buffer: buffer))
    }

    /// Makes a value the current one and sends it to everyone subscribed.
    public func send(_ element: Element) {
        storage.send(element)
    }

    /// Ends the stream: subscribers read what was sent before and then the end. More calls do nothing.
    public func finish() {
        storage.finish()
    }
}
