package import Foundation

/// The links of notifications that the user has opened, on their way to the app. A notification may start the app: then its link waits
/// until the app is built.
@MainActor
package final class OpenedNotifications {
    private var open: (@MainActor (URL) -> Void)?
    private var waiting: URL?

    package nonisolated init() {}

    /// Passes links to a function from now on, and the last one that has come before.
    package func passLinks(to open: @escaping @MainActor (URL) -> Void) {
        self.open = open
        guard let link = waiting else { return }
        waiting = nil
        open(link)
    }

    /// Opens a link, now or when there is an app.
    package func receive(_ link: URL) {
        if let open { open(link) } else { waiting = link }
    }
}
