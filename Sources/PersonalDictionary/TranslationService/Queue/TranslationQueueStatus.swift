public import Foundation

/// The status of the queue of look-ups, for a front end to show.
public struct TranslationQueueStatus: Hashable, Sendable {
    /// How many words wait for their translation, including the one that is being looked up.
    public var waiting: Int
    /// The word that is being looked up.
    public var current: WordID?
    /// Until when no provider is asked; nil if one may be asked now.
    public var pausedUntil: Date?
    /// Why the last look-up had no answer; nil if it had one, or if no provider knows the word.
    public var failure: TranslationError?

    /// Describes a status.
    public init(
        waiting: Int = 0, current: WordID? = nil, pausedUntil: Date? = nil, failure: TranslationError? = nil
    ) {
        self.waiting = waiting
        self.current = current
        self.pausedUntil = pausedUntil
        self.failure = failure
    }
}
