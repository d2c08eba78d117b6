/// A model stream without a current value: a subscriber receives what is sent after it subscribed.
///
/// Create it where the features that share it are connected, and give each the side it needs, as `any ModelStreamReader`
/// or `any ModelStreamWriter`. It ends when it is finished or released.
public final class EventStream<Element: Sendable>: ModelStreamReader, ModelStreamWriter {
    private let storage: ModelStreamStorage
    private let log: ModelStreamLog?
    /// The stream that this one is a logged side of. It stays open as long as one of them exists.
    private let original: EventStream?

    /// Makes a stream without subscribers.
    public convenience init() {
        self.init(current: nil)
    }

    /// - Parameter current: the first value of a stream that keeps its newest one; nil for a stream that keeps none.
    init(current: Element?) {
        storage = ModelStreamStorage(current: current.map { Envelope($0) })
        log = nil
        original = nil
    }

    private init(_ original: EventStream, _ log: ModelStreamLog) {
        storage = original.storage
        self.log = log
        self.original = original
    }

    /// The same stream, logged at debug level under a name: what is sent and received through the result.
    public func logged(
        as name: String, by logger: EventLogger, describe: @escaping @Sendable (Element) -> String = { "\($0)" }
    ) -> EventStream {
        EventStream(self, ModelStreamLog(name, logger) { describe(Envelope.open($0)) })
    }

    deinit {
        if original == nil { storage.finish() }
    }

    /// The newest element, if the stream keeps it.
    var current: Element? { storage.current.map { Envelope.open($0) } }

    package var subscriberCount: Int { storage.subscriberCount }

    /// Subscribes to what is sent from now on.
    public func events(buffer: ModelStreamBuffer) -> ModelStreamEvents<Element> {
        ModelStreamEvents(subscription: ModelStreamSubscription(in: storage, buffer: buffer, log: log))
    }

    /// Sends an element to all subscribers.
    public func send(_ element: Element) {
        let envelope = Envelope(element)
        log?.write("sent", envelope)
        storage.send(envelope)
    }

    /// Ends the stream: subscribers read what was sent before and then the end. More calls do nothing.
    public func finish() {
        storage.finish()
    }
}
