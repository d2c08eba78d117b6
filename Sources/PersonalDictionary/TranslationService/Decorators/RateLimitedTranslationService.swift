public import CoreModule
import Foundation

/// Asks a service only as often as its provider allows, counted across restarts, and never before a provider has said to come
/// back.
public struct RateLimitedTranslationService: TranslationService {
    private let service: any TranslationService
    private let provider: TranslationProvider
    private let limits: [RequestLimit]
    private let ledger: any RequestLedger
    private let clock: WallClock
    private let sleeper: Sleeper
    private let patience: Duration
    private let pause: Duration

    /// Makes a service that keeps within limits.
    /// - Parameters:
    ///   - service: what is asked.
    ///   - provider: whose requests these are; services of one provider share its limits.
    ///   - limits: how much may be asked.
    ///   - ledger: remembers what was asked.
    ///   - clock: tells the time of day.
    ///   - sleeper: waits.
    ///   - patience: for how long a look-up waits for its turn, all in all; where it would be longer,
    ///     ``TranslationError/rateLimited(until:)`` is thrown at once.
    ///   - pause: for how long nothing is asked where the provider says that it was too much, and not for how long.
    public init(
        _ service: any TranslationService, provider: TranslationProvider, limits: [RequestLimit],
        ledger: any RequestLedger, clock: WallClock, sleeper: Sleeper, patience: Duration = .seconds(2),
        pause: Duration = .seconds(3600)
    ) {
        self.service = service
        self.provider = provider
        self.limits = limits
        self.ledger = ledger
        self.clock = clock
        self.sleeper = sleeper
        self.patience = patience
        self.pause = pause
    }

    /// Looks a word up, when its turn comes.
    public func lookUp(
        _ text: WordText, _ direction: TranslationDirection
    ) async throws(TranslationError) -> DictionaryEntry {
        try await withinLimits { () throws(TranslationError) in try await service.lookUp(text, direction) }
    }

    /// Asks the provider something, when its turn comes.
    func withinLimits<Answer>(
        _ ask: () async throws(TranslationError) -> Answer
    ) async throws(TranslationError) -> Answer {
        try await waitForTurn()
        do throws(TranslationError) {
            return try await ask()
        } catch .rateLimited(let until) {
            let date = until ?? clock.now().addingTimeInterval(pause.seconds)
            do throws(DictionaryError) { try await ledger.pause(provider, until: date, now: clock.now()) } catch {
                throw error.translationError
            }
            throw .rateLimited(until: date)
        }
    }

    private func waitForTurn() async throws(TranslationError) {
        // Others may go first again and again.
        let deadline = clock.now().addingTimeInterval(patience.seconds)
        while true {
            let now = clock.now()
            let grant: RequestGrant
            do throws(DictionaryError) {
                grant = try await ledger.reserve(provider, limits, now: now)
            } catch {
                throw error.translationError
            }
            guard case .wait(let date) = grant else { return }
            guard date <= deadline else { throw .rateLimited(until: date) }
            do { try await sleeper.sleep(until: date) } catch { throw .cancelled }
        }
    }
}

extension DictionaryError {
    /// What a look-up throws whose record cannot be kept.
    var translationError: TranslationError {
        if case .store(let error) = self { return error.code == .cancelled ? .cancelled : .store(error) }
        return .store(StoreError(.internalFault, path: nil, message: explanation))
    }
}
