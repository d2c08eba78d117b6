import CoreModule
import PersonalDictionary

/// Looks up what waits, in the seconds that a system grants.
/// - Returns: whether there was anything new.
func fetchTranslations(_ app: AppGraph) async -> Bool {
    do throws(DictionaryError) {
        return try await !app.translation.translateWaiting().isEmpty
    } catch {
        // Nothing is lost: the words still wait, and are tried again next time.
        return false
    }
}

/// The same without any screen: for a process that was started for this alone.
func fetchTranslations(_ dependencies: AppDependencies) async throws(DictionaryError) -> [Word] {
    let queue = TranslationQueue(
        services: dependencies.translation, words: dependencies.store.words, clock: dependencies.clock,
        sleeper: dependencies.sleeper, logger: dependencies.logger)
    return try await queue.translateWaiting()
}
