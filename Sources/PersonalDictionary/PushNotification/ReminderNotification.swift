public import CoreModule
public import Foundation

/// A notification to show to the user.
public struct ReminderNotification: Hashable, Sendable {
    /// One line.
    public let title: String
    /// A sentence or two, as plain text.
    public let body: String
    /// The place in the app that it opens.
    public let link: DeepLink

    /// Describes a notification.
    public init(title: String, body: String, link: DeepLink) {
        self.title = title
        self.body = body
        self.link = link
    }
}

/// A place in the app that a link from outside opens.
public enum DeepLink: String, Hashable, Sendable, CaseIterable {
    /// The screen for a new word.
    case newWord = "superapp://new-word"

    /// The place of a link; nil if the link has none.
    public init?(_ url: URL) {
        self.init(rawValue: url.absoluteString)
    }
}

/// The reminder's text, in one language.
public struct ReminderMessages: Hashable, Sendable {
    /// The notification's title.
    public var title: String
    /// The notification's text.
    public var body: String

    /// Makes a text.
    public init(title: String, body: String) {
        self.title = title
        self.body = body
    }

    /// The library's own text, in the localizer's language.
    public static func localized(_ localizer: Localizer) -> ReminderMessages {
        ReminderMessages(
            title: localizer(Message("Time for a new word")),
            body: localizer(Message("Which word did you meet today? Add it before it slips away.")))
    }

    /// The library's own text in English.
    public static let english = localized(.personalDictionary(locale: Locale(identifier: "en")))

    /// The notification with this text.
    public var notification: ReminderNotification { ReminderNotification(title: title, body: body, link: .newWord) }
}
