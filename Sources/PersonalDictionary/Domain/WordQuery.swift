public import CoreModule

/// Which part of a word a search looks at.
public typealias SearchMode = SubstringIndex.Scope

/// A search for words.
public struct WordQuery: Hashable, Sendable {
    /// What to find: any part of a word or of its translation, whatever its case and diacritics. Nothing finds nothing.
    public var text: String
    /// Where to look.
    public var mode: SearchMode
    /// The direction that the words must be in; any where `nil`.
    public var direction: TranslationDirection?
    /// How many words to return at most.
    public var limit: Int
    /// How many of the best to skip.
    public var offset: Int

    /// Describes a search.
    public init(
        _ text: String, mode: SearchMode = .both, direction: TranslationDirection? = nil, limit: Int = 50,
        offset: Int = 0
    ) {
        self.text = text
        self.mode = mode
        self.direction = direction
        self.limit = limit
        self.offset = offset
    }
}

/// A piece of a list of words, newest first.
public struct WordPage: Hashable, Sendable {
    /// Where the piece begins.
    public enum Start: Hashable, Sendable {
        /// So many words after the newest; costs time in proportion.
        case offset(Int)
        /// Right after a place in the list; costs the same wherever that is.
        case after(WordPosition)
    }

    /// Where it begins.
    public var start: Start
    /// How many words it has at most.
    public var limit: Int

    /// The newest words.
    public static func newest(_ limit: Int) -> WordPage { WordPage(start: .offset(0), limit: limit) }

    /// The first words in the order of a selection.
    public static func first(_ limit: Int) -> WordPage { WordPage(start: .offset(0), limit: limit) }

    /// Describes a piece.
    public init(start: Start, limit: Int) {
        self.start = start
        self.limit = max(0, limit)
    }
}
