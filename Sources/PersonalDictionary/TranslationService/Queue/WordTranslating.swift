/// Has words looked up: what a screen needs to know of the queue.
public protocol WordTranslating: Sendable {
    /// Looks a word up now, unless the user has translated it, and returns it as it is then; `nil` where nothing was
    /// changed.
    @discardableResult
    func translate(_ id: WordID) async throws(DictionaryError) -> Word?
    /// Looks up every word that waits, the oldest first, and returns those that were changed.
    @discardableResult
    func translateWaiting() async throws(DictionaryError) -> [Word]
}

extension TranslationQueue: WordTranslating {}
