/// Looks words up on request: the part of the queue that screens use.
public protocol WordTranslating: Sendable {
    /// Looks a word up now, unless the user has translated it. Returns the word as it is then; nil if nothing was
    /// changed.
    @discardableResult
    func translate(_ id: WordID) async throws(DictionaryError) -> Word?
    /// Looks up every word that waits, the oldest first. Returns the words that were changed.
    @discardableResult
    func translateWaiting() async throws(DictionaryError) -> [Word]
}

extension TranslationQueue: WordTranslating {}
