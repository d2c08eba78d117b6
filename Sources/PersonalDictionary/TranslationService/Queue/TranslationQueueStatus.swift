public import Foundation

/// What the queue of look-ups is at, for a front end to show.
public struct TranslationQueueStatus: Hashable, Sendable {
    /// How many words wait for their translation, the one that is being looked up included.
    public var waiting: Int
    /// The word that is being looked up.
    public var current: WordID?
    /// Until when nothing is asked; `nil` where nothing stands in the way.
    public var pausedUntil: Date?
    /// Why the last look-up had no answer; `nil` where it had one, or the word is just not known.
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
