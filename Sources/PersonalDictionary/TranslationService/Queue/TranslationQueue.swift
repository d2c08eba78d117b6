public import CoreModule
import Foundation

/// Looks up the words whose translation is owed, one after the other, and records how it ended.
///
/// A word that was removed, or translated by the user, while its look-up was in flight stays as the user left it.
public actor TranslationQueue {
    private let service: any TranslationService
    private let words: any WordFetching & WordEditing
    private let clock: WallClock
    private let logger: Logger

    /// Makes a queue that looks nothing up yet.
    public init(
        service: any TranslationService, words: any WordFetching & WordEditing, clock: WallClock, logger: Logger
    ) {
        self.service = service
        self.words = words
        self.clock = clock
        self.logger = logger
    }

    /// Looks up the words that wait, and then each word that is added, until the changes end or the task is cancelled.
    ///
    /// Subscribe to the changes before calling, so that no word is missed in between.
    public func run(on changes: ModelStreamEvents<WordChange>) async {
        await translateAllWaiting()
        for await change in changes {
            switch change {
            case .added(let word) where word.translation == .pending:
                await logFailure("a translation cannot be recorded") { () throws(DictionaryError) in
                    try await translate(word.id) { $0 == .pending }
                }
            case .reloaded:
                await translateAllWaiting()
            case .added, .updated, .removed:
                break
            }
        }
    }

    /// Looks up every word whose translation is pending or failed, the oldest first, and returns those that were changed.
    @discardableResult
    public func translateWaiting() async throws(DictionaryError) -> [Word] {
        var translated: [Word] = []
        for word in try await words.wordsAwaitingTranslation(limit: .max) {
            guard !Task.isCancelled else { break }
            if let word = try await translate(word.id, where: \.isWaiting) { translated.append(word) }
        }
        return translated
    }

    /// Looks a word up now, unless the user has translated it, and returns it as it is then; `nil` where nothing was changed.
    @discardableResult
    public func translate(_ id: WordID) async throws(DictionaryError) -> Word? {
        try await translate(id) { $0.translation?.provider != .user }
    }

    /// Looks a word up if it is still there and its state asks for it: it may have changed since the caller saw it.
    private func translate(
        _ id: WordID, where isWanted: (TranslationState) -> Bool
    ) async throws(DictionaryError) -> Word? {
        let word: Word
        do {
            word = try await words.word(id)
        } catch .notFound {
            return nil
        }
        guard isWanted(word.translation), let outcome = await lookUp(word) else { return nil }
        return try await words.record(outcome, of: id, at: clock.now())
    }

    private func translateAllWaiting() async {
        await logFailure("the words that wait cannot be looked up") { () throws(DictionaryError) in
            try await translateWaiting()
        }
    }

    /// A store that fails here stops nothing: the word stays as it was, and is looked up again later.
    private func logFailure(_ message: String, _ body: () async throws(DictionaryError) -> some Any) async {
        do {
            _ = try await body()
        } catch {
            // A queue that is told to stop has not failed.
            if !Task.isCancelled { logger.warning(message, ["error": error.code]) }
        }
    }

    /// How a look-up ended; `nil` where it was cancelled.
    private func lookUp(_ word: Word) async -> LookUpOutcome? {
        do {
            return .found(try await service.lookUp(word.text, word.direction))
        } catch {
            logger.debug("look-up failed", ["word": word.text.value, "error": "\(error)"])
            switch error {
            case .cancelled: return nil
            case .notFound, .unsupportedDirection: return .notFound
            case .unauthorized, .rateLimited, .network, .malformedAnswer:
                logger.warning("a translation service failed", ["word": word.id.rawValue])
                return .failed
            }
        }
    }
}
