import PersonalDictionary

/// Words that cannot be read, or not yet, while a test wants it so.
actor FailingWords: WordFetching {
    nonisolated let base: InMemoryWordRepository
    private var error: DictionaryError?
    private var isHolding = false
    private var held: CheckedContinuation<Void, Never>?
    private var watcher: CheckedContinuation<Void, Never>?

    init(_ base: InMemoryWordRepository) {
        self.base = base
    }

    /// Fails from now on, or works again.
    func fail(with error: DictionaryError?) {
        self.error = error
    }

    /// Has the next page wait, once it was read, until ``release()``.
    func hold() {
        isHolding = true
    }

    /// Waits until a page was read that waits.
    func isHeld() async {
        if held == nil { await withCheckedContinuation { watcher = $0 } }
    }

    func release() {
        isHolding = false
        held?.resume()
        held = nil
    }

    func words(_ page: WordPage) async throws(DictionaryError) -> [Word] {
        if let error { throw error }
        let words = try await base.words(page)
        if isHolding {
            await withCheckedContinuation { continuation in
                held = continuation
                watcher?.resume()
                watcher = nil
            }
        }
        return words
    }

    func word(_ id: WordID) async throws(DictionaryError) -> Word { try await base.word(id) }

    func word(idPrefix: String) async throws(DictionaryError) -> Word { try await base.word(idPrefix: idPrefix) }

    func words(_ text: WordText) async throws(DictionaryError) -> [Word] { try await base.words(text) }

    func wordsAwaitingTranslation(limit: Int) async throws(DictionaryError) -> [Word] {
        try await base.wordsAwaitingTranslation(limit: limit)
    }

    func wordCount() async throws(DictionaryError) -> Int { try await base.wordCount() }

    func entry(of id: WordID) async throws(DictionaryError) -> DictionaryEntry? { try await base.entry(of: id) }
}
