public import CoreModule

/// Looks words up in the background, as long as the app's graph is attached.
@MainActor
public final class BackgroundTranslation {
    /// The status of the queue: how many words wait, and until when.
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

    /// The present status of the queue.
    public nonisolated var currentStatus: TranslationQueueStatus { queue.currentStatus }

    /// The words that wait to be looked up, as the store has them; last the words to recheck, which one of the
    /// providers was not asked for. Works also before ``start()``.
    public func waitingWords() async throws(DictionaryError) -> [Word] {
        try await queue.waitingWords()
    }

    /// How many words wait, and until when, as the store has it. Works also before ``start()``.
    public func pendingStatus() async throws(DictionaryError) -> TranslationQueueStatus {
        try await queue.pendingStatus()
    }

    /// Starts to look words up: those that wait, and then each that is added. Further calls do nothing.
    public func start() {
        guard !isStarted else { return }
        isStarted = true
        let events = changes.events()
        scope.run { [queue] in await queue.run(on: events) }
    }

    /// Looks up the words that wait, once: for the few seconds that a system gives an app in the background.
    ///
    /// If no word was changed because of a failure, throws ``DictionaryError/translation(_:)``. If it is cancelled, it
    /// stops after the current word.
    /// - Returns: the words that were changed.
    @discardableResult
    public nonisolated func translateWaiting() async throws(DictionaryError) -> [Word] {
        try await queue.translateWaiting()
    }
}
