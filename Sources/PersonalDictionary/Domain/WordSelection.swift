/// Which words a repository lists, and in which order.
public enum WordSelection: Hashable, Sendable, CustomStringConvertible {
    /// The words that a filter lets through, in its order.
    case listed(WordFilter)
    /// The words whose translation is pending or failed, oldest first.
    case awaitingTranslation
    /// The words that were not found and that at least one of these providers was not asked for, oldest first. None if
    /// the set is empty.
    case notFound(notAskedOf: Set<TranslationProvider>)

    /// All words, newest first.
    public static let all = listed(WordFilter())
    /// The favourites, newest first.
    public static let favorites = listed(WordFilter(isFavorite: true))

    /// What a log shows.
    public var description: String {
        switch self {
        case .listed(let filter): "\(filter)"
        case .awaitingTranslation: "awaiting translation"
        case .notFound: "not found"
        }
    }

    /// Whether the oldest word comes first.
    public var isOldestFirst: Bool { if case .listed = self { false } else { true } }

    /// Whether the words are in the order of the alphabet.
    public var isAlphabetical: Bool { if case .listed(let filter) = self { filter.isAlphabetical } else { false } }

    /// Whether a word at one position comes before one at another.
    public func isBefore(_ first: WordPosition, _ second: WordPosition) -> Bool {
        guard isAlphabetical else { return isOldestFirst ? second < first : first < second }
        let (one, other) = (first.text.folded.utf8, second.text.folded.utf8)
        return one.elementsEqual(other) ? first.id < second.id : one.lexicographicallyPrecedes(other)
    }

    /// Whether a word belongs to the selection.
    /// - Parameters:
    ///   - word: the word.
    ///   - askedProviders: the providers that were asked for it; see ``WordTransaction/setAskedProviders(_:of:)``.
    public func contains(_ word: Word, askedProviders: Set<TranslationProvider>) -> Bool {
        switch self {
        case .listed(let filter): filter.contains(word)
        case .awaitingTranslation: word.translation.isWaiting
        case .notFound(let providers): word.translation == .notFound && !providers.isSubset(of: askedProviders)
        }
    }

    /// Sorts the words of the selection and cuts out a page. O(n log n).
    public func page(_ page: WordPage, of words: [Word]) -> [Word] {
        let sorted = words.sorted { isBefore($0.position, $1.position) }
        guard let start = page.start else { return Array(sorted.prefix(page.limit)) }
        return Array(sorted.drop { !isBefore(start, $0.position) }.prefix(page.limit))
    }
}
