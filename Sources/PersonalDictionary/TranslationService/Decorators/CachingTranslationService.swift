public import CoreModule
import Foundation

/// Answers again what was answered before, for as long as it is not too old, nor of a time that the clock, which was set back, shows
/// no more.
public struct CachingTranslationService: TranslationService {
    private let service: any TranslationService
    private let provider: TranslationProvider
    private let cache: any TranslationCache
    private let lifetime: AnswerLifetime
    private let clock: WallClock
    private let logger: Logger

    /// Makes a service with a memory.
    /// - Parameters:
    ///   - service: what is asked where nothing is kept.
    ///   - provider: the name under which its answers are kept.
    ///   - cache: keeps them.
    ///   - maximumAge: for how long an answer is good; 90 days unless told otherwise.
    ///   - clock: tells the time of day.
    ///   - logger: is told when the cache fails: the service is asked then.
    public init(
        _ service: any TranslationService, provider: TranslationProvider, cache: any TranslationCache,
        maximumAge: Duration = .seconds(90 * 24 * 3600), clock: WallClock, logger: Logger
    ) {
        self.service = service
        self.provider = provider
        self.cache = cache
        lifetime = AnswerLifetime(maximumAge: maximumAge)
        self.clock = clock
        self.logger = logger
    }

    /// Looks a word up, in the cache first, and there again before anything is asked that had to wait for its turn.
    public func lookUp(
        _ text: WordText, _ direction: TranslationDirection
    ) async throws(TranslationError) -> DictionaryEntry {
        switch await kept(text, direction) {
        case .found(let entry)?: return entry
        case .notFound?: throw .notFound
        case nil: break
        }
        do throws(TranslationError) {
            return try await LookUpInterest.lookingUp(while: { await kept(text, direction) == nil }) {
                () throws(TranslationError) in try await refresh(text, direction)
            }
        } catch .cancelled where !Task.isCancelled {
            // Another process that shares the cache may have been first while this one waited for its turn.
            switch await kept(text, direction) {
            case .found(let entry)?: return entry
            case .notFound?: throw .notFound
            case nil: throw .cancelled
            }
        }
    }

    /// Asks the service, whatever is kept, and keeps its answer.
    public func refresh(
        _ text: WordText, _ direction: TranslationDirection
    ) async throws(TranslationError) -> DictionaryEntry {
        do throws(TranslationError) {
            let entry = try await service.lookUp(text, direction)
            await keep(.found(entry), text, direction)
            return entry
        } catch .notFound {
            await keep(.notFound, text, direction)
            throw .notFound
        }
    }

    /// The same service for who wants to know anew: it always asks, and keeps the answer.
    public var refreshing: any TranslationService { Refreshing(base: self) }

    private struct Refreshing: TranslationService {
        let base: CachingTranslationService

        func lookUp(
            _ text: WordText, _ direction: TranslationDirection
        ) async throws(TranslationError) -> DictionaryEntry {
            try await base.refresh(text, direction)
        }
    }

    private func kept(_ text: WordText, _ direction: TranslationDirection) async -> CachedAnswer? {
        do throws(DictionaryError) {
            return try await cache.answer(
                of: provider, to: text, direction, datedIn: lifetime.dates(now: clock.now()))
        } catch {
            logger.warning("the translation cache cannot be read", ["error": error.code])
            return nil
        }
    }

    private func keep(_ answer: CachedAnswer, _ text: WordText, _ direction: TranslationDirection) async {
        do throws(DictionaryError) {
            try await cache.keep(answer, of: provider, to: text, direction, at: clock.now())
        } catch {
            logger.warning("the translation cache cannot be written", ["error": error.code])
        }
    }
}
