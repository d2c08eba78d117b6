public import CoreModule
import Foundation

/// Asks a service only as often as its provider allows, counted across restarts, and never before a provider has said to come
/// back.
public struct RateLimitedTranslationService: TranslationService {
    private let service: any TranslationService
    private let pacer: RateLimiter
    private let isAskedForDirections: Bool

    /// Makes a service that keeps within limits.
    /// - Parameters:
    ///   - service: what is asked.
    ///   - provider: whose requests these are; services of one provider share its limits.
    ///   - limits: how much may be asked.
    ///   - ledger: remembers what was asked.
    ///   - clock: tells the time of day.
    ///   - sleeper: waits.
    ///   - maximumWait: for how long a look-up waits for its turn, all in all; where it would be longer,
    ///     ``TranslationError/rateLimited(until:)`` is thrown at once.
    ///   - pause: for how long nothing is asked where the provider says that it was too much, and not for how long.
    public init(
        _ service: any TranslationService, provider: TranslationProvider, limits: [RequestLimit],
        ledger: any RequestLedger, clock: WallClock, sleeper: Sleeper, maximumWait: Duration = .seconds(2),
        pause: Duration = .seconds(3600)
    ) {
        let pacer = RateLimiter(
            provider: provider, limits: limits, ledger: ledger, clock: clock, sleeper: sleeper,
            maximumWait: maximumWait, pause: pause)
        self.init(service, pacer: pacer)
    }

    /// Makes a service whose requests a pacer lets out.
    /// - Parameters:
    ///   - service: what is asked.
    ///   - pacer: lets the requests out.
    ///   - isAskedForDirections: whether the provider was asked for the word where it does not have the direction; else that costs
    ///     nothing.
    public init(_ service: any TranslationService, pacer: RateLimiter, isAskedForDirections: Bool = true) {
        self.service = service
        self.pacer = pacer
        self.isAskedForDirections = isAskedForDirections
    }

    /// Looks a word up, when its turn comes. Where nobody wants the answer any more by then (``LookUpInterest``), nothing is asked.
    public func lookUp(
        _ text: WordText, _ direction: TranslationDirection
    ) async throws(TranslationError) -> DictionaryEntry {
        try await pacer.send(isFree: { !isAskedForDirections && $0 == .unsupportedDirection(direction) }) {
            () throws(TranslationError) in try await service.lookUp(text, direction)
        }
    }
}
