/// Logs what a stream sends and what its subscribers receive, at debug level, since elements may be private.
final class ModelStreamLog<Element: Sendable>: Sendable {
    private let name: String
    private let logger: Logger
    private let describe: @Sendable (Element) -> String

    init(_ name: String, _ logger: Logger, _ describe: @escaping @Sendable (Element) -> String) {
        self.name = name
        self.logger = logger
        self.describe = describe
    }

    func write(_ message: String, subscriber: Int? = nil, _ element: Element? = nil) {
        logger.debug(
            message,
            [
                "stream": name, "subscriber": subscriber.map { "\($0)" } ?? "",
                "event": element.map(describe) ?? "",
            ])
    }
}
