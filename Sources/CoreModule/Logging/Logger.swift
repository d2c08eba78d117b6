/// Writes down what happens: a value that is handed in, never a global.
///
/// Words, tasks and other private data of the user belong at ``Level/debug`` only; secrets nowhere.
public struct Logger: Sendable {
    /// How much a message matters, the least first.
    public enum Level: Int, Sendable, Comparable, CaseIterable, CustomStringConvertible {
        /// For whoever is looking for a fault; may hold the user's private data.
        case debug
        /// What the program does, in the large.
        case info
        /// Something that the program copes with but that somebody may want to know.
        case warning
        /// Something failed.
        case error

        /// The lower one matters less.
        public static func < (lhs: Self, rhs: Self) -> Bool { lhs.rawValue < rhs.rawValue }

        /// `debug`, `info`, `warning` or `error`.
        public var description: String {
            switch self {
            case .debug: "debug"
            case .info: "info"
            case .warning: "warning"
            case .error: "error"
            }
        }

        /// The level of that name.
        public init?(name: String) {
            guard let level = Self.allCases.first(where: { $0.description == name }) else { return nil }
            self = level
        }
    }

    /// Messages below this level are not even made.
    public var minimumLevel: Level
    private let label: String
    private let handler: any LogHandler
    private let clock: WallClock
    private let isSilent: Bool

    /// Makes a logger.
    /// - Parameters:
    ///   - label: says where the messages come from, as `sqlite` or `translation`.
    ///   - minimumLevel: the lowest level that is written.
    ///   - handler: where the messages go.
    ///   - clock: stamps them.
    public init(
        label: String, minimumLevel: Level = .info, handler: any LogHandler, clock: WallClock = .system
    ) {
        self.label = label
        self.minimumLevel = minimumLevel
        self.handler = handler
        self.clock = clock
        isSilent = handler is NoLogHandler
    }

    /// A logger that writes nothing, and has no message made.
    public static let disabled = Logger(label: "", minimumLevel: .error, handler: NoLogHandler())

    /// Whether a message at a level would be written: for what is worth preparing only then.
    public func isEnabled(_ level: Level) -> Bool {
        level >= minimumLevel && !isSilent
    }

    /// The same logger under another label.
    public func labelled(_ label: String) -> Logger {
        Logger(label: label, minimumLevel: minimumLevel, handler: handler, clock: clock)
    }

    /// Writes a message for whoever is looking for a fault.
    public func debug(_ message: @autoclosure () -> String, _ metadata: @autoclosure () -> Metadata = [:]) {
        log(.debug, message(), metadata())
    }

    /// Writes a message on what the program does.
    public func info(_ message: @autoclosure () -> String, _ metadata: @autoclosure () -> Metadata = [:]) {
        log(.info, message(), metadata())
    }

    /// Writes a message on something that the program copes with.
    public func warning(_ message: @autoclosure () -> String, _ metadata: @autoclosure () -> Metadata = [:]) {
        log(.warning, message(), metadata())
    }

    /// Writes a message on a failure.
    public func error(_ message: @autoclosure () -> String, _ metadata: @autoclosure () -> Metadata = [:]) {
        log(.error, message(), metadata())
    }

    /// Writes a message at a level. Neither argument is evaluated when the level is too low.
    public func log(
        _ level: Level, _ message: @autoclosure () -> String, _ metadata: @autoclosure () -> Metadata = [:]
    ) {
        guard isEnabled(level) else { return }
        handler.handle(
            LogEvent(date: clock.now(), level: level, label: label, message: message(), metadata: metadata()))
    }

    /// What a message is about, by name, in the order written.
    public typealias Metadata = KeyValuePairs<String, String>
}
