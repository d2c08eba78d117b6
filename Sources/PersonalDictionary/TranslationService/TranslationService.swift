/// Looks words up.
///
/// Laws: it may be called from any task, several times at once; it returns an entry for just the direction it was asked for;
/// a failure is told by type, so that a decorator can decide what to try next; a cancelled call throws
/// ``TranslationError/cancelled`` soon.
public protocol TranslationService: Sendable {
    /// Looks a word up.
    func lookUp(_ text: WordText, _ direction: TranslationDirection) async throws(TranslationError) -> DictionaryEntry
}
