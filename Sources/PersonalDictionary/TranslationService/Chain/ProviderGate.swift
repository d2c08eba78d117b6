package import CoreModule
import Foundation

/// The one place that decides when a provider is asked: now, or not before a date.
///
/// ``ProviderGateState`` decides, and the ledger counts requests across restarts and processes. The gate waits, sends, tries once more
/// after a failure of the network, and releases the permit of a request that never left the device.
package final class ProviderGate: Sendable {
    /// How long a direction that the provider lacks is not asked for again.
    fileprivate static let missingDirectionLifetime: Duration = .seconds(7 * 24 * 3600)

    /// The name under which requests are counted and logged.
    package let provider: TranslationProvider
    private let limits: [RequestLimit]
    private let ledger: any RequestLedger
    /// The directions that the provider lacks; nil if it knows them by itself.
    fileprivate let directions: KeptAnswers?
    fileprivate let attempts: Int
    fileprivate let clock: WallClock
    private let sleeper: Sleeper
    private let jitter: @Sendable () -> Double
    private let logger: EventLogger
    private let log: OperationLog
    private let state: Locked<ProviderGateState>

    /// - Parameters:
    ///   - provider: the name; gates of one name and ledger share the limits.
    ///   - directions: keeps the directions that the provider lacks. If nil, it knows them by itself, at the cost of no request.
    ///   - attempts: how often a look-up is sent at most if the network fails.
    ///   - hedgingDelay: a look-up that is cancelled after so long or later counts as a failure; if nil, none does.
    ///   - jitter: a random number from 0 to 1, which shortens a back-off by up to half.
    ///   - logger: receives failures and back-offs.
    ///   - storeLogger: receives what is read and written.
    package init(
        _ provider: TranslationProvider, limits: [RequestLimit] = [], ledger: any RequestLedger,
        directions: (any TranslationCache)? = nil, attempts: Int = 1, hedgingDelay: Duration? = .seconds(2),
        clock: WallClock, sleeper: Sleeper, jitter: @escaping @Sendable () -> Double = { .random(in: 0...1) },
        logger: EventLogger = .disabled, storeLogger: EventLogger = .disabled
    ) {
        self.provider = provider
        self.limits = limits
        self.ledger = ledger
        self.attempts = attempts
        self.clock = clock
        self.sleeper = sleeper
        self.jitter = jitter
        self.logger = logger
        let log = OperationLog(storeLogger)
        self.log = log
        self.directions = directions.map { KeptAnswers(provider: provider, cache: $0, clock: clock, log: log) }
        state = Locked(ProviderGateState(provider, hedgingDelay: hedgingDelay))
    }

    /// When the gate opens, as far as is known.
    package var status: GateStatus { state.withLock { $0.status(now: clock.now()) } }

    /// Clears the back-off after failures, so that the next look-up is sent. A `Retry-After` stays.
    package func clearBackoff() { state.withLock { $0.clearBackoff() } }

    /// Sends a request as soon as the limits allow it. Throws at once during a back-off. What is typed leaves half of each long limit.
    /// - Parameters:
    ///   - request: whether it is still wanted is asked before each permit; its retry is sent once before a date that the provider named.
    ///   - count: as how many requests it counts; all permits are acquired before the first is sent.
    ///   - attempts: how often it is sent at most if the network fails.
    ///   - call: sends it. An answer that the provider lacks the direction may be free.
    func send<Answer: Sendable>(
        _ request: LookUpRequest, count: Int = 1, attempts: Int, _ call: () async throws(TranslationError) -> Answer
    ) async throws(TranslationError) -> Answer {
        if let error = state.withLock({ $0.backoffError(now: clock.now()) }) { throw error }
        if request.priority == .typing { try await checkReservedHalf() }
        var attempt = 1
        while true {
            let permits = try await acquirePermits(count, for: request)
            let start = clock.now()
            var failure: TranslationError
            do throws(TranslationError) {
                let answer = try await call()
                await clearRetryAfter(before: permits)
                _ = ended(with: nil, since: start, attempt, attempts)
                return answer
            } catch {
                failure = error
            }
            if case .rateLimited(let date) = failure { failure = .rateLimited(until: try await setRetryAfter(date)) }
            if !failure.isFault, failure != .cancelled { await clearRetryAfter(before: permits) }
            let isFree = failure == .unsupportedDirection(request.direction) && directions == nil
            if failure.isUnreachable || isFree { try await release(permits) }
            switch ended(with: failure, since: start, attempt, attempts) {
            case .retry(let date): try await sleep(until: date)
            case .end(let error):
                if failure.isFault { logger.warnOfFault(failure, of: provider.rawValue) }
                throw error ?? failure
            }
            attempt += 1
        }
    }

    /// Waits until one request may be sent, and counts it. Throws an error if that would take too long, if the store fails, or if the
    /// request is no longer wanted; then nothing was counted.
    @discardableResult
    package func acquirePermit(
        ignoresRetryAfter: Bool = false, isStillWanted: @Sendable () async -> Bool = { true }
    ) async throws(TranslationError) -> Permit {
        let start = clock.now()
        while true {
            guard !Task.isCancelled, await isStillWanted() else { throw .cancelled }
            let now = clock.now()
            let (notBefore, retryAfter) = try await stored(
                "reserve request", result: { $0.0 == nil ? "granted" : "wait" }
            ) {
                () throws(DictionaryError) in
                try await ledger.edit(provider) { [limits] in
                    ($0.acquire(limits, now: now, ignoresRetryAfter: ignoresRetryAfter), $0.retryAfter)
                }
            }
            switch state.withLock({ $0.decide(notBefore: notBefore, since: start, now: now) }) {
            case .send: return Permit(date: now, retryAfter: retryAfter)
            case .wait(let date): try await sleep(until: date)
            case .fail(let error): throw error
            }
        }
    }

    // MARK: Permits

    /// When a request was counted, and what the provider had asked for before.
    package struct Permit: Sendable {
        let date: Date
        let retryAfter: RequestRecord.RetryAfter?
    }

    /// Acquires several permits. If not all can be acquired, none is counted, and the retry may still be sent.
    private func acquirePermits(
        _ count: Int, for request: LookUpRequest
    ) async throws(TranslationError) -> [Permit] {
        let ignoresRetryAfter = request.retry?.begin(provider) ?? false
        var permits: [Permit] = []
        do throws(TranslationError) {
            for _ in 0..<count {
                let permit = try await acquirePermit(
                    ignoresRetryAfter: ignoresRetryAfter, isStillWanted: request.isStillWanted)
                permits.append(permit)
            }
            return permits
        } catch {
            if ignoresRetryAfter { request.retry?.undo(provider) }
            try await release(permits)
            throw error
        }
    }

    private func release(_ permits: [Permit]) async throws(TranslationError) {
        for permit in permits {
            try await stored("release request") { () throws(DictionaryError) in
                try await ledger.edit(provider) { $0.release(acquiredAt: permit.date) }
            }
        }
    }

    /// Throws an error if only the half of a limit is left that is reserved for saved words.
    private func checkReservedHalf() async throws(TranslationError) {
        let typingLimits = ProviderGateState.typingLimits(limits)
        guard !typingLimits.isEmpty else { return }
        let now = clock.now()
        let date: Date
        // A limit of one request cannot be halved; it is reserved for saved words.
        if let single = limits.first(where: { $0.count == 1 && $0.window > .seconds(60) }) {
            date = now.addingTimeInterval(single.window.seconds)
        } else {
            date = try await stored("read requests") { () throws(DictionaryError) in
                try await ledger.edit(provider) { $0.notBefore(typingLimits, now: now) }
            }
        }
        if date > now { throw state.withLock { $0.reserved(until: date) } }
    }

    private func setRetryAfter(_ date: Date?) async throws(TranslationError) -> Date {
        try await stored("pause requests") { () throws(DictionaryError) in
            let now = clock.now()
            return try await ledger.edit(provider) { $0.setRetryAfter(date, now: now) }
        }
    }

    /// Forgets the `Retry-After` that was known when an answered request was sent. If the store fails, the answer counts all the same.
    private func clearRetryAfter(before permits: [Permit]) async {
        guard let retryAfter = permits.last?.retryAfter else { return }
        do throws(TranslationError) {
            try await stored("end pause") { () throws(DictionaryError) in
                try await ledger.edit(provider) { $0.clearRetryAfter(setAt: retryAfter.setAt) }
            }
        } catch {
            logger.warning("the pause of a service cannot be ended", ["error": error.code])
        }
    }

    private func sleep(until date: Date) async throws(TranslationError) {
        do { try await sleeper.sleep(until: date) } catch { throw .cancelled }
    }

    private func ended(
        with error: TranslationError?, since start: Date, _ attempt: Int, _ attempts: Int
    ) -> ProviderGateState.Reaction {
        let (now, jitter, isCancelled) = (clock.now(), jitter(), Task.isCancelled)
        let (reaction, backoffEnd) = state.withLock { state in
            let before = state.backoffEnd
            let reaction = state.ended(
                with: error, since: start, attempt: attempt, of: attempts, isCancelled: isCancelled, now: now,
                jitter: jitter)
            return (reaction, state.backoffEnd == before ? nil : state.backoffEnd)
        }
        if let backoffEnd {
            logger.info(
                "requests to a translation service pause",
                ["service": provider.rawValue, "error": error?.code ?? "", "until": backoffEnd.formatted(.iso8601)])
        }
        return reaction
    }

    private func stored<Value: Sendable>(
        _ name: String, result: (Value) -> String = { _ in "" },
        _ operation: () async throws(DictionaryError) -> Value
    ) async throws(TranslationError) -> Value {
        do throws(DictionaryError) {
            return try await log.run(name, "\(provider)", result: result, operation)
        } catch {
            throw error.translationError
        }
    }
}

