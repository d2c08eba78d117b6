/// The waiting words of a store, for a set of providers.
///
/// Those are the words that are pending or failed, and the words to recheck: no provider knew them, and one of the
/// providers was not asked, for example because another process looked the word up. For the user they stay as they are
/// until a provider knows them.
struct PendingWords: Sendable {
    typealias Condition = @Sendable (Word) async throws(DictionaryError) -> Bool

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
        let rechecks: [WordSelection] = providers.isEmpty ? [] : [.notFound(notAskedOf: providers)]
        for selection in [.awaitingTranslation] + rechecks {
            var page: WordPage? = WordPage(limit: 500)
            while let next = page {
                let words = try await words.words(next, in: selection)
                words.forEach(body)
                page = words.count < next.limit ? nil : WordPage(after: words.last?.position, limit: next.limit)
            }
        }
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
