public import CoreModule
import Foundation

/// Tries again, after a while, what may have failed by chance: a fault of the network that did not take long to be one.
public struct RetryingTranslationService: TranslationService {
    private let service: any TranslationService
    private let attempts: Int
    private let longest: Duration
    private let backoff: Backoff
    private let clock: WallClock
    private let sleeper: Sleeper
    private let chance: @Sendable () -> Double

    /// Makes a service that does not give up at once.
    /// - Parameters:
    ///   - service: what is asked.
    ///   - attempts: how often at most, the first time included.
    ///   - longest: what has failed after a longer time than this is not tried again: who has waited does not wait twice.
    ///   - backoff: how long to wait in between.
    ///   - clock: tells the time of day.
    ///   - sleeper: waits.
    ///   - chance: a random number from 0 to 1, for the backoff.
    public init(
        _ service: any TranslationService, attempts: Int = 2, longest: Duration = .seconds(5),
        backoff: Backoff = Backoff(first: .milliseconds(500), longest: .seconds(8)), clock: WallClock, sleeper: Sleeper,
        chance: @escaping @Sendable () -> Double = { .random(in: 0...1) }
    ) {
        precondition(attempts > 0, "A service is asked at least once.")
        self.service = service
        self.attempts = attempts
        self.longest = longest
        self.backoff = backoff
        self.clock = clock
        self.sleeper = sleeper
        self.chance = chance
    }

    /// Looks a word up.
    public func lookUp(
        _ text: WordText, _ direction: TranslationDirection
    ) async throws(TranslationError) -> DictionaryEntry {
        var failures = 0
        while true {
            let start = clock.now()
            do throws(TranslationError) {
                return try await service.lookUp(text, direction)
            } catch {
                failures += 1
                guard error.isOfNetwork, failures < attempts, clock.now().timeIntervalSince(start) <= longest.seconds
                else { throw error }
                let delay = backoff.delay(afterFailures: failures, chance: chance())
                do { try await sleeper.sleep(until: clock.now().addingTimeInterval(delay.seconds)) } catch {
                    throw .cancelled
                }
            }
        }
    }
}
