/// Logs what is sent to another stream and what each of its subscribers receives, and when subscriptions begin and end: all of
/// it at ``Logger/Level/debug``, because what streams carry may be private.
public struct LoggingModelStream<Base: ModelStreamReader & ModelStreamWriter>:
    ModelStreamReader, ModelStreamWriter, CustomReflectable
{
    /// What the stream carries.
    public typealias Element = Base.Element

    private let base: Base
    private let name: String
    private let logger: Logger
    private let describe: @Sendable (Base.Element) -> String
    private let subscriptions = SubscriptionCount()

    /// Makes a stream that tells of what goes through another.
    /// - Parameters:
    ///   - base: the stream.
    ///   - name: what the log calls it: `words`.
    ///   - logger: is told.
    ///   - describe: says what an element is.
    public init(
        _ base: Base, name: String, logger: Logger,
        describe: @escaping @Sendable (Base.Element) -> String = { "\($0)" }
    ) {
        self.base = base
        self.name = name
        self.logger = logger
        self.describe = describe
    }

    /// Subscribes.
    public func events(buffer: ModelStreamBuffer) -> ModelStreamEvents<Base.Element> {
        var events = base.events(buffer: buffer)
        guard logger.isEnabled(.debug) else { return events }
        let subscriber = "\(subscriptions.next())"
        logger.debug("subscribed", ["stream": name, "subscriber": subscriber])
        let observed = events.observer
        events.observer = ModelStreamObserver { [name, logger, describe] element in
            observed?.received(element)
            logger.debug("received", ["stream": name, "subscriber": subscriber, "event": describe(element)])
        } ended: { [name, logger] in
            withExtendedLifetime(observed) {}
            logger.debug("unsubscribed", ["stream": name, "subscriber": subscriber])
        }
        return events
    }

    /// Sends an element to everyone subscribed.
    public func send(_ element: Base.Element) {
        logger.debug("sent", ["stream": name, "event": describe(element)])
        base.send(element)
    }

    /// The other stream's mirror: the live tree shows a feature's need, not who listens.
    public var customMirror: Mirror { Mirror(reflecting: base) }

    /// Numbers the subscriptions of one stream.
    private final class SubscriptionCount: Sendable {
        private let last = Locked(0)

        func next() -> Int {
            last.withLock { last in
                last += 1
                return last
            }
        }
    }
}

extension LoggingModelStream: ValueModelStream where Base: ValueModelStream {
    /// The other stream's value.
    public var value: Base.Element { base.value }
}
