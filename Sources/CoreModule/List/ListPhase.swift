/// How far a list on a screen has come.
public enum ListPhase<Failure: Error & Hashable>: Hashable, Sendable {
    /// It is being read for the first time.
    case loading
    /// It was read; it may be empty.
    case loaded
    /// It could not be read. What was shown before, if anything, is still there; reading again may work.
    case failed(Failure)
}
