public import CoreModule
public import Foundation

/// Tells a stream of every change that another repository has acknowledged, in the order in which it was made.
public final class PublishingWordRepository: WordRepository {
    /// So many words added at once are told one by one.
    private static let fewWords = 50
    private let base: any WordRepository
    private let changes: any ModelStreamWriter<WordChange>
    /// One change at a time, from the call to the telling: else two changes of a word could be told the wrong way round.
    private let gate = AsyncMutex()

    /// Makes a repository that tells the stream of what it changes in another.
    public init(_ base: any WordRepository, changes: any ModelStreamWriter<WordChange>) {
        self.base = base
        self.changes = changes
    }

    /// A page of all words, newest first.
    public func words(_ page: WordPage) async throws(DictionaryError) -> [Word] { try await base.words(page) }

    /// The word of an identifier.
    public func word(_ id: WordID) async throws(DictionaryError) -> Word { try await base.word(id) }

    /// The one word whose identifier begins so.
    public func word(idPrefix: String) async throws(DictionaryError) -> Word { try await base.word(idPrefix: idPrefix) }

    /// The words of this text, newest first.
    public func words(_ text: WordText) async throws(DictionaryError) -> [Word] { try await base.words(text) }

    /// The words whose translation is pending or failed, oldest first.
    public func wordsAwaitingTranslation(limit: Int) async throws(DictionaryError) -> [Word] {
        try await base.wordsAwaitingTranslation(limit: limit)
    }

    /// The words that no service knew while one of these providers was not asked, oldest first.
    public func notFoundWords(
        notAskedOf providers: Set<TranslationProvider>, limit: Int
    ) async throws(DictionaryError) -> [Word] {
        try await base.notFoundWords(notAskedOf: providers, limit: limit)
    }

    /// Who was asked for a word that no service knew.
    public func providersAsked(for id: WordID) async throws(DictionaryError) -> Set<TranslationProvider> {
        try await base.providersAsked(for: id)
    }

    /// How many words there are.
    public func wordCount() async throws(DictionaryError) -> Int { try await base.wordCount() }

    /// What a service said of the word.
    public func entry(of id: WordID) async throws(DictionaryError) -> DictionaryEntry? { try await base.entry(of: id) }

    /// A page of the favourite words, newest first.
    public func favoriteWords(_ page: WordPage) async throws(DictionaryError) -> [Word] {
        try await base.favoriteWords(page)
    }

    /// The words that a query finds.
    public func search(_ query: WordQuery) async throws(DictionaryError) -> [Word] { try await base.search(query) }

    /// What others have changed; it is told as well.
    @discardableResult
    public func externalChanges() async throws(DictionaryError) -> [WordChange] {
        await gate.enter()
        defer { gate.leave() }
        let external = try await base.externalChanges()
        for change in external { changes.send(change) }
        return external
    }

    /// Adds a word.
    public func add(_ word: Word) async throws(DictionaryError) {
        await gate.enter()
        defer { gate.leave() }
        try await base.add(word)
        changes.send(.added(word))
    }

    /// Adds words at once, all or none; many are told as ``WordChange/reloaded``.
    public func add(_ words: [Word]) async throws(DictionaryError) {
        await gate.enter()
        defer { gate.leave() }
        try await base.add(words)
        if words.count > Self.fewWords {
            changes.send(.reloaded)
        } else {
            for word in words { changes.send(.added(word)) }
        }
    }

    /// Adds words that a file has, or merges them with those that are there; told as ``WordChange/reloaded``.
    public func merge(
        _ words: [ImportedWord], makeFallbackID: @escaping @Sendable () -> WordID
    ) async throws(DictionaryError) -> [ImportOutcome] {
        await gate.enter()
        defer { gate.leave() }
        let outcomes = try await base.merge(words, makeFallbackID: makeFallbackID)
        if outcomes.contains(where: { $0 != .unchanged }) { changes.send(.reloaded) }
        return outcomes
    }

    /// Puts a word among the favourites or takes it out.
    @discardableResult
    public func setFavorite(_ isFavorite: Bool, of id: WordID, at date: Date) async throws(DictionaryError) -> Word {
        await gate.enter()
        defer { gate.leave() }
        let word = try await base.setFavorite(isFavorite, of: id, at: date)
        changes.send(.updated(word))
        return word
    }

    /// Gives a word the user's own translation.
    @discardableResult
    public func setUserTranslation(
        _ text: String, of id: WordID, at date: Date
    ) async throws(DictionaryError) -> Word {
        await gate.enter()
        defer { gate.leave() }
        let word = try await base.setUserTranslation(text, of: id, at: date)
        changes.send(.updated(word))
        return word
    }

    /// Records how a look-up ended.
    @discardableResult
    public func record(
        _ outcome: LookUpOutcome, of id: WordID, at date: Date
    ) async throws(DictionaryError) -> Word? {
        await gate.enter()
        defer { gate.leave() }
        let word = try await base.record(outcome, of: id, at: date)
        if let word { changes.send(.updated(word)) }
        return word
    }

    /// Removes words, all or none.
    public func remove(_ ids: [WordID]) async throws(DictionaryError) {
        await gate.enter()
        defer { gate.leave() }
        try await base.remove(ids)
        var told: Set<WordID> = []
        for id in ids where told.insert(id).inserted { changes.send(.removed(id)) }
    }
}
