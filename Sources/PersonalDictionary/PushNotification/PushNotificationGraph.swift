public import CoreModule
public import Foundation

/// The daily reminder.
public final class PushNotificationGraph: Graph {
    /// The lifetime of the feature.
    public let scope: FeatureScope
    /// Shows the reminders, and stores the user's settings.
    public let reminder: DailyReminder
    /// Leads to the screen for a new word.
    public let toNewWord: ScreenRouter<Void, NewWordGraph>

    /// The reminder ends with the feature.
    public var ownedObjects: [AnyObject] { [reminder] }

    init(scope: FeatureScope, reminder: DailyReminder, toNewWord: ScreenRouter<Void, NewWordGraph>) {
        self.scope = scope
        self.reminder = reminder
        self.toNewWord = toNewWord
    }

    /// Starts to remind, for as long as the feature lives. More calls do nothing.
    public func start() {
        scope.run { [reminder] in await reminder.run() }
    }

    /// Shows the screen of the notification, or returns to it if it is open, with its text. Call it when the user has opened the notification.
    @discardableResult
    public func open() -> NewWordGraph {
        scope.actions.note("open notification")
        return toNewWord.open()
    }

    /// Shows the screen of ``ReminderNotification/newWordLink``. `open(_:)` of the app's graph opens every link.
    /// - Returns: whether it is that link.
    @discardableResult
    public func open(_ url: URL) -> Bool {
        guard url.absoluteString == ReminderNotification.newWordLink else { return false }
        open()
        return true
    }
}
