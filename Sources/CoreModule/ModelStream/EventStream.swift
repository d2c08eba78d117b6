/// A model stream that only passes events: a subscriber sees what is sent from then on.
///
/// Keep it where the features that share it are wired together, and hand each its narrow side, as `any ModelStreamReader`
/// or `any ModelStreamWriter`. It ends when it is finished or let go.
public final class EventStream<Element: Sendable>: ModelStreamReader, ModelStreamWriter {
    private let storage = ModelStreamStorage(FanOut(keepsCurrent: false))

    /// Makes a stream without subscribers.
    public init() {}

    deinit {
        storage.finish()
    }

    /// How many subscriptions are open.
    public var subscriberCount: Int { storage.subscriberCount }

    /// Subscribes to what is sent from now on.
    public func events(buffer: ModelStreamBuffer) -> ModelStreamEvents<Element> {
        ModelStreamEvents(subscription: storage.subscribe(buffer: buffer))
    }

    /// Sends an event to everyone subscribed.
    public func send(_ element: Element) {
        storage.send(element)
    }

    /// Ends the stream: subscribers read what was sent before and then the end. More calls do nothing.
    public func finish() {
        storage.finish()
    }
}
