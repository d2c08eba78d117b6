public import CoreModule
public import Foundation

/// The daily reminder.
public final class PushNotificationGraph: Graph {
    /// The lifetime of the feature.
    public let scope: FeatureScope
    /// Shows the reminders, and stores the user's settings.
    public let reminder: DailyReminder
    /// Leads to the screen for a new word.
    public let toNewWord: NotificationRouter

    /// The reminder ends with the feature.
    public var ownedObjects: [AnyObject] { [reminder] }

    init(scope: FeatureScope, reminder: DailyReminder, toNewWord: NotificationRouter) {
        self.scope = scope
        self.reminder = reminder
        self.toNewWord = toNewWord
    }

    /// Starts to remind, for as long as the feature lives. More calls do nothing.
    public func start() {
        scope.run { [reminder] in await reminder.run() }
    }

    /// Shows the screen of the notification. Call it when the user has opened the notification.
    @discardableResult
    public func open() -> NewWordGraph {
        scope.actions.note("open notification")
        return toNewWord.open()
    }

    /// Shows the screen of a link.
    /// - Returns: whether the link has a screen.
    @discardableResult
    public func open(_ url: URL) -> Bool {
        guard DeepLink(url) == .newWord else { return false }
        open()
        return true
    }
}

/// Opens the screen for a new word from a notification.
public final class NotificationRouter: Router {
    private let router: ScreenRouter<Void, NewWordGraph>
    private weak var opened: NewWordGraph?

    init(_ router: ScreenRouter<Void, NewWordGraph>) {
        self.router = router
    }

    /// Shows the screen. If an earlier notification has opened it and it is still open, it stays, with its text.
    @discardableResult
    public func open(_ input: Void) -> NewWordGraph {
        if let opened, !opened.scope.isDetached { return opened }
        let screen = router.open()
        opened = screen
        return screen
    }
}
