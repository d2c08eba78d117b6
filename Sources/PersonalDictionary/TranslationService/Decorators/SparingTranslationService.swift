/// Asks a provider only while half of what it allows in more than a minute is left: for look-ups that are good to have, as those while
/// a word is typed are.
public struct SparingTranslationService: TranslationService {
    private let service: any TranslationService
    private let pacer: RateLimiter

    /// Makes a service that leaves something to others.
    /// - Parameters:
    ///   - service: what is asked; it waits for its turn by itself.
    ///   - pacer: knows the provider's limits, and what was asked.
    public init(_ service: any TranslationService, pacer: RateLimiter) {
        self.service = service
        self.pacer = pacer
    }

    /// Looks a word up; throws ``TranslationError/suspended(until:after:)`` where that is to be left to others.
    public func lookUp(
        _ text: WordText, _ direction: TranslationDirection
    ) async throws(TranslationError) -> DictionaryEntry {
        try await pacer.checkSpare()
        return try await service.lookUp(text, direction)
    }
}
