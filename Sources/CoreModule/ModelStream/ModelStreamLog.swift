/// Logs what a stream sends and what its subscribers receive, at debug level, since elements may be private.
final class ModelStreamLog: Sendable {
    private let name: String
    private let logger: EventLogger
    private let describe: @Sendable (any AnyEnvelope) -> String

    init(_ name: String, _ logger: EventLogger, _ describe: @escaping @Sendable (any AnyEnvelope) -> String) {
        self.name = name
        self.logger = logger.labelled("stream")
        self.describe = describe
    }

    func write(_ message: String, subscriber: UInt32? = nil, _ element: (any AnyEnvelope)? = nil) {
        logger.debug(
            message,
            [
                "stream": name, "subscriber": subscriber.map { "\($0)" } ?? "",
                "event": element.map(describe) ?? "",
            ])
    }
}
