public import CoreModule

/// Has words looked up in the background, for as long as the app lives.
@MainActor
public final class BackgroundTranslation {
    /// What the queue is at: how many words wait, and until when.
    public nonisolated let status: any ModelStreamReader<TranslationQueueStatus>
    private nonisolated let queue: TranslationQueue
    private let changes: any ModelStreamReader<WordChange>
    private let scope: FeatureScope
    private var isStarted = false

    init(queue: TranslationQueue, changes: any ModelStreamReader<WordChange>, scope: FeatureScope) {
        self.queue = queue
        status = queue.status
        self.changes = changes
        self.scope = scope
    }

    /// What the queue is at now.
    public nonisolated var currentStatus: TranslationQueueStatus { queue.currentStatus }

    /// The words that wait to be looked up, as the store has it; behind all others those that nobody knew while somebody who is asked
    /// now was not. Also before ``start()``.
    public func waitingWords() async throws(DictionaryError) -> [Word] {
        try await queue.waitingWords()
    }

    /// How many words wait, and until when, as the store has it: also before ``start()``.
    public func pendingStatus() async throws(DictionaryError) -> TranslationQueueStatus {
        try await queue.pendingStatus()
    }

    /// Begins to look words up: those that wait, and then each that is added. More calls do nothing.
    public func start() {
        guard !isStarted else { return }
        isStarted = true
        let events = changes.events()
        scope.run { [queue] in await queue.run(on: events) }
    }

    /// Looks the words up that wait, once, and returns those that were changed: what a system grants a program a few seconds for
    /// while it is in the background. Throws ``DictionaryError/translation(_:)`` where no word was changed, and a fault
    /// is why. Cancelled, it stops after the word that it is at.
    @discardableResult
    public nonisolated func translateWaiting() async throws(DictionaryError) -> [Word] {
        try await queue.translateWaiting()
    }
}
