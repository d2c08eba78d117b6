public import CoreModule

/// One of the two languages of a direction.
public enum LanguageSide: Hashable, Sendable, CaseIterable {
    /// The language of the word.
    case source
    /// The language of the translation.
    case target

    /// The name of the side, for the user.
    public var title: Message {
        switch self {
        case .source: Message("Language of the word")
        case .target: Message("Language of the translation")
        }
    }
}
