public import CoreModule

/// Where a search looks: in words, in translations, or in both.
public typealias SearchMode = SubstringIndex.Scope

extension SearchMode {
    /// What is searched, for the user.
    public var title: Message {
        switch self {
        case .word: Message("Words")
        case .translation: Message("Translations")
        case .both: Message("Words and translations")
        }
    }
}

/// A search for words.
public struct WordQuery: Hashable, Sendable {
    /// The text to find. A word matches if its text, a translation, its note or its tags contain the whole text, or if each word of the
    /// text is the beginning of one of its words, in any order. Note and tags count as translations. Ignores case and diacritics. An
    /// empty text finds nothing.
    public var text: String
    /// Where to search.
    public var mode: SearchMode
    /// The direction of the words. Nil: any.
    public var direction: TranslationDirection?
    /// The maximum number of words.
    public var limit: Int
    /// The number of best matches to skip.
    public var offset: Int

    /// Creates a search.
    public init(
        _ text: String, mode: SearchMode = .both, direction: TranslationDirection? = nil, limit: Int = 50,
        offset: Int = 0
    ) {
        self.text = text.withoutControlCharacters.withoutUnseenCharacters
        self.mode = mode
        self.direction = direction
        self.limit = limit
        self.offset = offset
    }
}

/// A page of a list of words.
public struct WordPage: Hashable, Sendable {
    /// The position after which the page begins. Nil: at the beginning of the list.
    public var start: WordPosition?
    /// The maximum number of words.
    public var limit: Int

    /// The first words of a list whose newest word comes first.
    public static func newest(_ limit: Int) -> WordPage { WordPage(limit: limit) }

    /// Creates a page, by default at the beginning of the list.
    public init(after start: WordPosition? = nil, limit: Int) {
        self.start = start
        self.limit = max(0, limit)
    }
}
