#if canImport(UserNotifications) && !os(tvOS)
import CoreModule
public import Foundation
import UserNotifications

/// Shows the reminder with Apple's UserNotifications, in the language of the app. The system shows what ``schedule(_:count:)`` has
/// planned, even if the app does not run; leave the notifier of the configuration out then, or each day has two. As the configuration's
/// notifier, ``deliver(_:)`` shows the reminder while the app runs.
///
/// Make it before the app has finished launching, and keep it as long as the app runs: the system passes opened notifications to it.
public final class UserNotificationsNotifier: ReminderNotifying {
    private let opened = OpenedNotifications()
    private let receiver: Receiver
    /// One plan at a time, so that an older one does not add to a newer one.
    private let mutex = AsyncMutex()

    /// Makes a notifier. Nil if the program is no app, for which the system has no notifications.
    /// - Parameter isDelegate: whether it becomes the delegate of the notification center. If the app has a delegate of its own, pass
    ///   false, and pass the links of opened notifications to ``PushNotificationGraph/open(_:)``; they are in `userInfo`, under
    ///   ``linkKey``.
    public init?(isDelegate: Bool = true) {
        // Without an identifier, `current()` ends the process.
        guard Bundle.main.bundleIdentifier != nil else { return nil }
        receiver = Receiver(opened)
        if isDelegate { UNUserNotificationCenter.current().delegate = receiver }
    }

    /// The key of a notification's link in its `userInfo`.
    public static let linkKey = "superapp.link"

    /// Passes the links of notifications that the user opens to a function, also that of one that has started the app. Call it once the
    /// app is built. The function is kept: let it hold the app weakly.
    @MainActor
    public func passLinks(to open: @escaping @MainActor (URL) -> Void) {
        opened.passLinks(to: open)
    }

    /// Asks the user for permission, if the user has not decided yet.
    /// - Returns: whether notifications are allowed. Throws ``ReminderDeliveryError/Code/unavailable`` if the system cannot ask.
    public func requestPermission() async throws(ReminderDeliveryError) -> Bool {
        do {
            return try await UNUserNotificationCenter.current().requestAuthorization(options: [.alert, .sound])
        } catch {
            throw ReminderDeliveryError(
                .unavailable,
                message: Message("the system cannot ask for permission: \(error.localizedDescription)"))
        }
    }

    /// Has the system show the next reminders, in place of those of an earlier call; none if the user has switched the reminder off.
    /// Asks for permission first. Call it when the app comes to the foreground, when the reminder's settings or the time zone change, and
    /// when a word is added.
    /// - Parameters:
    ///   - reminder: says when, and what: ``DailyReminder/notification``.
    ///   - count: for how many days; the system keeps at most 64.
    /// - Returns: whether the user allows notifications; if not, nothing is planned.
    @discardableResult
    public func schedule(_ reminder: DailyReminder, count: Int = 14) async throws(ReminderFailure) -> Bool {
        await mutex.enter()
        defer { mutex.leave() }
        let plan: [PlannedReminder]
        do throws(DictionaryError) { plan = try await reminder.plan(count) } catch { throw .store(error) }
        do throws(ReminderDeliveryError) {
            let isAllowed = plan.isEmpty ? true : try await requestPermission()
            try await PlannedReminder.replace(with: isAllowed ? plan : []) { planned throws(ReminderDeliveryError) in
                let trigger = UNCalendarNotificationTrigger(dateMatching: planned.components, repeats: false)
                try await add(reminder.notification, planned.identifier, trigger)
            } remove: { identifiers in
                UNUserNotificationCenter.current().removePendingNotificationRequests(withIdentifiers: identifiers)
            }
            return isAllowed
        } catch {
            throw .delivery(error)
        }
    }

    /// Shows a notification at once. Throws ``ReminderDeliveryError/Code/refused`` if the user does not allow notifications or has not
    /// been asked, or if the system refuses it.
    public func deliver(_ notification: ReminderNotification) async throws(ReminderDeliveryError) {
        let status = await UNUserNotificationCenter.current().notificationSettings().authorizationStatus
        guard status != .denied, status != .notDetermined else {
            throw ReminderDeliveryError(.refused, message: Message("the user does not allow notifications"))
        }
        try await add(notification, "superapp.reminder", nil)
    }

    private func add(
        _ notification: ReminderNotification, _ identifier: String, _ trigger: UNNotificationTrigger?
    ) async throws(ReminderDeliveryError) {
        let content = UNMutableNotificationContent()
        content.title = notification.title
        content.body = notification.body
        content.sound = .default
        content.userInfo = [Self.linkKey: notification.link]
        let request = UNNotificationRequest(identifier: identifier, content: content, trigger: trigger)
        do {
            try await UNUserNotificationCenter.current().add(request)
        } catch {
            throw ReminderDeliveryError(
                .refused, message: Message("the system refused the notification: \(error.localizedDescription)"))
        }
    }
}

/// Receives what the user does with notifications. The methods with a completion handler are called and left on the main thread; those
/// that are asynchronous would leave on another one, which UIKit does not allow.
private final class Receiver: NSObject, UNUserNotificationCenterDelegate, Sendable {
    private let opened: OpenedNotifications

    init(_ opened: OpenedNotifications) {
        self.opened = opened
    }

    func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
        withCompletionHandler completionHandler: @escaping () -> Void
    ) {
        let text = response.notification.request.content.userInfo[UserNotificationsNotifier.linkKey] as? String
        // Swiping a notification away opens nothing.
        let isOpened = response.actionIdentifier == UNNotificationDefaultActionIdentifier
        if isOpened, let link = text.flatMap({ URL(string: $0) }) {
            Task { @MainActor [opened] in opened.receive(link) }
        }
        completionHandler()
    }

    func userNotificationCenter(
        _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
        withCompletionHandler completionHandler: @escaping (UNNotificationPresentationOptions) -> Void
    ) {
        // The user sees it in the open app too.
        completionHandler([.banner, .list, .sound])
    }
}
#endif
