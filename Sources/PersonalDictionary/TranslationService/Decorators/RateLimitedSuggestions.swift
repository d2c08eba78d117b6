/// Lists words only as often as their provider allows, and leaves half of it to look-ups.
public struct RateLimitedSuggestions: WordSuggesting {
    private let source: any WordSuggesting
    private let pacer: RateLimiter
    private let requests: Int
    private let leastLength: Int

    /// Makes a list that keeps within limits.
    /// - Parameters:
    ///   - source: what is asked.
    ///   - pacer: lets its requests out; with the provider's look-ups it shares the limits.
    ///   - requests: as how many requests a list counts, of which each waits for its turn: a DICT server is asked for the words first,
    ///     and then for what they mean.
    ///   - leastLength: of how many characters the source lists words; for fewer it is not asked.
    public init(_ source: any WordSuggesting, pacer: RateLimiter, requests: Int = 1, leastLength: Int = 1) {
        precondition(requests > 0, "A list is one request at least.")
        self.source = source
        self.pacer = pacer
        self.requests = requests
        self.leastLength = leastLength
    }

    /// Words that begin so, when its turn comes; throws ``TranslationError/rateLimited(until:)`` where that is too late, and
    /// ``TranslationError/suspended(until:after:)`` where half of a long limit is used up. A direction that the source does not have
    /// costs nothing.
    public func suggestions(
        beginningWith text: WordText, _ direction: TranslationDirection, limit: Int
    ) async throws(TranslationError) -> [Suggestion] {
        guard text.value.count >= leastLength else { return [] }
        try await pacer.checkSpare()
        return try await pacer.send(requests: requests, isFree: { $0 == .unsupportedDirection(direction) }) {
            () throws(TranslationError) in
            try await source.suggestions(beginningWith: text, direction, limit: limit)
        }
    }
}
