/// Writes log messages. Log words, tasks and other private data at ``Level/debug`` only; never log secrets.
public struct EventLogger: Sendable {
    /// How important a message is, in ascending order.
    public enum Level: Sendable, Comparable, CaseIterable {
        /// Details for finding faults. May contain the user's private data.
        case debug
        /// The main steps of the program.
        case info
        /// A problem that the program handles.
        case warning
        /// A failure.
        case error

        /// Makes the level with a name, such as `debug`; nil if there is none.
        public init?(name: String) {
            guard let level = Self.allCases.first(where: { "\($0)" == name }) else { return nil }
            self = level
        }
    }

    /// The lowest level that is written. Messages below it are not created.
    private let minimumLevel: Level
    private let label: String
    private let handler: (any Handler)?
    private let clock: WallClock

    /// Makes a logger. The label says where the messages come from, such as `sqlite` or `translation`.
    public init(
        label: String, minimumLevel: Level = .info, handler: any Handler, clock: WallClock = .system
    ) {
        self.label = label
        self.minimumLevel = minimumLevel
        self.handler = handler
        self.clock = clock
    }

    private init() {
        (label, minimumLevel, handler, clock) = ("", .error, nil, .system)
    }

    /// A logger that writes nothing and creates no messages.
    public static let disabled = EventLogger()

    /// Whether messages of a level are written, for code that prepares metadata only then.
    public func isEnabled(_ level: Level) -> Bool {
        level >= minimumLevel && handler != nil
    }

    /// The same logger with another label.
    public func labelled(_ label: String) -> EventLogger {
        handler.map { EventLogger(label: label, minimumLevel: minimumLevel, handler: $0, clock: clock) } ?? self
    }

    /// Writes a message at debug level.
    public func debug(_ message: @autoclosure () -> String, _ metadata: @autoclosure () -> Metadata = [:]) {
        log(.debug, message(), metadata())
    }

    /// Writes a message at info level.
    public func info(_ message: @autoclosure () -> String, _ metadata: @autoclosure () -> Metadata = [:]) {
        log(.info, message(), metadata())
    }

    /// Writes a message at warning level.
    public func warning(_ message: @autoclosure () -> String, _ metadata: @autoclosure () -> Metadata = [:]) {
        log(.warning, message(), metadata())
    }

    /// Writes a message at error level.
    public func error(_ message: @autoclosure () -> String, _ metadata: @autoclosure () -> Metadata = [:]) {
        log(.error, message(), metadata())
    }

    /// Writes a message. If the level is too low, neither argument is evaluated.
    public func log(
        _ level: Level, _ message: @autoclosure () -> String, _ metadata: @autoclosure () -> Metadata = [:]
    ) {
        guard level >= minimumLevel, let handler else { return }
        handler.handle(
            Event(date: clock.now(), level: level, label: label, message: message(), metadata: metadata()))
    }

    /// The variable parts of a message, by name and in order.
    public typealias Metadata = KeyValuePairs<String, String>
}
