public import Foundation

/// One message with all that belongs to it.
public struct LogEvent: Sendable {
    /// When it was written.
    public let date: Date
    /// How much it matters.
    public let level: Logger.Level
    /// Where it comes from.
    public let label: String
    /// What happened, without any variable part.
    public let message: String
    /// What it is about, by name; what is empty says nothing.
    public let metadata: KeyValuePairs<String, String>

    /// Makes an event; a ``Logger`` does so at each message.
    public init(
        date: Date, level: Logger.Level, label: String, message: String, metadata: KeyValuePairs<String, String>
    ) {
        self.date = date
        self.level = level
        self.label = label
        self.message = message
        self.metadata = metadata
    }

    /// `2026-11-21T10:00:00.000Z info sqlite: opened path=/tmp/a.sqlite`, always one line: line ends and other control
    /// characters within are written as `\u{a}`.
    public var line: String {
        let stamp = date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
        let details = metadata.filter { !$0.value.isEmpty }.map { " \($0.key)=\(Self.escaped($0.value))" }.joined()
        return "\(stamp) \(level) \(Self.escaped(label)): \(Self.escaped(message))\(details)"
    }

    private static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            if [.control, .lineSeparator, .paragraphSeparator].contains(scalar.properties.generalCategory) {
                result += "\\u{\(String(scalar.value, radix: 16))}"
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}

/// Where a logger's messages go.
///
/// A conformer must take messages from any thread, must not block for long, must not log by itself, and must write each
/// message whole, never mixed with another.
public protocol LogHandler: Sendable {
    /// Takes one message.
    func handle(_ event: LogEvent)
}

/// Drops every message.
struct NoLogHandler: LogHandler {
    func handle(_ event: LogEvent) {}
}

/// Writes each message as one line to standard error.
public struct StandardErrorLogHandler: LogHandler {
    /// Makes a handler.
    public init() {}

    /// Writes the message's ``LogEvent/line``.
    public func handle(_ event: LogEvent) {
        // One write a line, so that lines of several threads and processes do not mix. Nobody is left to tell when it fails.
        do { try FileHandle.standardError.write(contentsOf: Data((event.line + "\n").utf8)) } catch {}
    }
}

/// Keeps the messages in memory, for tests and for a log screen.
public final class InMemoryLogHandler: LogHandler {
    private let stored = Locked<[LogEvent]>([])
    private let capacity: Int

    /// Makes a handler that keeps the newest messages, by default 10,000.
    public init(capacity: Int = 10_000) {
        precondition(capacity > 0, "An in-memory log holds at least one message.")
        self.capacity = capacity
    }

    /// The messages so far, oldest first.
    public var events: [LogEvent] { stored.withLock { $0 } }

    /// Keeps the message, dropping the oldest when the capacity is reached.
    public func handle(_ event: LogEvent) {
        stored.withLock { stored in
            if stored.count == capacity { stored.removeFirst() }
            stored.append(event)
        }
    }
}
