/// The state of a search. A search is in exactly one phase at a time, so that “nothing found” is never shown too early.
public enum SearchPhase: Hashable, Sendable {
    /// Nothing is typed yet.
    case blank
    /// A search is running. The words of the search before are still shown.
    case searching
    /// No word was found.
    case nothingFound
    /// Words were found.
    case found
    /// The words could not be read. Those that were shown before are still shown.
    case failed(DictionaryError)

    /// The failure; nil in the other phases.
    public var failure: DictionaryError? {
        if case .failed(let failure) = self { failure } else { nil }
    }
}
