/// The words of a store that wait to be looked up by certain providers.
///
/// Those are the words that are pending or failed; and the words that nobody knew while one of the providers was not asked, such as
/// by another process that does not ask it. These are owed a look-up: for the user they stay what they are until somebody knows
/// them.
struct PendingWords: Sendable {
    let words: any WordFetching & LookUpRecording
    let providers: Set<TranslationProvider>

    /// All of them: those that are pending or failed, oldest first, and then those that are owed, oldest first. Each once, whatever
    /// others change meanwhile.
    func all() async throws(DictionaryError) -> [Word] {
        let waiting = try await words.wordsAwaitingTranslation(limit: .max)
        guard !providers.isEmpty else { return waiting }
        let owed = try await words.notFoundWords(notAskedOf: providers, limit: .max)
        let seen = Set(waiting.map(\.id))
        return waiting + owed.filter { !seen.contains($0.id) }
    }

    /// Whether a word waits, as somebody has seen it; who was asked for it is read from the store.
    func contains(_ word: Word) async throws(DictionaryError) -> Bool {
        guard word.translation == .notFound, !providers.isEmpty else { return word.translation.isWaiting }
        return !providers.isSubset(of: try await words.providersAsked(for: word.id))
    }

    /// The word of an identifier as it is now, if it is there and waits.
    func word(_ id: WordID) async throws(DictionaryError) -> Word? {
        let word: Word
        do throws(DictionaryError) { word = try await words.word(id) } catch .notFound { return nil }
        return try await contains(word) ? word : nil
    }
}
