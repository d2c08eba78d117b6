/// Looks words up. This is the protocol for a service of your own.
///
/// Laws: it may be called from any task, several times at once; it returns an entry for exactly the direction that was
/// asked for; it reports each failure by its type; a cancelled call throws ``TranslationError/cancelled`` soon.
public protocol TranslationService: Sendable {
    /// Looks a word up.
    func lookUp(_ text: WordText, _ direction: TranslationDirection) async throws(TranslationError) -> DictionaryEntry
}

/// One part of the chain that a look-up goes through.
///
/// Laws: as ``TranslationService``; a part passes the request on unchanged but for what it is there to change.
package protocol LookUpPart: Sendable {
    func lookUp(_ request: LookUpRequest) async throws(TranslationError) -> DictionaryEntry
}

extension LookUpPart {
    /// The answer as a value.
    func result(_ request: LookUpRequest) async -> Result<DictionaryEntry, TranslationError> {
        do throws(TranslationError) { return .success(try await lookUp(request)) } catch { return .failure(error) }
    }
}
