/// Logs what a stream sends and what its subscribers receive, at debug level, since elements may be private.
final class ModelStreamLog: Sendable {
    private let name: String
    private let logger: Logger
    private let describe: @Sendable (any Sendable) -> String

    init<Element: Sendable>(_ name: String, _ logger: Logger, _ describe: @escaping @Sendable (Element) -> String) {
        self.name = name
        self.logger = logger
        self.describe = { describe(ModelStreamEvents.typed($0)) }
    }

    func write(_ message: String, subscriber: Int? = nil, _ element: (any Sendable)? = nil) {
        logger.debug(
            message,
            [
                "stream": name, "subscriber": subscriber.map { "\($0)" } ?? "",
                "event": element.map(describe) ?? "",
            ])
    }
}
