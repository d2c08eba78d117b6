import CoreModule
package import Foundation

/// Decides when a provider may be asked: a state machine without a clock, a store or a service.
///
/// It combines what the ledger says of limits and of dates that the provider named, the rest after failures, and the
/// reserve for saved words. A provider that fails three times in a row rests: 2 s at first, and up to 15 minutes; if it
/// refuses the key, a minute at first, and up to an hour. Then one more failure begins the next rest. An answer ends
/// all that.
package struct ProviderGateState {
    /// The number of consecutive failures that start a back-off.
    package static let tolerance = 3
    /// How long a request waits for its turn at most.
    private static let longestWait: TimeInterval = 2
    /// What took longer than this to fail is not tried again.
    private static let longestRetried: TimeInterval = 5
    private static let retryBackoff = Backoff(first: .milliseconds(500), longest: .seconds(8))
    private static let restBackoff = Backoff(first: .seconds(2), longest: .seconds(900))
    /// After a refused key, which only the user can change.
    private static let keyBackoff = Backoff(first: .seconds(60), longest: .seconds(3600))

    package enum Turn: Hashable, Sendable {
        case go
        /// Try again at this time.
        case wait(until: Date)
        case refuse(TranslationError)
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
    private var rest: (until: Date, reason: TranslationError)?
    private var limit: Date?
    private var lastSeen = Date.distantPast

    /// Makes the state of a provider that was not asked yet.
    /// - Parameter hedgingDelay: a request that is cancelled after this time or later counts as a failure: another
    ///   provider was quicker. If nil, no cancelled request does.
    package init(_ provider: TranslationProvider, hedgingDelay: Duration?) {
        self.provider = provider
        self.hedgingDelay = hedgingDelay
    }

    /// When the gate opens, as far as is known.
    package mutating func status(now: Date) -> GateStatus {
        adjust(to: now)
        let until = max(rest?.until ?? .distantPast, limit ?? .distantPast)
        return GateStatus(closedUntil: until > now ? until : nil, isFailing: failures >= Self.tolerance)
    }

    /// Clears the back-off. Pauses that the provider asked for, and limits, stay.
    package mutating func clearBackOff() { rest = nil }

    /// Why a request does not go now, whatever its limits are; nil if it may.
    package mutating func refusal(now: Date) -> TranslationError? {
        adjust(to: now)
        guard let rest, rest.until > now else { return nil }
        return .unavailable(TranslationFailure(rest.reason, retryDate: rest.until, providers: [provider]))
    }

    /// What to do with a request.
    /// - Parameters:
    ///   - date: when the ledger grants it; nil if it has granted it now.
    ///   - start: since when the request waits: others may go first again and again.
    package mutating func turn(grantedAt date: Date?, since start: Date, now: Date) -> Turn {
        adjust(to: now)
        guard let date else {
            limit = nil
            return .go
        }
        if date <= start.addingTimeInterval(Self.longestWait) { return .wait(until: date) }
        limit = date
        return .refuse(.rateLimited(until: date))
    }

    /// The limits for a look-up while the user types, or for a list: half of each that is longer than a minute.
    static func reserving(_ limits: [RequestLimit]) -> [RequestLimit] {
        limits.filter { $0.window > .seconds(60) }.map { RequestLimit(max(1, $0.count / 2), per: $0.window) }
    }

    /// The error of a request that is refused so that saved words keep the rest of a limit.
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
    ///   - jitter: from 0 to 1, for the length of a rest.
    package mutating func ended(
        with error: TranslationError?, since start: Date, attempt: Int, of attempts: Int, isCancelled: Bool = false,
        now: Date, jitter: Double
    ) -> Reaction {
        adjust(to: now)
        let age = now.timeIntervalSince(start)
        switch error {
        case nil, .notFound, .unsupportedDirection:
            failures = 0
            rest = nil
        case .unreachable, .network:
            if attempt < attempts, age <= Self.longestRetried, !isCancelled {
                return .retry(at: Self.retryBackoff.end(afterFailures: attempt, now: now, jitter: jitter))
            }
            note(error, now, jitter)
        case .unauthorized, .malformedAnswer, .file: note(error, now, jitter)
        case .rateLimited(let until):
            // A date that is over says nothing of when to come back.
            if let until, until > now { limit = max(limit ?? until, until) } else { note(error, now, jitter) }
        case .cancelled:
            if isCancelled, let hedgingDelay, age >= hedgingDelay.seconds {
                note(.network(Message("no answer in time")), now, jitter)
            }
        // Not a failure of the provider.
        case .unavailable, .store: break
        }
        return .end(error)
    }

    /// The rest that began with the last failure, for the log.
    var currentRest: Date? { rest?.until }

    private mutating func note(_ error: TranslationError?, _ now: Date, _ jitter: Double) {
        guard let error else { return }
        failures += 1
        guard failures >= Self.tolerance else { return }
        let backoff = error == .unauthorized ? Self.keyBackoff : Self.restBackoff
        rest = (backoff.end(afterFailures: failures - Self.tolerance + 1, now: now, jitter: jitter), error)
    }

    /// A clock that was set back makes no wait longer than it was when the clock was last seen.
    private mutating func adjust(to now: Date) {
        defer { lastSeen = now }
        let shift = now.timeIntervalSince(lastSeen)
        guard shift < 0 else { return }
        rest?.until.addTimeInterval(shift)
        limit?.addTimeInterval(shift)
    }
}

/// When a provider may be asked, as far as is known.
package struct GateStatus: Hashable, Sendable {
    /// Not before this time; nil if it may be asked now.
    package var closedUntil: Date?
    /// Whether it has failed so often that it rests, and had no answer since.
    package var isFailing: Bool

    package init(closedUntil: Date? = nil, isFailing: Bool = false) {
        self.closedUntil = closedUntil
        self.isFailing = isFailing
    }
}

/// The state of all providers that have a gate.
package typealias GateStatuses = [TranslationProvider: GateStatus]

extension GateStatuses {
    /// When the first of all gates opens, if all are closed; nil if any is open, or there is none.
    func allClosedUntil(now: Date) -> Date? {
        guard !isEmpty else { return nil }
        let opening = opening(of: Set(keys), now: now)
        return opening > now ? opening : nil
    }

    /// When the first of some gates opens: now, if any is open.
    func opening(of providers: Set<TranslationProvider>, now: Date) -> Date {
        providers.map { Swift.max(self[$0]?.closedUntil ?? now, now) }.min() ?? now
    }

    /// Whether every provider failed so often that it rests, and had no answer since.
    var areAllFailing: Bool { !isEmpty && values.allSatisfy(\.isFailing) }
}
