/// Lists words only as often as their provider allows: each call counts as a look-up does, and waits for its turn like one.
public struct RateLimitedSuggestions: WordSuggesting {
    private let source: any WordSuggesting
    private let pacer: RequestPacer

    /// Makes a list that keeps within limits.
    /// - Parameters:
    ///   - source: what is asked.
    ///   - pacer: lets its requests out; with the provider's look-ups it shares the limits.
    public init(_ source: any WordSuggesting, pacer: RequestPacer) {
        self.source = source
        self.pacer = pacer
    }

    /// Words that begin so, when its turn comes; throws ``TranslationError/rateLimited(until:)`` where that is too late.
    public func suggestions(
        beginningWith text: WordText, _ direction: TranslationDirection, limit: Int
    ) async throws(TranslationError) -> [Suggestion] {
        try await pacer.send { () throws(TranslationError) in
            try await source.suggestions(beginningWith: text, direction, limit: limit)
        }
    }
}
