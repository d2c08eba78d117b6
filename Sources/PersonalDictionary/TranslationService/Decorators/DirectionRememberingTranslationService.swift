public import CoreModule
import Foundation

/// Asks a service no second time for a direction that it does not have: that would cost a request for each word.
public struct DirectionRememberingTranslationService: TranslationService {
    private let service: any TranslationService
    private let provider: TranslationProvider
    private let directions: any UnsupportedDirectionRepository
    private let lifetime: AnswerLifetime
    private let clock: WallClock
    private let logger: Logger

    /// Makes a service that remembers directions.
    /// - Parameters:
    ///   - service: what is asked.
    ///   - provider: the name under which its directions are remembered.
    ///   - directions: remembers them.
    ///   - maximumAge: for how long; a week unless told otherwise.
    ///   - clock: tells the time of day.
    ///   - logger: is told when the directions cannot be read or written: the service is asked then.
    public init(
        _ service: any TranslationService, provider: TranslationProvider,
        directions: any UnsupportedDirectionRepository, maximumAge: Duration = .seconds(7 * 24 * 3600),
        clock: WallClock, logger: Logger
    ) {
        self.service = service
        self.provider = provider
        self.directions = directions
        lifetime = AnswerLifetime(maximumAge: maximumAge)
        self.clock = clock
        self.logger = logger
    }

    /// Looks a word up; throws ``TranslationError/unsupportedDirection(_:)`` at once where the service has said so before.
    public func lookUp(
        _ text: WordText, _ direction: TranslationDirection
    ) async throws(TranslationError) -> DictionaryEntry {
        let refusal = await lastRefusal(direction)
        if let refusal, lifetime.dates(now: clock.now()).contains(refusal) { throw .unsupportedDirection(direction) }
        return try await ask(text, direction, isNoted: refusal != nil)
    }

    /// The same service for who wants to know anew: it always asks, and remembers what it learns.
    public var refreshing: any TranslationService { Refreshing(base: self) }

    private struct Refreshing: TranslationService {
        let base: DirectionRememberingTranslationService

        func lookUp(
            _ text: WordText, _ direction: TranslationDirection
        ) async throws(TranslationError) -> DictionaryEntry {
            try await base.ask(text, direction, isNoted: base.lastRefusal(direction) != nil)
        }
    }

    /// - Parameter isNoted: whether it was noted at any time that the direction is not there.
    private func ask(
        _ text: WordText, _ direction: TranslationDirection, isNoted: Bool
    ) async throws(TranslationError) -> DictionaryEntry {
        do throws(TranslationError) {
            let entry = try await service.lookUp(text, direction)
            if isNoted { await note(false, direction) }
            return entry
        } catch {
            switch error {
            case .unsupportedDirection(direction): await note(true, direction)
            case .notFound where isNoted: await note(false, direction)
            default: break
            }
            throw error
        }
    }

    private func lastRefusal(_ direction: TranslationDirection) async -> Date? {
        do throws(DictionaryError) {
            return try await directions.lastRefusal(of: direction, by: provider)
        } catch {
            logger.warning("the directions of a service cannot be read", ["error": error.code])
            return nil
        }
    }

    private func note(_ isUnsupported: Bool, _ direction: TranslationDirection) async {
        do throws(DictionaryError) {
            try await directions.setUnsupported(isUnsupported, direction, by: provider, at: clock.now())
        } catch {
            logger.warning("the directions of a service cannot be written", ["error": error.code])
        }
    }
}
