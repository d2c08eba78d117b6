/// A model stream with a current value: a subscriber receives that value first, and then each one that is sent.
///
/// Create it where the features that share it are connected, and give each the side it needs, as `any ModelStreamReader`
/// or `any ModelStreamWriter`. It ends when it is finished or released; a later subscriber receives the last value.
public final class ValueStream<Element: Sendable>: ModelStreamReader, ModelStreamWriter {
    private let events: EventStream<Element>
    private let first: Element

    /// Makes a stream with an initial value.
    public convenience init(_ value: Element) {
        self.init(EventStream(current: value), value)
    }

    private init(_ events: EventStream<Element>, _ first: Element) {
        self.events = events
        self.first = first
    }

    /// The same stream, logged at debug level under a name: what is sent and received through the result.
    public func logged(
        as name: String, by logger: EventLogger, describe: @escaping @Sendable (Element) -> String = { "\($0)" }
    ) -> ValueStream {
        ValueStream(events.logged(as: name, by: logger, describe: describe), first)
    }

    /// The value that was sent last, or the initial one.
    public var value: Element { events.current ?? first }

    package var subscriberCount: Int { events.subscriberCount }

    /// Subscribes: the current value first, then what is sent from now on.
    public func events(buffer: ModelStreamBuffer) -> ModelStreamEvents<Element> {
        events.events(buffer: buffer)
    }

    /// Makes a value the current one and sends it to all subscribers.
    public func send(_ element: Element) {
        events.send(element)
    }

    /// Ends the stream: subscribers read what was sent before and then the end. More calls do nothing.
    package func finish() {
        events.finish()
    }
}
