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
    /// Its translation; `nil` where a saved word has none yet, or where a provider only lists the word: it is looked up when the
    /// user takes it for the text.
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
/// Laws: shorter words come first; it may be called from any task; a cancelled call throws ``TranslationError/cancelled`` soon. One
/// that answers at once, with no network, may be asked at every letter; another when the user has stopped typing.
public protocol WordSuggesting: Sendable {
    /// Words that begin so, at most as many as a limit; none where none does. Throws
    /// ``TranslationError/unsupportedDirection(_:)`` where it has nothing to say in the direction.
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
