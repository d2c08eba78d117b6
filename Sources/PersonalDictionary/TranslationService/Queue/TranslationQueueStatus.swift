public import CoreModule
public import Foundation

/// The status of the queue of look-ups, for a front end to show.
public struct TranslationQueueStatus: Hashable, Sendable {
    /// How many words wait for their translation, including the one that is being looked up.
    public internal(set) var waiting = 0
    /// The word that is being looked up.
    package internal(set) var current: WordID?
    /// The time before which no provider is asked; nil if one may be asked now.
    public internal(set) var notBefore: Date?
    /// Why the last look-up had no answer; nil if it had one, or if no provider knows the word.
    public internal(set) var failure: TranslationError?
    var failures: [WordID: TranslationError] = [:]

    /// Why a word that waits had no answer when it was looked up last; nil if that is not known, or it was not looked up yet.
    public func failure(of id: WordID) -> TranslationError? { failures[id] }

    /// How many words wait, and until when, for a person; nil if none does.
    public var message: Message? {
        guard waiting > 0, let notBefore else { return waitingMessage }
        return Message("\(count: waiting) words wait until \(notBefore)")
    }

    /// How many words wait, for a person, where there is no room for ``message``; nil if none does.
    public var waitingMessage: Message? { waiting > 0 ? Message("\(count: waiting) words wait") : nil }
}
