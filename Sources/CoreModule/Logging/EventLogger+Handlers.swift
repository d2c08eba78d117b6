public import Foundation

extension EventLogger {
    /// One log message with its metadata.
    public struct Event: Sendable {
        /// When it was written.
        public let date: Date
        /// Its level.
        public let level: Level
        /// The logger's label.
        public let label: String
        /// What happened, without variable parts.
        public let message: String
        /// The variable parts by name. Empty values are not shown.
        public let metadata: Metadata

        /// One line: `2026-11-21T10:00:00.000Z info sqlite: opened path=/tmp/a.sqlite`. Control characters are written as `\u{a}`.
        public var line: String {
            let stamp = date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
            let details = metadata.filter { !$0.value.isEmpty }.map { " \($0.key)=\(Self.escaped($0.value))" }.joined()
            return "\(stamp) \(level) \(Self.escaped(label)): \(Self.escaped(message))\(details)"
        }

        private static func escaped(_ text: String) -> String {
            text.escaping { scalar in
                [.control, .lineSeparator, .paragraphSeparator].contains(scalar.properties.generalCategory)
                    ? "\\u{\(String(scalar.value, radix: 16))}" : nil
            }
        }
    }

    /// Receives a logger's messages, from any thread. It must not block for long, must not log, and must write each message whole, never
    /// mixed with another.
    public protocol Handler: Sendable {
        /// Receives one message.
        func handle(_ event: Event)
    }

    /// Writes each message as one line to standard error.
    public struct StandardErrorHandler: Handler {
        /// Makes a handler.
        public init() {}

        /// Writes the message's ``EventLogger/Event/line``.
        public func handle(_ event: Event) {
            // One write for each line, so that lines of several threads and processes do not mix. A failure cannot be reported anywhere.
            do { try FileHandle.standardError.write(contentsOf: Data((event.line + "\n").utf8)) } catch {}
        }
    }

    /// Keeps the messages in memory, for tests and log screens.
    public final class InMemoryHandler: Handler {
        private let stored = Locked(LinkedList<Event>())
        private let capacity: Int

        /// Makes a handler that keeps the newest messages, by default 10,000.
        public init(capacity: Int = 10_000) {
            precondition(capacity > 0, "An in-memory log holds at least one message.")
            self.capacity = capacity
        }

        /// The messages so far, oldest first.
        public var events: [Event] { stored.withLock { Array($0) } }

        /// Keeps the message, and drops the oldest one if the capacity is reached.
        public func handle(_ event: Event) {
            stored.withLock { stored in
                if stored.count == capacity { stored.removeFirst() }
                stored.append(event)
            }
        }
    }
}
