public import Foundation

/// The outcome of a look-up.
public enum LookUpOutcome: Hashable, Sendable {
    /// A service has the word.
    case found(DictionaryEntry)
    /// No service has the word. The asked providers are added to the earlier ones.
    case notFound(askedOf: Set<TranslationProvider> = [])
    /// A service failed. The date is the earliest for the next try.
    case failed(until: Date?)

    /// The translation state after this outcome, or nil if the state stays.
    ///
    /// The user's own translation always stays. A look-up that failed never removes a translation.
    public func state(replacing state: TranslationState) -> TranslationState? {
        switch self {
        case .found(let entry): state.isOwn ? state : .translated(entry.translation)
        case .notFound: state.isWaiting ? .notFound : nil
        case .failed(let until): state.isWaiting ? .failed(until: until) : nil
        }
    }
}
