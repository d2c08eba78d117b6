public import CoreModule
import Foundation

/// Asks a service no second time for a direction that it does not have: that would cost a request for each word.
public struct DirectionRememberingTranslationService: TranslationService {
    private let service: any TranslationService
    private let provider: TranslationProvider
    private let directions: any UnsupportedDirectionRepository
    private let maximumAge: Duration
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
        self.maximumAge = maximumAge
        self.clock = clock
        self.logger = logger
    }

    /// Looks a word up; throws ``TranslationError/unsupportedDirection(_:)`` at once where the service has said so before.
    public func lookUp(
        _ text: WordText, _ direction: TranslationDirection
    ) async throws(TranslationError) -> DictionaryEntry {
        if await isKnownUnsupported(direction) { throw .unsupportedDirection(direction) }
        return try await ask(text, direction, isKnownUnsupported: false)
    }

    /// The same service for who wants to know anew: it always asks, and remembers what it learns.
    public var refreshing: any TranslationService { Refreshing(base: self) }

    private struct Refreshing: TranslationService {
        let base: DirectionRememberingTranslationService

        func lookUp(
            _ text: WordText, _ direction: TranslationDirection
        ) async throws(TranslationError) -> DictionaryEntry {
            try await base.ask(text, direction, isKnownUnsupported: base.isKnownUnsupported(direction))
        }
    }

    private func ask(
        _ text: WordText, _ direction: TranslationDirection, isKnownUnsupported: Bool
    ) async throws(TranslationError) -> DictionaryEntry {
        do throws(TranslationError) {
            let entry = try await service.lookUp(text, direction)
            if isKnownUnsupported { await note(false, direction) }
            return entry
        } catch {
            switch error {
            case .unsupportedDirection(direction): await note(true, direction)
            case .notFound where isKnownUnsupported: await note(false, direction)
            default: break
            }
            throw error
        }
    }

    private func isKnownUnsupported(_ direction: TranslationDirection) async -> Bool {
        do throws(DictionaryError) {
            let oldest = clock.now().addingTimeInterval(-maximumAge.seconds)
            return try await directions.isUnsupported(direction, by: provider, since: oldest)
        } catch {
            logger.warning("the directions of a service cannot be read", ["error": error.code])
            return false
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
