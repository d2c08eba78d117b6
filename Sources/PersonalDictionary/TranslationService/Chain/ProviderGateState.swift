import CoreModule
package import Foundation

/// Decides when a provider may be asked: a state machine without a clock, a store or a service.
///
/// It combines what the ledger says of limits and of dates that the provider named, the back-off after failures, and the half of each
/// long limit that is reserved for saved words. The back-off begins with the third failure in a row. Each further failure begins a
/// longer one. An answer ends it.
package struct ProviderGateState {
    /// The number of consecutive failures that start a back-off.
    package static let tolerance = 3
    /// How long a request waits for its permit at most.
    private static let longestWait: TimeInterval = 2
    /// What took longer than this to fail is not tried again.
    private static let longestRetried: TimeInterval = 5
    private static let retryBackoff = Backoff(first: .milliseconds(500), longest: .seconds(8))
    private static let faultBackoff = Backoff(first: .seconds(2), longest: .seconds(900))
    /// After a rejected key, which only the user can change.
    private static let keyBackoff = Backoff(first: .seconds(60), longest: .seconds(3600))

    package enum Decision: Hashable, Sendable {
        case send
        /// Try again at this time.
        case wait(until: Date)
        case fail(TranslationError)
    }

    /// What follows from how a request ended.
    package enum Reaction: Hashable, Sendable {
        /// The caller gets the answer, or this error.
        case end(TranslationError?)
        case retry(at: Date)
    }

    private let provider: TranslationProvider
    private let hedgingDelay: Duration?
    private var failures = 0
    private var backoff: (end: Date, reason: TranslationError)?
    private var limitedUntil: Date?
    private var lastSeen = Date.distantPast

    /// Makes the state of a provider that was not asked yet. A request that is cancelled after the hedging delay counts as a failure, since
    /// another provider was quicker; if the delay is nil, none does.
    package init(_ provider: TranslationProvider, hedgingDelay: Duration?) {
        self.provider = provider
        self.hedgingDelay = hedgingDelay
    }

    /// When the gate opens, as far as is known.
    package mutating func status(now: Date) -> GateStatus {
        adjust(to: now)
        let date = max(backoff?.end ?? .distantPast, limitedUntil ?? .distantPast)
        return GateStatus(notBefore: date > now ? date : nil, isFailing: failures >= Self.tolerance)
    }

    /// Clears the back-off. Limits stay, and dates that the provider named.
    package mutating func clearBackoff() { backoff = nil }

    /// The error of a request during the back-off; nil after it.
    package mutating func backoffError(now: Date) -> TranslationError? {
        adjust(to: now)
        guard let backoff, backoff.end > now else { return nil }
        return .unavailable(TranslationFailure(backoff.reason, retryDate: backoff.end, providers: [provider]))
    }

    /// What to do with a request.
    /// - Parameters:
    ///   - date: the date before which the ledger gives no permit; nil if it gave one now.
    ///   - start: since when the request waits: others may go first again and again.
    package mutating func decide(notBefore date: Date?, since start: Date, now: Date) -> Decision {
        adjust(to: now)
        guard let date else {
            limitedUntil = nil
            return .send
        }
        if date <= start.addingTimeInterval(Self.longestWait) { return .wait(until: date) }
        limitedUntil = date
        return .fail(.rateLimited(until: date))
    }

    /// The limits for a look-up while the user types, or for a list: half of each that is longer than a minute.
    static func typingLimits(_ limits: [RequestLimit]) -> [RequestLimit] {
        limits.filter { $0.window > .seconds(60) }.map { RequestLimit(max(1, $0.count / 2), per: $0.window) }
    }

    /// The error of a request that would use the reserved half of a limit.
    func reserved(until date: Date) -> TranslationError {
        .unavailable(
            TranslationFailure(
                .rateLimited(until: date), retryDate: date, providers: [provider], isReserved: true))
    }

    /// Learns how a request ended.
    /// - Parameters:
    ///   - error: why it failed; nil if it had an answer. A limit has its date.
    ///   - attempt: its number, from 1.
    ///   - isCancelled: whether the caller gave it up.
    ///   - jitter: from 0 to 1, for the length of a back-off.
    package mutating func ended(
        with error: TranslationError?, since start: Date, attempt: Int, of attempts: Int, isCancelled: Bool = false,
        now: Date, jitter: Double
    ) -> Reaction {
        adjust(to: now)
        let age = now.timeIntervalSince(start)
        switch error {
        case nil, .notFound, .unsupportedDirection:
            failures = 0
            backoff = nil
        case .unreachable, .network:
            if attempt < attempts, age <= Self.longestRetried, !isCancelled {
                return .retry(at: Self.retryBackoff.end(afterFailures: attempt, now: now, jitter: jitter))
            }
            countFailure(error, now, jitter)
        case .unauthorized, .malformedAnswer, .file: countFailure(error, now, jitter)
        case .rateLimited(let until):
            // A date that is over says nothing of when to come back.
            if let until, until > now {
                limitedUntil = max(limitedUntil ?? until, until)
            } else {
                countFailure(error, now, jitter)
            }
        case .cancelled:
            if isCancelled, let hedgingDelay, age >= hedgingDelay.seconds {
                countFailure(.network(Message("no answer in time")), now, jitter)
            }
        // Not a failure of the provider.
        case .unavailable, .store: break
        }
        return .end(error)
    }

    /// When the back-off ends that began with the last failure, for the log.
    var backoffEnd: Date? { backoff?.end }

    private mutating func countFailure(_ error: TranslationError?, _ now: Date, _ jitter: Double) {
        guard let error else { return }
        failures += 1
        guard failures >= Self.tolerance else { return }
        let waits = error == .unauthorized ? Self.keyBackoff : Self.faultBackoff
        backoff = (waits.end(afterFailures: failures - Self.tolerance + 1, now: now, jitter: jitter), error)
    }

    /// A clock that was set back makes no wait longer than it was when the clock was last seen.
    private mutating func adjust(to now: Date) {
        defer { lastSeen = now }
        let shift = now.timeIntervalSince(lastSeen)
        guard shift < 0 else { return }
        backoff?.end.addTimeInterval(shift)
        limitedUntil?.addTimeInterval(shift)
    }
}

/// When a provider may be asked, as far as is known.
package struct GateStatus: Hashable, Sendable {
    /// It is not asked before this time; nil if it may be asked now.
    package var notBefore: Date?
    /// Whether it has failed so often that a back-off began, and had no answer since.
    package var isFailing: Bool

    package init(notBefore: Date? = nil, isFailing: Bool = false) {
        self.notBefore = notBefore
        self.isFailing = isFailing
    }
}

/// The state of all providers that have a gate.
package typealias GateStatuses = [TranslationProvider: GateStatus]

extension GateStatuses {
    /// The time before which no provider is asked; nil if any may be asked now, or there is none.
    func notBefore(now: Date) -> Date? {
        guard !isEmpty else { return nil }
        let date = notBefore(of: Set(keys), now: now)
        return date > now ? date : nil
    }

    /// The time before which none of some providers is asked: now, if any may be.
    func notBefore(of providers: Set<TranslationProvider>, now: Date) -> Date {
        providers.map { Swift.max(self[$0]?.notBefore ?? now, now) }.min() ?? now
    }

    /// Whether every provider failed so often that a back-off began, and had no answer since.
    var areAllFailing: Bool { !isEmpty && values.allSatisfy(\.isFailing) }
}
