/// The loading phase of a list or another value.
public enum ListPhase<Failure: Error & Hashable>: Hashable, Sendable {
    /// It is being loaded for the first time.
    case loading
    /// It was loaded; a list may be empty.
    case loaded
    /// It could not be loaded. What was shown before is still there. Loading again may work.
    case failed(Failure)

    /// The failure; nil in the other phases.
    public var failure: Failure? {
        if case .failed(let failure) = self { failure } else { nil }
    }
}
