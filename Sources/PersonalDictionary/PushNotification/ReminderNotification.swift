public import CoreModule
package import Foundation

/// The reminder's notification.
public struct ReminderNotification: Hashable, Sendable {
    /// One line.
    public let title: String
    /// A sentence or two, as plain text.
    public let body: String
    /// The place in the app that it opens.
    public let link: DeepLink

    /// Describes a notification.
    public init(title: String, body: String, link: DeepLink = .newWord) {
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

    /// The library's own text in English.
    package static let english = localized(.personalDictionary(locale: Locale(identifier: "en")))
}

/// A place in the app that a link from outside opens.
public enum DeepLink: String, Hashable, Sendable, CaseIterable {
    /// The screen for a new word.
    case newWord = "superapp://new-word"

    /// The place of a link; nil if the link has none.
    package init?(_ url: URL) {
        self.init(rawValue: url.absoluteString)
    }
}
