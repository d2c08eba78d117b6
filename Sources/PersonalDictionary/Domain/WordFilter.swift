/// What the words of a list have in common, and how they are ordered. By default it lists all words, newest first.
public struct WordFilter: Hashable, Sendable, CustomStringConvertible {
    /// Whether they are favourites.
    public var isFavorite: Bool
    /// A tag that they have, or a part of it: see ``WordTags/matches(_:)``. A text that is no single tag has no words.
    public var tag: String?
    /// Their direction. Nil: any.
    public var direction: TranslationDirection?
    /// Whether they are ordered by ``WordText/folded``, compared by bytes, and then by their identifiers.
    public var isAlphabetical: Bool

    /// Creates a filter.
    public init(
        isFavorite: Bool = false, tag: String? = nil, direction: TranslationDirection? = nil,
        isAlphabetical: Bool = false
    ) {
        (self.isFavorite, self.tag) = (isFavorite, tag)
        (self.direction, self.isAlphabetical) = (direction, isAlphabetical)
    }

    /// Whether it lets a word through.
    public func contains(_ word: Word) -> Bool {
        (!isFavorite || word.isFavorite) && tag.map(word.tags.matches) != false
            && (direction == nil || direction == word.direction)
    }

    /// What a log shows.
    public var description: String {
        let parts = [
            isFavorite ? "favorites" : nil, tag.map { "tagged \($0)" }, direction?.description,
            isAlphabetical ? "alphabetical" : nil,
        ].compactMap(\.self)
        return parts.isEmpty ? "all" : parts.joined(separator: ", ")
    }
}

extension WordSelection {
    /// The words with a tag or a part of it, newest first.
    public static func tagged(_ tag: String) -> WordSelection { .listed(WordFilter(tag: tag)) }

    /// The words with a tag that a user typed. Throws ``DictionaryError/textTooLong(length:maximum:)``.
    public static func tagged(typed tag: String) throws(DictionaryError) -> WordSelection {
        .tagged(try WordTags([tag]).stored)
    }
}
