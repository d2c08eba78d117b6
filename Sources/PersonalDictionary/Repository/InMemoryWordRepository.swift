public import CoreModule
public import Foundation

/// Keeps words in memory, for as long as it is referenced: for tests, previews and trying things out.
public actor InMemoryWordRepository: WordRepository {
    private var words: [WordID: Word] = [:]
    private var entries: [WordID: DictionaryEntry] = [:]
    private var identities: [Identity: WordID] = [:]
    private var index = SubstringIndex()
    private var keys: [WordID: Int64] = [:]
    private var idsByKey: [Int64: WordID] = [:]
    private var lastKey: Int64 = 0

    private struct Identity: Hashable {
        let text: String
        let direction: TranslationDirection
    }

    /// Makes an empty repository.
    public init() {}

    // MARK: Reading

    /// A page of all words, newest first. Sorts them all: O(n log n).
    public func words(_ page: WordPage) throws(DictionaryError) -> [Word] {
        Self.page(page, of: Array(words.values))
    }

    /// The word of an identifier.
    public func word(_ id: WordID) throws(DictionaryError) -> Word {
        guard let word = words[id] else { throw .notFound(id.rawValue) }
        return word
    }

    /// The one word whose identifier begins so. O(n).
    public func word(idPrefix: String) throws(DictionaryError) -> Word {
        if let word = words[WordID(idPrefix)] { return word }
        let matches = idPrefix.isEmpty ? [] : words.keys.filter { $0.rawValue.hasPrefix(idPrefix) }.sorted()
        guard let id = matches.first, let word = words[id] else { throw .notFound(idPrefix) }
        guard matches.count == 1 else { throw .ambiguousID(idPrefix, matches: Array(matches.prefix(10))) }
        return word
    }

    /// The words whose translation is pending or failed, oldest first.
    public func wordsAwaitingTranslation(limit: Int) throws(DictionaryError) -> [Word] {
        Array(words.values.filter(\.translation.isWaiting).sorted { $1.position < $0.position }.prefix(max(0, limit)))
    }

    /// How many words there are.
    public func wordCount() throws(DictionaryError) -> Int { words.count }

    /// What a service said of the word.
    public func entry(of id: WordID) throws(DictionaryError) -> DictionaryEntry? { entries[id] }

    /// A page of the favourite words, newest first. O(n log n).
    public func favoriteWords(_ page: WordPage) throws(DictionaryError) -> [Word] {
        Self.page(page, of: words.values.filter(\.isFavorite))
    }

    /// The words that a query finds.
    public func search(_ query: WordQuery) throws(DictionaryError) -> [Word] {
        index.search(query.text, in: query.mode, limit: query.limit, offset: query.offset)
            .compactMap { idsByKey[$0] }.compactMap { words[$0] }
    }

    // MARK: Editing

    /// Adds a word.
    public func add(_ word: Word) throws(DictionaryError) {
        let identity = Identity(text: word.text.identity, direction: word.direction)
        if let twin = identities[identity] ?? words[word.id]?.id { throw .duplicate(of: twin) }
        identities[identity] = word.id
        lastKey += 1
        keys[word.id] = lastKey
        idsByKey[lastKey] = word.id
        store(word)
    }

    /// Puts a word among the favourites or takes it out.
    @discardableResult
    public func setFavorite(_ isFavorite: Bool, of id: WordID, at date: Date) throws(DictionaryError) -> Word {
        var word = try word(id)
        guard word.isFavorite != isFavorite else { return word }
        word.isFavorite = isFavorite
        word.updatedAt = date
        store(word)
        return word
    }

    /// Gives a word the user's own translation.
    @discardableResult
    public func setUserTranslation(_ text: String, of id: WordID, at date: Date) throws(DictionaryError) -> Word {
        var word = try word(id)
        let text = try WordText(text).value
        word.translation = .translated(Translation(text: text, provider: .user, date: date))
        word.updatedAt = date
        entries[id] = nil
        store(word)
        return word
    }

    /// Records how a look-up ended.
    @discardableResult
    public func record(_ outcome: LookUpOutcome, of id: WordID, at date: Date) throws(DictionaryError) -> Word? {
        guard var word = words[id], let state = outcome.state(replacing: word.translation) else { return nil }
        if case .found(let entry) = outcome { entries[id] = entry }
        word.translation = state
        word.updatedAt = date
        store(word)
        return word
    }

    /// Removes words, all or none.
    public func remove(_ ids: [WordID]) throws(DictionaryError) {
        if let missing = ids.first(where: { words[$0] == nil }) { throw .notFound(missing.rawValue) }
        for id in Set(ids) {
            if let word = words.removeValue(forKey: id) {
                identities[Identity(text: word.text.identity, direction: word.direction)] = nil
            }
            entries[id] = nil
            if let key = keys.removeValue(forKey: id) {
                idsByKey[key] = nil
                index.remove(key)
            }
        }
    }

    private func store(_ word: Word) {
        words[word.id] = word
        guard let key = keys[word.id] else { return }
        index.insert(
            SubstringIndex.Entry(
                key: key, recency: word.createdAt.millisecondsSince1970, word: word.text.value,
                translation: word.translation.translation?.text))
    }

    private static func page(_ page: WordPage, of words: [Word]) -> [Word] {
        let sorted = words.sorted { $0.position < $1.position }
        switch page.start {
        case .offset(let offset): return Array(sorted.dropFirst(max(0, offset)).prefix(page.limit))
        case .after(let position): return Array(sorted.drop { $0.position <= position }.prefix(page.limit))
        }
    }
}
