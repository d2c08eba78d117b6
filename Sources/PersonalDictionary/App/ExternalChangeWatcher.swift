import CoreModule
import TodoList

/// Polls for changes of words, reviews and tasks by other processes, so that the screens of this one show them.
@MainActor
public final class ExternalChangeWatcher {
    private let words: Vocabulary
    private let reviews: Reviews
    /// The tasks. Nil as long as no feature of the app leads to them.
    private let todos: @MainActor @Sendable () -> TaskList?
    private let scope: FeatureScope
    private let logger: EventLogger
    private var isStarted = false

    init(
        words: Vocabulary, reviews: Reviews, todos: @escaping @MainActor @Sendable () -> TaskList?,
        scope: FeatureScope, logger: EventLogger
    ) {
        self.words = words
        self.reviews = reviews
        self.todos = todos
        self.scope = scope
        self.logger = logger
    }

    /// Starts polling. Further calls do nothing. If nothing has changed, a poll reads one row of words, one of reviews, and one of tasks if a
    /// feature of the app leads to them.
    public func start(
        every interval: Duration = .milliseconds(500), clock: some Clock<Duration> = ContinuousClock()
    ) {
        guard !isStarted else { return }
        isStarted = true
        poll(every: interval, clock) { [words] () throws(DictionaryError) in _ = try await words.externalChanges() }
        poll(every: interval, clock) { [reviews] () throws(DictionaryError) in
            try await reviews.publishExternalChanges()
        }
        poll(every: interval, clock) { [todos] () throws(TodoError) in try await todos()?.publishExternalChanges() }
    }

    private func poll<Failure: LoggedError>(
        every interval: Duration, _ clock: some Clock<Duration>,
        _ publish: @escaping @MainActor @Sendable () async throws(Failure) -> Void
    ) {
        scope.run { [logger] in
            var isFailing = false
            while true {
                // The sleep ends with the scope, by cancellation.
                do { try await clock.sleep(for: interval) } catch { return }
                do throws(Failure) {
                    try await publish()
                    isFailing = false
                } catch {
                    // Logged once, not twice a second. The next poll may work.
                    if !isFailing, !Task.isCancelled {
                        logger.warning("changes of other processes cannot be read", ["error": "\(error.code)"])
                    }
                    isFailing = true
                }
            }
        }
    }
}
