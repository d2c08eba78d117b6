/// Logs how items change, from which state into which: identifiers and states at info level, contents at debug level.
package final class ChangeLog<ID: Hashable & Sendable>: Sendable {
    /// More items than this are forgotten together. The next change of each is logged without the state before.
    package static var capacity: Int { 1000 }

    private let logger: EventLogger
    private let known = Locked<[ID: [String]]>([:])

    package init(_ logger: EventLogger) {
        self.logger = logger
    }

    /// The number of items whose states are remembered, for tests.
    package var count: Int { known.withLock { $0.count } }

    /// Logs that an item was added or changed: `word added`. `content` is the item as a text, for the debug level; `metadata` returns the
    /// rest of the message for the states as they are logged: `pending→translated`.
    package func note(
        _ message: String, _ id: ID, _ states: @autoclosure () -> [String], content: @autoclosure () -> String,
        _ metadata: ([String]) -> EventLogger.Metadata
    ) {
        guard logger.isEnabled(.info) else { return }
        let states = states()
        let before = known.withLock { known in
            let before = known[id]
            if before == nil, known.count == Self.capacity { known = [:] }
            known[id] = states
            return before
        }
        // Only the new state if the old one is unknown or the same.
        let steps = zip(before ?? states, states).map { $0 == $1 ? $1 : "\($0)→\($1)" }
        logger.info(message, metadata(steps))
        logger.debug("\(message): content", ["content": content()])
    }

    package func noteRemoval(_ message: String, _ id: ID, _ metadata: @autoclosure () -> EventLogger.Metadata) {
        forget { $0[id] = nil }
        logger.info(message, metadata())
    }

    /// Logs that many items have changed. Any of them may have another state.
    package func noteMany(_ message: String) {
        forget { $0 = [:] }
        logger.info(message)
    }

    private func forget(_ forget: (inout [ID: [String]]) -> Void) {
        if logger.isEnabled(.info) { known.withLock { forget(&$0) } }
    }
}
