/// The waiting words of a store, for a set of providers.
///
/// Those are the words that are pending or failed, and the words to recheck: no provider knew them, and one of the
/// providers was not asked, for example because another process looked the word up. For the user they stay as they are
/// until a provider knows them.
struct PendingWords: Sendable {
    typealias Condition = @Sendable (Word) async throws(DictionaryError) -> Bool

    /// Where a page of these words begins.
    struct Place: Sendable {
        fileprivate var selection = 0
        fileprivate var page = WordPage(limit: 500)
    }

    let words: Vocabulary
    let providers: Set<TranslationProvider>

    /// The words that are pending or failed, oldest first, and then the words to recheck, oldest first. Each once,
    /// whatever other processes change meanwhile.
    func all() async throws(DictionaryError) -> [Word] {
        var (all, seen): ([Word], Set<WordID>) = ([], [])
        try await forEach { if seen.insert($0.id).inserted { all.append($0) } }
        return all
    }

    /// Calls a closure with each of these words, which it reads in pages.
    func forEach(_ body: (Word) -> Void) async throws(DictionaryError) {
        var place: Place? = Place()
        while let current = place {
            let (words, next) = try await page(at: current)
            words.forEach(body)
            place = next
        }
    }

    /// A page of these words, and where the next one begins; nil if it is the last.
    func page(at place: Place) async throws(DictionaryError) -> (words: [Word], next: Place?) {
        let rechecks: [WordSelection] = providers.isEmpty ? [] : [.notFound(notAskedOf: providers)]
        let selections = [.awaitingTranslation] + rechecks
        let words = try await words.words(place.page, in: selections[place.selection])
        if words.count == place.page.limit {
            let page = WordPage(after: words.last?.position, limit: place.page.limit)
            return (words, Place(selection: place.selection, page: page))
        }
        let next = place.selection + 1
        return (words, next < selections.count ? Place(selection: next) : nil)
    }

    /// Whether a word that was read before waits. The providers that were asked for it are read from the store.
    func contains(_ word: Word) async throws(DictionaryError) -> Bool {
        guard word.translation == .notFound, !providers.isEmpty else { return word.translation.isWaiting }
        return !providers.isSubset(of: try await words.providersAsked(for: word.id))
    }

    /// The word as it is now; nil if it was removed, or if it does not wait.
    func word(_ id: WordID) async throws(DictionaryError) -> Word? {
        try await word(id, where: contains)
    }

    /// The word as it is now; nil if it was removed, or if a condition does not hold.
    func word(_ id: WordID, where isWanted: Condition) async throws(DictionaryError) -> Word? {
        let word: Word
        do throws(DictionaryError) { word = try await words.word(id) } catch .notFound { return nil }
        return try await isWanted(word) ? word : nil
    }
}
