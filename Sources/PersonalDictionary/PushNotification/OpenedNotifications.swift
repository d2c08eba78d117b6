package import Foundation

/// The links of notifications that the user has opened, on their way to the app. A notification may start the app: then its link waits
/// until the app is built.
@MainActor
package final class OpenedNotifications {
    private weak var app: PushNotificationGraph?
    private var waiting: URL?

    package nonisolated init() {}

    /// Opens links in an app from now on, and the last one that has come before. The app is held weakly.
    package func connect(to app: PushNotificationGraph) {
        self.app = app
        guard let link = waiting else { return }
        waiting = nil
        app.open(link)
    }

    /// Opens a link, now or when there is an app.
    package func receive(_ link: URL) {
        if let app { app.open(link) } else { waiting = link }
    }
}
