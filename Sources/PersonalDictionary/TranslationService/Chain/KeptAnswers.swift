import CoreModule
import Foundation

/// What a cache keeps of one provider: its answers, and the directions that it lacks. A failure of the cache is logged, and then nothing
/// is kept.
struct KeptAnswers: Sendable {
    let provider: TranslationProvider
    let cache: any TranslationCache
    let clock: WallClock
    let log: OperationLog

    /// What is kept of a text; of the whole direction if the text is nil.
    func answer(to text: WordText?, _ direction: TranslationDirection) async -> (answer: CachedAnswer, date: Date)? {
        do throws(DictionaryError) {
            return try await log.run(
                "read answer", subject(text, direction), result: { $0 == nil ? "none" : "one" }
            ) { () throws(DictionaryError) in try await cache.answer(of: provider, to: text, direction) }
        } catch {
            return nil
        }
    }

    /// Keeps an answer; if it is nil, removes the earlier one.
    func keep(_ answer: CachedAnswer?, to text: WordText?, _ direction: TranslationDirection) async {
        do throws(DictionaryError) {
            try await log.run("keep answer", subject(text, direction)) { () throws(DictionaryError) in
                try await cache.keep(answer, of: provider, to: text, direction, at: clock.now())
            }
        } catch {
            // Logged. What is not kept is asked for again.
        }
    }

    private func subject(_ text: WordText?, _ direction: TranslationDirection) -> String {
        "\(provider) \(text?.value ?? direction.description)"
    }
}
