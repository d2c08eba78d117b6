import CoreModule
import TodoList

/// Polls for changes of words, reviews, tasks and settings by other processes, so that the screens of this one show them.
@MainActor
public final class ExternalChangeWatcher {
    private let words: Vocabulary
    private let reviews: Reviews
    /// The tasks. Nil as long as no feature of the app leads to them.
    private let todos: @MainActor @Sendable () -> TaskList?
    private let settings: SettingsWatcher
    private let scope: FeatureScope
    private let logger: EventLogger
    private var isStarted = false
    /// How many polls fail now. A store that cannot be read is logged once, and not for each of them twice a second.
    private var failingCount = 0

    init(
        words: Vocabulary, reviews: Reviews, todos: @escaping @MainActor @Sendable () -> TaskList?,
        settings: SettingsWatcher, scope: FeatureScope, logger: EventLogger
    ) {
        self.words = words
        self.reviews = reviews
        self.todos = todos
        self.settings = settings
        self.scope = scope
        self.logger = logger
    }

    /// Starts polling. Further calls do nothing. If nothing has changed, a poll reads one row of words, one of reviews, four of settings, and
    /// one of tasks if a feature of the app leads to them.
    public func start(
        every interval: Duration = .milliseconds(500), clock: some Clock<Duration> = ContinuousClock()
    ) {
        guard !isStarted else { return }
        isStarted = true
        poll(every: interval, clock) { [words] () throws(DictionaryError) in _ = try await words.externalChanges() }
        poll(every: interval, clock) { [reviews] () throws(DictionaryError) in
            try await reviews.publishExternalChanges()
        }
        poll(every: interval, clock, isImmediate: true) { [settings] () throws(StoreError) in try await settings.look()
        }
        poll(every: interval, clock) { [todos] () throws(TodoError) in try await todos()?.publishExternalChanges() }
    }

    private func poll<Failure: LoggedError>(
        every interval: Duration, _ clock: some Clock<Duration>, isImmediate: Bool = false,
        _ publish: @escaping @MainActor @Sendable () async throws(Failure) -> Void
    ) {
        scope.run { [weak self, logger] in
            var (isFailing, isWaiting) = (false, !isImmediate)
            while true {
                // The sleep ends with the scope, by cancellation.
                do { if isWaiting { try await clock.sleep(for: interval) } } catch { return }
                isWaiting = true
                do throws(Failure) {
                    try await publish()
                    if isFailing { self?.failingCount -= 1 }
                    isFailing = false
                } catch {
                    // The next poll may work.
                    guard let self, !isFailing, !Task.isCancelled else { continue }
                    if failingCount == 0 {
                        logger.warning("changes of other processes cannot be read", ["error": "\(error.code)"])
                    }
                    failingCount += 1
                    isFailing = true
                }
            }
        }
    }
}
