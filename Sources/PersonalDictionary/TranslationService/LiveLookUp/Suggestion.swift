/// A word that the user may mean, offered while typing, with its translation.
public struct Suggestion: Hashable, Sendable, Identifiable {
    /// Where a suggestion comes from.
    public enum Source: Hashable, Sendable {
        /// The user has saved it already.
        case saved(WordID)
        /// A provider says so: from its own memory, or asked just now.
        case provider(TranslationProvider)
    }

    /// The whole word.
    public let text: String
    /// Its translation; `nil` where a saved word has none yet.
    public let translation: String?
    /// Where it comes from.
    public let source: Source

    /// Describes a suggestion.
    public init(text: String, translation: String?, source: Source) {
        self.text = text
        self.translation = translation
        self.source = source
    }

    /// A suggestion is the word with its translation: two sources that say the same make one.
    public var id: String { "\(text)\u{0}\(translation ?? "")" }
}

/// Lists words that begin as the user has typed.
///
/// Laws: it answers at once, with no network; shorter words come first; it may be called from any task.
public protocol WordSuggesting: Sendable {
    /// Words that begin so, at most as many as a limit.
    func suggestions(
        beginningWith text: WordText, _ direction: TranslationDirection, limit: Int
    ) async throws(TranslationError) -> [Suggestion]
}

extension GlossaryTranslationService: WordSuggesting {
    /// Words of the glossary that begin so, whatever case and accents.
    public func suggestions(
        beginningWith text: WordText, _ direction: TranslationDirection, limit: Int
    ) throws(TranslationError) -> [Suggestion] {
        try loaded().words(beginningWith: text, direction, limit: limit).map {
            Suggestion(text: $0.word, translation: $0.translation, source: .provider(.glossary))
        }
    }
}
