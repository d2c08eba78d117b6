public import CoreModule
public import Foundation

/// Lets requests to a provider out only as often as it allows, counted across restarts, and never before it has said to come
/// back.
public struct RateLimiter: Sendable {
    private let provider: TranslationProvider
    private let limits: [RequestLimit]
    private let ledger: any RequestLedger
    private let clock: WallClock
    private let sleeper: Sleeper
    private let maximumWait: Duration
    private let pause: Duration

    /// Makes a pacer.
    /// - Parameters:
    ///   - provider: whose requests these are; all pacers of one provider and ledger share its limits.
    ///   - limits: how much may be asked.
    ///   - ledger: remembers what was asked.
    ///   - clock: tells the time of day.
    ///   - sleeper: waits.
    ///   - maximumWait: for how long a request waits for its turn, all in all.
    ///   - pause: for how long nothing is asked where the provider says that it was too much, and not for how long.
    public init(
        provider: TranslationProvider, limits: [RequestLimit], ledger: any RequestLedger, clock: WallClock,
        sleeper: Sleeper, maximumWait: Duration = .seconds(2), pause: Duration = .seconds(3600)
    ) {
        self.provider = provider
        self.limits = limits
        self.ledger = ledger
        self.clock = clock
        self.sleeper = sleeper
        self.maximumWait = maximumWait
        self.pause = pause
    }

    /// Waits until one request may be sent, and counts it. Throws ``TranslationError/rateLimited(until:)`` at once where that would
    /// take too long, ``TranslationError/store(_:)``, and ``TranslationError/cancelled`` also where ``LookUpInterest`` is lost
    /// meanwhile; then nothing was counted.
    /// - Returns: the time as which it is counted.
    @discardableResult
    public func waitForTurn() async throws(TranslationError) -> Date {
        // Others may go first again and again.
        let deadline = clock.now().addingTimeInterval(maximumWait.seconds)
        while true {
            try await LookUpInterest.check()
            let now = clock.now()
            let grant: RequestGrant
            do throws(DictionaryError) {
                grant = try await ledger.reserve(provider, limits, now: now)
            } catch {
                throw error.translationError
            }
            guard case .wait(let date) = grant else { return now }
            guard date <= deadline else { throw .rateLimited(until: date) }
            do { try await sleeper.sleep(until: date) } catch { throw .cancelled }
        }
    }

    /// Asks the provider something, when its turn comes. What never left this device (``TranslationError/unreachable(_:)``) is not
    /// counted. Where the provider says that it was too much, nobody asks it anything until it is to be asked again, and
    /// ``TranslationError/rateLimited(until:)`` is thrown with that date.
    /// - Parameters:
    ///   - requests: as how many requests it counts; each waits for its turn before the first is sent.
    ///   - isFree: which other errors tell that the provider was asked nothing.
    ///   - request: asks.
    public func send<Answer>(
        requests: Int = 1, isFree: (TranslationError) -> Bool = { _ in false },
        _ request: () async throws(TranslationError) -> Answer
    ) async throws(TranslationError) -> Answer {
        let dates = try await waitForTurns(requests)
        do throws(TranslationError) {
            return try await request()
        } catch .rateLimited(let until) {
            let date = until ?? clock.now().addingTimeInterval(pause.seconds)
            try await pause(until: date)
            throw .rateLimited(until: date)
        } catch {
            if error.isUnreachable || isFree(error) { try await release(dates) }
            throw error
        }
    }

    /// Throws ``TranslationError/suspended(until:after:)`` where half of what the provider allows in more than a minute is used up: what
    /// is good to have leaves the rest to what is needed. Nothing is counted.
    public func checkSpare() async throws(TranslationError) {
        let long = limits.filter { $0.window > .seconds(60) }
        guard !long.isEmpty else { return }
        let now = clock.now()
        // There is no half of one.
        if let one = long.first(where: { $0.count == 1 }) {
            let date = now.addingTimeInterval(one.window.seconds)
            throw .suspended(until: date, after: .rateLimited(until: date))
        }
        let spare = long.map { RequestLimit($0.count / 2, per: $0.window) }
        let date: Date
        do throws(DictionaryError) { date = try await ledger.turn(provider, spare, now: now) } catch {
            throw error.translationError
        }
        guard date <= now else { throw .suspended(until: date, after: .rateLimited(until: date)) }
    }

    /// Waits for several turns, of which none is counted where they are not all granted.
    private func waitForTurns(_ count: Int) async throws(TranslationError) -> [Date] {
        var dates: [Date] = []
        do throws(TranslationError) {
            for _ in 0..<count { dates.append(try await waitForTurn()) }
            return dates
        } catch {
            try await release(dates)
            throw error
        }
    }

    private func release(_ dates: [Date]) async throws(TranslationError) {
        do throws(DictionaryError) {
            for date in dates { try await ledger.release(provider, grantedAt: date) }
        } catch {
            throw error.translationError
        }
    }

    /// Grants nothing to anybody until a time: the provider has said so.
    private func pause(until date: Date) async throws(TranslationError) {
        do throws(DictionaryError) { try await ledger.pause(provider, until: date, now: clock.now()) } catch {
            throw error.translationError
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
