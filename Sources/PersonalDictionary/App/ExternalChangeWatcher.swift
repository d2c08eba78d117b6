import CoreModule

/// Looks at regular times for what other processes have changed, so that the screens of this one show it.
@MainActor
public final class ExternalChangeWatcher {
    private let words: Vocabulary
    private let scope: FeatureScope
    private let logger: Logger
    private var isStarted = false

    init(words: Vocabulary, scope: FeatureScope, logger: Logger) {
        self.words = words
        self.scope = scope
        self.logger = logger
    }

    /// Begins to look. More calls do nothing.
    /// - Parameters:
    ///   - interval: how long to wait between two looks; a look reads one row where nothing has changed.
    ///   - clock: measures the interval.
    public func start(
        every interval: Duration = .milliseconds(500), clock: some Clock<Duration> = ContinuousClock()
    ) {
        guard !isStarted else { return }
        isStarted = true
        scope.run { [words, logger] in
            var isFailing = false
            while true {
                // Ends by cancellation, with the scope.
                do { try await clock.sleep(for: interval) } catch { return }
                do throws(DictionaryError) {
                    _ = try await words.externalChanges()
                    isFailing = false
                } catch {
                    // Told once, not twice a second; the next look may work.
                    if !isFailing, !Task.isCancelled {
                        logger.warning("changes of other processes cannot be read", ["error": error.code])
                    }
                    isFailing = true
                }
            }
        }
    }
}
