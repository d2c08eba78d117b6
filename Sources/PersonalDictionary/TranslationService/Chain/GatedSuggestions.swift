package import CoreModule

/// Lists words of a remote provider through its gate, and logs each list: what was typed at debug level only, since it
/// is private.
package struct GatedSuggestions: WordSuggesting {
    private let source: any WordSuggesting
    private let gate: ProviderGate
    private let requests: Int
    private let leastLength: Int
    private let logger: EventLogger

    /// Makes a list that shares the limits of the provider's look-ups, counts as some requests, and leaves half of long limits to look-ups.
    /// For a text below the least length the source is not asked.
    package init(
        _ source: any WordSuggesting, gate: ProviderGate, requests: Int = 1, leastLength: Int = 1,
        logger: EventLogger = .disabled
    ) {
        precondition(requests > 0, "A list is one request at least.")
        self.source = source
        self.gate = gate
        self.requests = requests
        self.leastLength = leastLength
        self.logger = logger
    }

    package func suggestions(
        beginningWith text: WordText, _ direction: TranslationDirection, limit: Int
    ) async throws(TranslationError) -> [Suggestion] {
        guard text.value.count >= leastLength else { return [] }
        let (name, word) = (gate.provider.rawValue, text.value)
        let request = LookUpRequest(text, direction, priority: .typing)
        return try await gate.send(request, count: requests, attempts: 1) { () throws(TranslationError) in
            logger.debug("list starts", ["service": name, "word": word, "direction": direction.description])
            do throws(TranslationError) {
                let words = try await source.suggestions(beginningWith: text, direction, limit: limit)
                logger.debug("list found", ["service": name, "word": word, "count": "\(words.count)"])
                return words
            } catch {
                logger.debug("list ended without words", ["service": name, "word": word, "error": error.code])
                throw error
            }
        }
    }
}