/// A service behind its provider's gate.
package struct GatedLookUp: LookUpPart {
    private let gate: ProviderGate
    private let service: any LookUpPart

    package init(_ service: any LookUpPart, gate: ProviderGate) {
        self.gate = gate
        self.service = service
    }

    package func lookUp(_ request: LookUpRequest) async throws(TranslationError) -> DictionaryEntry {
        let direction = request.direction
        let missing = await gate.directions?.answer(to: nil, direction)
        if request.cachePolicy == .reload {
            gate.clearBackoff()
        } else if let missing,
            ClosedRange.used(for: ProviderGate.missingDirectionLifetime, now: gate.clock.now()).contains(missing.date)
        {
            throw .unsupportedDirection(direction)
        }
        do throws(TranslationError) {
            let entry = try await gate.send(request, attempts: gate.attempts) { () throws(TranslationError) in
                try await service.lookUp(request)
            }
            if missing != nil { await gate.directions?.keep(nil, to: nil, direction) }
            return entry
        } catch {
            if error == .unsupportedDirection(direction) { await gate.directions?.keep(.notFound, to: nil, direction) }
            if error == .notFound, missing != nil { await gate.directions?.keep(nil, to: nil, direction) }
            throw error
        }
    }
}

extension DictionaryError {
    /// The error of a look-up whose record cannot be kept.
    var translationError: TranslationError {
        if case .store(let error) = self { return error.code == .cancelled ? .cancelled : .store(error) }
        return .store(StoreError(.internalFault, path: nil, message: explanation))
    }
}
