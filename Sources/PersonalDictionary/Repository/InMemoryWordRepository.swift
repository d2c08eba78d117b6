public import CoreModule
public import Foundation

/// Keeps words in memory, for as long as it is referenced: for tests, previews and trying things out.
public actor InMemoryWordRepository: WordRepository {
    private var contents = Contents()

    /// All there is, as one value: to go back to it where something fails half-way costs nothing until it changes.
    private struct Contents {
        var words: [WordID: Word] = [:]
        var entries: [WordID: DictionaryEntry] = [:]
        var identities: [Identity: WordID] = [:]
        var index = SubstringIndex()
        var groups = DirectionGroups()
        var keys: [WordID: Int64] = [:]
        var idsByKey: [Int64: WordID] = [:]
        var lastKey: Int64 = 0
        /// Who was asked for the words that no service knew.
        var providersAsked: [WordID: Set<TranslationProvider>] = [:]
    }

    private struct Identity: Hashable {
        let text: String
        let direction: TranslationDirection

        init(_ word: Word) {
            text = word.text.identity
            direction = word.direction
        }
    }

    /// Makes an empty repository.
    public init() {}

    private init(_ contents: Contents) {
        self.contents = contents
    }

    /// A repository with the same words, which goes its own way from now on.
    func copy() -> InMemoryWordRepository {
        InMemoryWordRepository(contents)
    }

    // MARK: Reading

    /// A page of all words, newest first. Sorts them all: O(n log n).
    public func words(_ page: WordPage) throws(DictionaryError) -> [Word] {
        Self.page(page, of: Array(contents.words.values))
    }

    /// The word of an identifier.
    public func word(_ id: WordID) throws(DictionaryError) -> Word {
        guard let word = contents.words[id] else { throw .notFound(id.rawValue) }
        return word
    }

    /// The one word whose identifier begins so. O(n).
    public func word(idPrefix: String) throws(DictionaryError) -> Word {
        if let word = contents.words[WordID(idPrefix)] { return word }
        let matches = idPrefix.isEmpty ? [] : contents.words.keys.filter { $0.rawValue.hasPrefix(idPrefix) }.sorted()
        guard let id = matches.first, let word = contents.words[id] else { throw .notFound(idPrefix) }
        guard matches.count == 1 else { throw .ambiguousID(idPrefix, matches: Array(matches.prefix(10))) }
        return word
    }

    /// The words of this text, newest first. O(n).
    public func words(_ text: WordText) throws(DictionaryError) -> [Word] {
        contents.words.values.filter { $0.text.identity == text.identity }.sorted { $0.position < $1.position }
    }

    /// The words whose translation is pending or failed, oldest first.
    public func wordsAwaitingTranslation(limit: Int) throws(DictionaryError) -> [Word] {
        Array(
            contents.words.values.filter(\.translation.isWaiting).sorted { $1.position < $0.position }.prefix(
                max(0, limit)))
    }

    /// The words that no service knew while one of these providers was not asked, oldest first. O(n).
    public func notFoundWords(
        notAskedOf providers: Set<TranslationProvider>, limit: Int
    ) throws(DictionaryError) -> [Word] {
        let words = contents.words.values.filter {
            $0.translation == .notFound && !providers.isSubset(of: contents.providersAsked[$0.id] ?? [])
        }
        return Array(words.sorted { $1.position < $0.position }.prefix(max(0, limit)))
    }

    /// Who was asked for a word that no service knew.
    public func providersAsked(for id: WordID) throws(DictionaryError) -> Set<TranslationProvider> {
        contents.providersAsked[id] ?? []
    }

    /// How many words there are.
    public func wordCount() throws(DictionaryError) -> Int { contents.words.count }

    /// What a service said of the word.
    public func entry(of id: WordID) throws(DictionaryError) -> DictionaryEntry? { contents.entries[id] }

    /// A page of the favourite words, newest first. O(n log n).
    public func favoriteWords(_ page: WordPage) throws(DictionaryError) -> [Word] {
        Self.page(page, of: contents.words.values.filter(\.isFavorite))
    }

    /// The words that a query finds.
    public func search(_ query: WordQuery) throws(DictionaryError) -> [Word] {
        contents.index.search(query, contents.groups)
            .compactMap { contents.idsByKey[$0] }.compactMap { contents.words[$0] }
    }

    /// Nothing: nobody else can change it.
    public func externalChanges() throws(DictionaryError) -> [WordChange] { [] }

    // MARK: Editing

    /// Adds a word.
    public func add(_ word: Word) throws(DictionaryError) {
        let identity = Identity(word)
        if let duplicateID = contents.identities[identity] ?? contents.words[word.id]?.id {
            throw .duplicate(of: duplicateID)
        }
        contents.identities[identity] = word.id
        contents.lastKey += 1
        contents.keys[word.id] = contents.lastKey
        contents.idsByKey[contents.lastKey] = word.id
        store(word)
    }

    /// Adds words at once, all or none.
    public func add(_ words: [Word]) throws(DictionaryError) {
        let before = contents
        do throws(DictionaryError) {
            for word in words { try add(word) }
        } catch {
            contents = before
            throw error
        }
    }

    /// Adds words that a file has, or merges them with those that are there, all or none.
    public func merge(
        _ words: [ImportedWord], makeFallbackID: @escaping @Sendable () -> WordID
    ) throws(DictionaryError) -> [ImportOutcome] {
        let before = contents
        var outcomes: [ImportOutcome] = []
        do throws(DictionaryError) {
            for word in words { outcomes.append(try merge(word, makeFallbackID)) }
        } catch {
            contents = before
            throw error
        }
        return outcomes
    }

    private func merge(_ imported: ImportedWord, _ makeFallbackID: () -> WordID) throws(DictionaryError)
        -> ImportOutcome
    {
        guard let present = contents.identities[Identity(imported.word)].flatMap({ contents.words[$0] }) else {
            let word = contents.words[imported.word.id] == nil ? imported.word : imported.word.renamed(makeFallbackID())
            try add(word)
            contents.entries[word.id] = imported.entry
            return .added
        }
        let merged = imported.merged(into: present)
        guard merged != present else { return .unchanged }
        if merged.translation != present.translation { contents.entries[present.id] = imported.entry }
        store(merged)
        return .updated
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
        contents.entries[id] = nil
        store(word)
        return word
    }

    /// Records how a look-up ended.
    @discardableResult
    public func record(_ outcome: LookUpOutcome, of id: WordID, at date: Date) throws(DictionaryError) -> Word? {
        guard var word = contents.words[id] else { return nil }
        let state = outcome.state(replacing: word.translation)
        if case .notFound(let providers) = outcome, (state ?? word.translation) == .notFound {
            contents.providersAsked[id, default: []].formUnion(providers)
        }
        guard let state else { return nil }
        if case .found(let entry) = outcome { contents.entries[id] = entry }
        word.translation = state
        word.updatedAt = date
        store(word)
        return word
    }

    /// Removes words, all or none.
    public func remove(_ ids: [WordID]) throws(DictionaryError) {
        if let missing = ids.first(where: { contents.words[$0] == nil }) { throw .notFound(missing.rawValue) }
        for id in Set(ids) {
            if let word = contents.words.removeValue(forKey: id) {
                contents.identities[Identity(word)] = nil
            }
            contents.entries[id] = nil
            contents.providersAsked[id] = nil
            if let key = contents.keys.removeValue(forKey: id) {
                contents.idsByKey[key] = nil
                contents.index.remove(key)
            }
        }
    }

    private func store(_ word: Word) {
        contents.words[word.id] = word
        if word.translation != .notFound { contents.providersAsked[word.id] = nil }
        guard let key = contents.keys[word.id] else { return }
        contents.index.insert(
            SubstringIndex.Entry(
                key: key, recency: word.createdAt.millisecondsSince1970, word: word.text.value,
                translation: word.translation.translation?.text,
                group: contents.groups.assign(
                    source: word.direction.source.code, target: word.direction.target.code)))
    }

    private static func page(_ page: WordPage, of words: [Word]) -> [Word] {
        let sorted = words.sorted { $0.position < $1.position }
        switch page.start {
        case .offset(let offset): return Array(sorted.dropFirst(max(0, offset)).prefix(page.limit))
        case .after(let position): return Array(sorted.drop { $0.position <= position }.prefix(page.limit))
        }
    }
}
