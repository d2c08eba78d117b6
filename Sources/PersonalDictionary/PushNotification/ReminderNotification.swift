public import CoreModule
import Foundation

/// The reminder's notification.
public struct ReminderNotification: Hashable, Sendable {
    /// The link that a notification opens: the screen for a new word.
    public static let link = "superapp://new-word"

    /// One line.
    public let title: String
    /// A sentence or two, as plain text.
    public let body: String

    /// Describes a notification.
    public init(title: String, body: String) {
        self.title = title
        self.body = body
    }

    /// The library's own text, in the localizer's language.
    public static func localized(_ localizer: Localizer) -> ReminderNotification {
        ReminderNotification(
            title: localizer(Message("Time for a new word")),
            body: localizer(Message("Which word did you meet today? Add it before it slips away.")))
    }

    /// The library's own text in English.
    package static let english = localized(.personalDictionary(locale: Locale(identifier: "en")))
}
