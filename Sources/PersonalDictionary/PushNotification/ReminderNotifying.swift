public import CoreModule

/// Shows notifications, by whatever means a platform has.
///
/// A conformer returns once the notification is handed over, and throws where it certainly was not: it is then tried again, for
/// as long as its day lasts. It must come to an end by itself, and soon where its task is cancelled. It may be called from any thread.
public protocol ReminderNotifying: Sendable {
    /// Shows a notification.
    func deliver(_ notification: ReminderNotification) async throws(ReminderDeliveryError)
}

/// Why a notification was not shown.
public struct ReminderDeliveryError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What kind of fault it is, to `catch` on.
    public let code: Code
    /// A sentence for a log or a developer, in English.
    public let message: Message

    /// Makes an error.
    public init(_ code: Code, message: Message) {
        self.code = code
        self.message = message
    }

    /// A kind of fault.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The kind's name.
        public let rawValue: String

        /// Names a kind.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// What shows notifications is not there, or cannot be started.
        public static let unavailable = Code(rawValue: "notifierUnavailable")
        /// It was asked, and refused.
        public static let refused = Code(rawValue: "notificationRefused")
        /// It did not answer in time.
        public static let timedOut = Code(rawValue: "notificationTimedOut")
        /// The task that asked was cancelled.
        public static let cancelled = Code(rawValue: "notificationCancelled")
    }

    /// The message.
    public var description: String { message.description }
}

/// Hands notifications to a closure: one that prints them in a terminal, or shows them within the app.
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

/// Shows a notification by several means, one after the other. It is shown where one of them has shown it.
public struct CombinedNotifier: ReminderNotifying {
    private let notifiers: [any ReminderNotifying]
    private let logger: Logger

    /// Puts notifiers together; the logger is told of each that fails.
    public init(_ notifiers: [any ReminderNotifying], logger: Logger) {
        self.notifiers = notifiers
        self.logger = logger
    }

    /// Shows a notification by all means; throws what the first threw where all fail.
    public func deliver(_ notification: ReminderNotification) async throws(ReminderDeliveryError) {
        var first: ReminderDeliveryError?
        var isShown = false
        for notifier in notifiers {
            do throws(ReminderDeliveryError) {
                try await notifier.deliver(notification)
                isShown = true
            } catch {
                logger.warning(
                    "a notifier failed", ["error": error.code.rawValue, "reason": error.message.description])
                first = first ?? error
            }
        }
        guard !isShown else { return }
        throw first ?? ReminderDeliveryError(.unavailable, message: Message("there is nobody to show a notification"))
    }
}
