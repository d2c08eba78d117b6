import CoreModule
import Synchronization

/// Logs once that the database cannot be reached, and once that it answers again, however many calls fail meanwhile.
final class PostgresOutage: Sendable {
    private let isLasting = Mutex(false)
    private let logger: EventLogger

    init(logger: EventLogger) {
        self.logger = logger
    }

    /// Logs a failure of a call.
    /// - Parameter isOutage: whether the connection was lost, or there is none.
    func note(_ failure: PostgresError, isOutage: Bool) {
        let isKnown =
            isOutage
            && isLasting.withLock { isLasting in
                defer { isLasting = true }
                return isLasting
            }
        // What the server says of a statement may contain what a user has typed. What libpq says of a connection does not.
        if !isKnown {
            logger.warning(
                "statement failed", ["state": failure.state, "reason": failure.state.isEmpty ? failure.reason : ""])
        }
        logger.debug("statement failed: reason", ["reason": failure.reason])
    }

    /// Logs the end of an outage.
    func noteAnswer() {
        let isOver = isLasting.withLock { isLasting in
            defer { isLasting = false }
            return isLasting
        }
        if isOver { logger.warning("the database answers again") }
    }
}
