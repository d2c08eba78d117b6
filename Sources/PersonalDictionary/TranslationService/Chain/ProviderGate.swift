package import CoreModule
import Foundation

/// The one place that decides when a provider is asked: now, or not before a date.
///
/// It asks a ``ProviderGateState``, which decides, and the ledger, which counts requests across restarts and processes;
/// it waits, sends, tries once more after a failure of the network, remembers for a week which directions the provider
/// lacks, and gives a request back that never left the device.
package final class ProviderGate: Sendable {
    /// How long a direction that the provider lacks is not asked for again.
    private static let refusalLifetime: Duration = .seconds(7 * 24 * 3600)

    /// The name under which requests are counted and logged.
    package let provider: TranslationProvider
    private let limits: [RequestLimit]
    private let ledger: any RequestLedger
    private let directions: (any TranslationCache)?
    private let attempts: Int
    private let clock: WallClock
    private let sleeper: Sleeper
    private let jitter: @Sendable () -> Double
    private let logger: EventLogger
    private let log: OperationLog
    private let state: Locked<ProviderGateState>

    /// - Parameters:
    ///   - provider: the name; gates of one name and ledger share the limits.
    ///   - directions: remembers directions that the provider lacks. If nil, the provider knows by itself which it has,
    ///     at the cost of no request.
    ///   - attempts: how often a look-up is sent at most if the network fails.
    ///   - hedgingDelay: a look-up that is cancelled after so long or later counts as a failure; if nil, none does.
    ///   - jitter: a random number from 0 to 1, which shortens rests by up to half.
    ///   - logger: receives failures and rests.
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
        self.directions = directions
        self.attempts = attempts
        self.clock = clock
        self.sleeper = sleeper
        self.jitter = jitter
        self.logger = logger
        log = OperationLog(storeLogger)
        state = Locked(ProviderGateState(provider, hedgingDelay: hedgingDelay))
    }

    /// When the gate opens, as far as is known.
    package var status: GateStatus { state.withLock { $0.status(now: clock.now()) } }

    /// Clears the back-off after failures, so that the next look-up is sent, unless the provider asked for a pause.
    package func clearBackOff() { state.withLock { $0.clearBackOff() } }

    func lookUp(
        _ request: LookUpRequest, by service: any LookUpPart
    ) async throws(TranslationError) -> DictionaryEntry {
        let lacked = await lastRefusal(request.direction)
        if request.cachePolicy == .reload {
            clearBackOff()
        } else if let lacked, ClosedRange.used(for: Self.refusalLifetime, now: clock.now()).contains(lacked) {
            throw .unsupportedDirection(request.direction)
        }
        do throws(TranslationError) {
            let entry = try await send(
                request.direction, priority: request.priority, retry: request.retry, attempts: attempts,
                isStillWanted: request.isStillWanted
            ) { () throws(TranslationError) in try await service.lookUp(request) }
            if lacked != nil { await note(request.direction, isLacked: false) }
            return entry
        } catch {
            if error == .unsupportedDirection(request.direction) { await note(request.direction, isLacked: true) }
            if error == .notFound, lacked != nil { await note(request.direction, isLacked: false) }
            throw error
        }
    }

    /// Sends something when its turn comes, unless the provider rests.
    /// - Parameters:
    ///   - direction: an answer that the provider lacks it may be free.
    ///   - priority: `.typing` leaves half of long limits.
    ///   - retry: is sent once in spite of a pause that the provider asked for.
    ///   - requests: as how many requests it counts; each waits for its turn before the first is sent.
    ///   - attempts: how often it is sent at most if the network fails.
    ///   - isStillWanted: asked before each turn.
    ///   - call: sends it.
    func send<Answer: Sendable>(
        _ direction: TranslationDirection, priority: LookUpRequest.Priority, retry: UserRetry? = nil,
        requests: Int = 1, attempts: Int, isStillWanted: @Sendable () async -> Bool,
        _ call: () async throws(TranslationError) -> Answer
    ) async throws(TranslationError) -> Answer {
        if let refusal = state.withLock({ $0.refusal(now: clock.now()) }) { throw refusal }
        if priority == .typing { try await checkReserve() }
        var attempt = 1
        while true {
            let turns = try await waitForTurns(requests, retry, isStillWanted)
            let start = clock.now()
            var failure: TranslationError
            do throws(TranslationError) {
                let answer = try await call()
                await endPause(before: turns)
                _ = ended(with: nil, since: start, attempt, attempts)
                return answer
            } catch {
                failure = error
            }
            if case .rateLimited(let until) = failure { failure = .rateLimited(until: try await pause(until: until)) }
            if !failure.isFault, failure != .cancelled { await endPause(before: turns) }
            let isFree = failure == .unsupportedDirection(direction) && directions == nil
            if failure.isUnreachable || isFree { try await release(turns) }
            switch ended(with: failure, since: start, attempt, attempts) {
            case .retry(let date): try await sleep(until: date)
            case .end(let error):
                if failure.isFault { logger.warnOfFault(failure, of: provider.rawValue) }
                throw error ?? failure
            }
            attempt += 1
        }
    }

    /// Waits until one request may be sent, and counts it. Throws ``TranslationError/rateLimited(until:)`` if that
    /// would take too long, ``TranslationError/store(_:)``, and ``TranslationError/cancelled`` also if the request is
    /// no longer wanted; then nothing was counted.
    @discardableResult
    package func waitForTurn(
        ignoresPause: Bool = false, isStillWanted: @Sendable () async -> Bool = { true }
    ) async throws(TranslationError) -> Grant {
        let start = clock.now()
        while true {
            guard !Task.isCancelled, await isStillWanted() else { throw .cancelled }
            let now = clock.now()
            let (date, pause) = try await stored("reserve request", result: { $0.0 == nil ? "granted" : "wait" }) {
                () throws(DictionaryError) in
                try await ledger.edit(provider) { [limits] in
                    ($0.reserve(limits, now: now, ignoresPause: ignoresPause), $0.pause)
                }
            }
            switch state.withLock({ $0.turn(grantedAt: date, since: start, now: now) }) {
            case .go: return Grant(date: now, pause: pause)
            case .wait(let date): try await sleep(until: date)
            case .refuse(let error): throw error
            }
        }
    }

    // MARK: Turns

    /// A request that was counted.
    package struct Grant: Sendable {
        /// When it was counted.
        let date: Date
        /// The last pause before it.
        let pause: RequestRecord.Pause?
    }

    /// Waits for several turns. If not all are granted, none is counted, and the retry may still be sent.
    private func waitForTurns(
        _ count: Int, _ retry: UserRetry?, _ isStillWanted: @Sendable () async -> Bool
    ) async throws(TranslationError) -> [Grant] {
        let ignoresPause = retry?.begin(provider) ?? false
        var turns: [Grant] = []
        do throws(TranslationError) {
            for _ in 0..<count {
                turns.append(try await waitForTurn(ignoresPause: ignoresPause, isStillWanted: isStillWanted))
            }
            return turns
        } catch {
            if ignoresPause { retry?.undo(provider) }
            try await release(turns)
            throw error
        }
    }

    private func release(_ turns: [Grant]) async throws(TranslationError) {
        for turn in turns {
            try await stored("release request") { () throws(DictionaryError) in
                try await ledger.edit(provider) { $0.release(grantedAt: turn.date) }
            }
        }
    }

    private func checkReserve() async throws(TranslationError) {
        let spare = ProviderGateState.reserving(limits)
        guard !spare.isEmpty else { return }
        let now = clock.now()
        let date: Date
        // A limit of one request cannot be halved; it is reserved for saved words.
        if let single = limits.first(where: { $0.count == 1 && $0.window > .seconds(60) }) {
            date = now.addingTimeInterval(single.window.seconds)
        } else {
            date = try await stored("read requests") { () throws(DictionaryError) in
                try await ledger.edit(provider) { $0.turn(spare, now: now) }
            }
        }
        if date > now { throw state.withLock { $0.reserved(until: date) } }
    }

    private func pause(until date: Date?) async throws(TranslationError) -> Date {
        try await stored("pause requests") { () throws(DictionaryError) in
            let now = clock.now()
            return try await ledger.edit(provider) { $0.pause(until: date, now: now) }
        }
    }

    /// Forgets the pause that was known when an answered request was sent. If the store fails, the answer counts all the same.
    private func endPause(before turns: [Grant]) async {
        guard let pause = turns.last?.pause else { return }
        do throws(TranslationError) {
            try await stored("end pause") { () throws(DictionaryError) in
                try await ledger.edit(provider) { $0.endPause(setAt: pause.setAt) }
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
        let (reaction, rest) = state.withLock { state in
            let before = state.currentRest
            let reaction = state.ended(
                with: error, since: start, attempt: attempt, of: attempts, isCancelled: isCancelled, now: now,
                jitter: jitter)
            return (reaction, state.currentRest == before ? nil : state.currentRest)
        }
        if let rest {
            logger.info(
                "requests to a translation service pause",
                ["service": provider.rawValue, "error": error?.code ?? "", "until": rest.formatted(.iso8601)])
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

    // MARK: Directions

    private func lastRefusal(_ direction: TranslationDirection) async -> Date? {
        guard let directions else { return nil }
        do throws(DictionaryError) {
            return try await log.run(
                "read unsupported direction", "\(provider) \(direction)", result: { $0 == nil ? "none" : "one" }
            ) { () throws(DictionaryError) in try await directions.answer(of: provider, to: nil, direction)?.date }
        } catch {
            logger.warning("the directions of a service cannot be read", ["error": error.code])
            return nil
        }
    }

    private func note(_ direction: TranslationDirection, isLacked: Bool) async {
        guard let directions else { return }
        let name = isLacked ? "keep unsupported direction" : "forget unsupported direction"
        do throws(DictionaryError) {
            try await log.run(name, "\(provider) \(direction)") { () throws(DictionaryError) in
                try await directions.keep(
                    isLacked ? .notFound : nil, of: provider, to: nil, direction, at: clock.now())
            }
        } catch {
            logger.warning("the directions of a service cannot be written", ["error": error.code])
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
        try await gate.lookUp(request, by: service)
    }
}

extension DictionaryError {
    /// The error of a look-up whose record cannot be kept.
    var translationError: TranslationError {
        if case .store(let error) = self { return error.code == .cancelled ? .cancelled : .store(error) }
        return .store(StoreError(.internalFault, path: nil, message: explanation))
    }
}
