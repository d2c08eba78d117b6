/// A model stream with a current value: a subscriber receives that value first, and then each one that is sent.
///
/// Create it where the features that share it are connected, and give each the side it needs, as `any ModelStreamReader`
/// or `any ModelStreamWriter`. It ends when it is finished or released; a later subscriber receives the last value.
public final class ValueStream<Element: Sendable>: ModelStreamReader, ModelStreamWriter {
    private let storage: ModelStreamStorage
    private let first: Element
    private let log: ModelStreamLog?
    /// The stream that this one is a logged side of. It stays open as long as one of them exists.
    private let original: ValueStream?

    /// Makes a stream with an initial value.
    public init(_ value: Element) {
        first = value
        storage = ModelStreamStorage(current: value)
        log = nil
        original = nil
    }

    private init(_ original: ValueStream, _ log: ModelStreamLog) {
        first = original.first
        storage = original.storage
        self.log = log
        self.original = original
    }

    /// The same stream with a log: at debug level, it logs under a name what is sent through the result, and what those
    /// receive that subscribe through it.
    public func logged(
        as name: String, by logger: Logger, describe: @escaping @Sendable (Element) -> String = { "\($0)" }
    ) -> ValueStream {
        ValueStream(self, ModelStreamLog(name, logger, describe))
    }

    deinit {
        if original == nil { storage.finish() }
    }

    /// The value that was sent last, or the initial one.
    public var value: Element { storage.current.map(ModelStreamEvents.typed) ?? first }

    /// How many subscriptions are open.
    public var subscriberCount: Int { storage.subscriberCount }

    /// Subscribes: the current value first, then what is sent from now on.
    public func events(buffer: ModelStreamBuffer) -> ModelStreamEvents<Element> {
        ModelStreamEvents(subscription: ModelStreamSubscription(in: storage, buffer: buffer, log: log))
    }

    /// Makes a value the current one and sends it to all subscribers.
    public func send(_ element: Element) {
        log?.write("sent", element)
        storage.send(element)
    }

    /// Ends the stream: subscribers read what was sent before and then the end. More calls do nothing.
    public func finish() {
        storage.finish()
    }
}
