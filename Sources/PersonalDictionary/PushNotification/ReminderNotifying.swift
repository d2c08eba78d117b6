public import CoreModule

/// Shows notifications with the means of a platform.
///
/// `deliver(_:)` returns once the notification was passed on, and throws if it certainly was not: it is then tried again, as long as
/// its day lasts. It must end by itself, and soon if its task is cancelled. It may be called from any thread.
public protocol ReminderNotifying: Sendable {
    /// Shows a notification.
    func deliver(_ notification: ReminderNotification) async throws(ReminderDeliveryError)
}

/// Why a notification was not shown.
public struct ReminderDeliveryError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of failure, to `catch`.
    public let code: Code
    /// A sentence for a log or a developer, in English.
    public let message: Message

    /// Makes an error.
    public init(_ code: Code, message: Message) {
        self.code = code
        self.message = message
    }

    /// A kind of failure.
    public enum Code: String, Sendable {
        /// The notifier does not exist, or cannot be started.
        case unavailable = "notifierUnavailable"
        /// The notifier refused.
        case refused = "notificationRefused"
        /// The notifier did not answer in time.
        case timedOut = "notificationTimedOut"
        /// The calling task was cancelled.
        case cancelled = "notificationCancelled"
    }

    /// The message.
    public var description: String { message.description }
}

/// Passes notifications to a closure, which may print them in a terminal or show them within the app.
public struct ClosureNotifier: ReminderNotifying {
    private let handler: @Sendable (ReminderNotification) async throws(ReminderDeliveryError) -> Void

    /// Makes a notifier of a closure that may be called from any thread.
    public init(_ handler: @escaping @Sendable (ReminderNotification) async throws(ReminderDeliveryError) -> Void) {
        self.handler = handler
    }

    /// Calls the closure.
    public func deliver(_ notification: ReminderNotification) async throws(ReminderDeliveryError) {
        try await handler(notification)
    }
}

/// Shows a notification with several notifiers, one after the other. It succeeds if one of them does.
public struct CombinedNotifier: ReminderNotifying {
    private let notifiers: [any ReminderNotifying]
    private let logger: EventLogger

    /// Combines notifiers. The logger logs each failure.
    public init(_ notifiers: [any ReminderNotifying], logger: EventLogger) {
        self.notifiers = notifiers
        self.logger = logger
    }

    /// Shows a notification with all notifiers. If all fail, it throws the first error.
    public func deliver(_ notification: ReminderNotification) async throws(ReminderDeliveryError) {
        var failures: [ReminderDeliveryError] = []
        for notifier in notifiers {
            do throws(ReminderDeliveryError) {
                try await notifier.deliver(notification)
            } catch {
                logger.warning(
                    "a notifier failed", ["error": error.code.rawValue, "reason": error.message.description])
                failures.append(error)
            }
        }
        if failures.count < notifiers.count { return }
        throw failures.first
            ?? ReminderDeliveryError(.unavailable, message: Message("no notifier can show the reminder"))
    }
}
