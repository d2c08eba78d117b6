/// Which words a repository lists, and in which order.
public enum WordSelection: Hashable, Sendable {
    /// All words, newest first.
    case all
    /// The favourites, newest first.
    case favorites
    /// The words with a tag or a part of it, newest first: see ``WordTags/matches(_:)``. A text that is no single tag has none.
    case tagged(String)
    /// The words whose translation is pending or failed, oldest first.
    case awaitingTranslation
    /// The words that were not found and that at least one of these providers was not asked for, oldest first. None if
    /// the set is empty.
    case notFound(notAskedOf: Set<TranslationProvider>)

    /// Whether the oldest word comes first.
    public var isOldestFirst: Bool {
        switch self {
        case .all, .favorites, .tagged: false
        case .awaitingTranslation, .notFound: true
        }
    }

    /// Whether a word belongs to the selection.
    /// - Parameters:
    ///   - word: the word.
    ///   - askedProviders: the providers that were asked for it; see ``WordTransaction/setAskedProviders(_:of:)``.
    public func contains(_ word: Word, askedProviders: Set<TranslationProvider>) -> Bool {
        switch self {
        case .all: true
        case .favorites: word.isFavorite
        case .tagged(let tag): word.tags.matches(tag)
        case .awaitingTranslation: word.translation.isWaiting
        case .notFound(let providers): word.translation == .notFound && !providers.isSubset(of: askedProviders)
        }
    }

    /// The words with a tag that a user typed. Throws ``DictionaryError/textTooLong(length:maximum:)``.
    public static func tagged(typed tag: String) throws(DictionaryError) -> WordSelection {
        .tagged(try WordTags([tag]).stored)
    }

    /// Sorts the words of the selection and cuts out a page. O(n log n).
    public func page(_ page: WordPage, of words: [Word]) -> [Word] {
        let sorted = words.sorted { isOldestFirst ? $1.position < $0.position : $0.position < $1.position }
        guard let start = page.start else { return Array(sorted.prefix(page.limit)) }
        return Array(sorted.drop { isOldestFirst ? $0.position >= start : $0.position <= start }.prefix(page.limit))
    }
}
