public import CoreModule
import Foundation

/// The reminder's notification.
public struct ReminderNotification: Hashable, Sendable {
    /// The link to the screen for a new word, in an app of any link scheme.
    public static let newWordLink = "superapp://new-word"

    /// The link to the review, in an app of any link scheme.
    public static let reviewLink = "superapp://review"

    /// One line.
    public let title: String
    /// A sentence or two, as plain text.
    public let body: String
    /// The link that the notification opens: one of the library's, or of a route of your own.
    public let link: String

    /// Describes a notification.
    public init(title: String, body: String, link: String = newWordLink) {
        self.title = title
        self.body = body
        self.link = link
    }

    /// The library's own text, in the localizer's language.
    public static func localized(_ localizer: Localizer) -> ReminderNotification {
        ReminderNotification(
            title: localizer(Message("Time for a new word")),
            body: localizer(Message("Which word did you meet today? Add it before it slips away.")))
    }

    /// The library's own text when cards are due, in the localizer's language. It leads to the review.
    public static func localized(_ localizer: Localizer, due count: Int) -> ReminderNotification {
        ReminderNotification(
            title: localizer(Message("Time for a review")),
            body: localizer(Message("\(count: count) cards are due today.")),
            link: reviewLink)
    }

    /// The library's own text in English.
    package static let english = localized(.personalDictionary(locale: Locale(identifier: "en")))
}
