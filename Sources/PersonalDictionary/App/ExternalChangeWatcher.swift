import CoreModule

/// Polls for changes of other processes, so that the screens of this one show them.
@MainActor
public final class ExternalChangeWatcher {
    private let words: Vocabulary
    private let scope: FeatureScope
    private let logger: EventLogger
    private var isStarted = false

    init(words: Vocabulary, scope: FeatureScope, logger: EventLogger) {
        self.words = words
        self.scope = scope
        self.logger = logger
    }

    /// Starts polling. Further calls do nothing.
    /// - Parameters:
    ///   - interval: the time between two polls. A poll reads one row if nothing has changed.
    ///   - clock: measures the interval.
    public func start(
        every interval: Duration = .milliseconds(500), clock: some Clock<Duration> = ContinuousClock()
    ) {
        guard !isStarted else { return }
        isStarted = true
        scope.run { [words, logger] in
            var isFailing = false
            while true {
                // The sleep ends with the scope, by cancellation.
                do { try await clock.sleep(for: interval) } catch { return }
                do throws(DictionaryError) {
                    _ = try await words.externalChanges()
                    isFailing = false
                } catch {
                    // Logged once, not twice a second. The next poll may work.
                    if !isFailing, !Task.isCancelled {
                        logger.warning("changes of other processes cannot be read", ["error": error.code])
                    }
                    isFailing = true
                }
            }
        }
    }
}
