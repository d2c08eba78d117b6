/// Lists words only as often as their provider allows: each call counts as a look-up does, and waits for its turn like one.
public struct RateLimitedSuggestions: WordSuggesting {
    private let source: any WordSuggesting
    private let limits: RateLimitedTranslationService

    /// Makes a list that keeps within limits.
    /// - Parameters:
    ///   - source: what is asked.
    ///   - limits: the same provider's look-ups, whose limits it shares.
    public init(_ source: any WordSuggesting, within limits: RateLimitedTranslationService) {
        self.source = source
        self.limits = limits
    }

    /// Words that begin so, when its turn comes; throws ``TranslationError/rateLimited(until:)`` where that is too late.
    public func suggestions(
        beginningWith text: WordText, _ direction: TranslationDirection, limit: Int
    ) async throws(TranslationError) -> [Suggestion] {
        try await limits.withinLimits { () throws(TranslationError) in
            try await source.suggestions(beginningWith: text, direction, limit: limit)
        }
    }
}
