/// A word that the user may mean, suggested while typing, with its translation.
public struct Suggestion: Hashable, Sendable, Identifiable {
    /// Where a suggestion comes from.
    public enum Source: Hashable, Sendable {
        /// A saved word of the user.
        case saved(WordID)
        /// It comes from a provider: an earlier answer, or one to a request just now.
        case provider(TranslationProvider)
    }

    /// The complete word.
    public let text: String
    /// Its translation; nil if a saved word has none yet, or if a provider only lists the word. The word is looked up
    /// when the user chooses it.
    public let translation: String?
    /// Its source.
    public let source: Source
    /// The direction, if it is another one than the user has chosen.
    public let direction: TranslationDirection?

    /// Describes a suggestion.
    public init(text: String, translation: String?, source: Source, direction: TranslationDirection? = nil) {
        self.text = text
        self.translation = translation
        self.source = source
        self.direction = direction
    }

    /// The word, its translation and another direction: equal suggestions of two sources are one.
    public var id: String { "\(text)\u{0}\(translation ?? "")\u{0}\(direction?.description ?? "")" }
}

/// Lists words that begin with what the user has typed.
///
/// Laws: shorter words come first; it may be called from any task; a cancelled call throws
/// ``TranslationError/cancelled`` soon. A source that answers at once, without a network, may be asked at every letter;
/// others when the user stops typing.
public protocol WordSuggesting: Sendable {
    /// Words that begin with a text, at most as many as a limit. Throws ``TranslationError/unsupportedDirection(_:)``
    /// if the source lacks the direction.
    func suggestions(
        beginningWith text: WordText, _ direction: TranslationDirection, limit: Int
    ) async throws(TranslationError) -> [Suggestion]

    /// The words nearest to a misspelt one, by edit distance, at most as many as a limit. A source that cannot tell has
    /// none.
    func suggestions(
        nearestTo text: WordText, _ direction: TranslationDirection, limit: Int
    ) async throws(TranslationError) -> [Suggestion]

    /// The words that a text is made of, the last one first: of Küchenschrank, Schrank and Küche. None if the text is not made of words
    /// of the source, or the source cannot tell.
    func suggestions(
        partsOf text: WordText, _ direction: TranslationDirection
    ) async throws(TranslationError) -> [Suggestion]
}

extension WordSuggesting {
    /// None.
    public func suggestions(
        nearestTo text: WordText, _ direction: TranslationDirection, limit: Int
    ) async throws(TranslationError) -> [Suggestion] { [] }

    /// None.
    public func suggestions(
        partsOf text: WordText, _ direction: TranslationDirection
    ) async throws(TranslationError) -> [Suggestion] { [] }
}
