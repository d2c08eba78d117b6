/// The waiting words of a store, for a set of providers: those that are pending or failed, and those to recheck, which no provider knew,
/// and one of the providers was not asked for.
struct PendingWords: Sendable {
    typealias Condition = @Sendable (Word) async throws(DictionaryError) -> Bool

    let words: Vocabulary
    let providers: Set<TranslationProvider>

    /// Calls a closure with the words that are pending or failed, oldest first, and then with the words to recheck, oldest first: page by
    /// page, until the task is cancelled.
    func forEachPage(
        isolation: isolated (any Actor)? = #isolation, _ body: ([Word]) async -> Void
    ) async throws(DictionaryError) {
        let rechecks: [WordSelection] = providers.isEmpty ? [] : [.notFound(notAskedOf: providers)]
        for selection in [.awaitingTranslation] + rechecks {
            var page: WordPage? = WordPage(limit: 500)
            while let current = page, !Task.isCancelled {
                let words = try await words.words(current, in: selection)
                await body(words)
                page = words.count < current.limit ? nil : WordPage(after: words.last?.position, limit: current.limit)
            }
        }
    }

    /// Whether a word that was read before waits. The providers that were asked for it are read from the store.
    func contains(_ word: Word) async throws(DictionaryError) -> Bool {
        guard word.translation == .notFound, !providers.isEmpty else { return word.translation.isWaiting }
        return !providers.isSubset(of: try await words.providersAsked(for: word.id))
    }

    /// The word as it is now; nil if it was removed, or if a condition does not hold: by default, that it waits.
    func word(_ id: WordID, where isWanted: Condition? = nil) async throws(DictionaryError) -> Word? {
        let word: Word
        do throws(DictionaryError) { word = try await words.word(id) } catch .notFound { return nil }
        return try await (isWanted ?? contains)(word) ? word : nil
    }
}
