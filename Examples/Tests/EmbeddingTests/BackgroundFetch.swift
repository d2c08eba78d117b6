import CoreModule
import PersonalDictionary

/// Looks up the words that are waiting, in the seconds that the system grants.
/// - Returns: whether a word was looked up.
func fetchTranslations(_ app: AppGraph) async -> Bool {
    do throws(DictionaryError) {
        return try await !app.translation.translateWaiting().isEmpty
    } catch {
        // Nothing is lost: the words are still waiting, and the next call tries again.
        return false
    }
}

/// The same without screens, for a process that was started only for this.
func fetchTranslations(_ dependencies: AppDependencies) async throws(DictionaryError) -> [Word] {
    let queue = TranslationQueue(
        services: dependencies.makeTranslation(), words: Vocabulary(dependencies.store.words),
        clock: dependencies.environment.clock,
        sleeper: dependencies.environment.sleeper, logger: dependencies.environment.logger)
    return try await queue.translateWaiting()
}
