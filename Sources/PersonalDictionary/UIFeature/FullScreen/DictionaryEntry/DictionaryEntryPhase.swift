/// What the screen of a word knows of its entry. Exactly one phase holds at a time.
public enum DictionaryEntryPhase: Hashable, Sendable {
    /// The entry is being loaded for the first time.
    case loading
    /// No service has said anything about the word.
    case noEntry
    /// There is an entry.
    case loaded
    /// The word is being looked up again, on the user's request or after an edit. The entry before is still shown.
    case lookingUp
    /// The word was looked up again, on the user's request or after an edit, and there was no answer. The entry before is still shown.
    case lookUpFailed(DictionaryError)
    /// The entry could not be read. The one before is still shown.
    case failed(DictionaryError)

    /// The failure; nil in the other phases.
    public var failure: DictionaryError? {
        switch self {
        case .lookUpFailed(let failure), .failed(let failure): failure
        case .loading, .noEntry, .loaded, .lookingUp: nil
        }
    }
}
