import CoreModule
public import Foundation

/// How much may be asked of a provider in any stretch of time: one request a second, two hundred a day.
public struct RequestLimit: Hashable, Sendable {
    /// So many requests.
    public let count: Int
    /// Within any time of this length, wherever it begins: so it holds whenever the provider's own day or month does.
    public let window: Duration

    /// Describes a limit.
    public init(_ count: Int, per window: Duration) {
        precondition(count > 0 && window > .zero, "A limit lets something through.")
        self.count = count
        self.window = window
    }

    /// The earliest time, now or later, at which one more request keeps within the limits.
    /// - Parameters:
    ///   - limits: all of them hold.
    ///   - sent: when requests were sent, in ascending order; those in the future count as sent now.
    ///   - now: the time.
    public static func earliest(_ limits: [RequestLimit], after sent: [Date], now: Date) -> Date {
        limits.reduce(now) { earliest, limit in
            guard sent.count >= limit.count else { return earliest }
            return max(earliest, min(sent[sent.count - limit.count], now).addingTimeInterval(limit.window.seconds))
        }
    }
}

/// Remembers what was asked of providers, and when they may be asked again: durable where the store is.
///
/// Laws: what it grants is recorded before it returns, and calls do not mix, not even those of several processes on one store;
/// so no limit is exceeded, however a process ends.
public protocol RequestLedger: Sendable {
    /// Grants one request to a provider and records it, or says when to come back.
    func reserve(
        _ provider: TranslationProvider, _ limits: [RequestLimit], now: Date
    ) async throws(DictionaryError) -> RequestGrant
    /// When a request would be granted, now or later; records none.
    func turn(
        _ provider: TranslationProvider, _ limits: [RequestLimit], now: Date
    ) async throws(DictionaryError) -> Date
    /// Takes a grant back, by the time that was given as its `now`: its request has never left this device.
    func release(_ provider: TranslationProvider, grantedAt date: Date) async throws(DictionaryError)
    /// Grants nothing until a time: the provider has said so. Of this pause and one that still lasts the later end holds. A clock
    /// that is set back later makes the pause no longer than it is now.
    func pause(_ provider: TranslationProvider, until date: Date, now: Date) async throws(DictionaryError)
}

/// What a ledger says to a request.
public enum RequestGrant: Hashable, Sendable {
    /// Go on.
    case granted
    /// Not before this time.
    case wait(until: Date)
}

/// A time in which nothing is granted, and when it was set.
struct RequestPause: Hashable, Sendable {
    var setAt: Date
    var until: Date

    /// The same pause as a clock sees it that may have been set back since: no longer than it was when it was set.
    func seen(at now: Date) -> RequestPause {
        now < setAt ? RequestPause(setAt: now, until: now.addingTimeInterval(until.timeIntervalSince(setAt))) : self
    }

    /// What becomes of the pause where another is set now: the later end holds.
    func extended(until date: Date, now: Date) -> RequestPause {
        RequestPause(setAt: now, until: max(seen(at: now).until, date))
    }
}

/// Remembers requests in memory.
public actor InMemoryRequestLedger: RequestLedger {
    private var sent: [TranslationProvider: [Date]] = [:]
    private var pauses: [TranslationProvider: RequestPause] = [:]

    /// Makes a ledger in which nothing was asked.
    public init() {}

    /// Grants a request, or says when to come back.
    public func reserve(_ provider: TranslationProvider, _ limits: [RequestLimit], now: Date) -> RequestGrant {
        let earliest = turn(provider, limits, now: now)
        guard earliest <= now else { return .wait(until: earliest) }
        let needed = limits.map(\.count).max() ?? 0
        sent[provider] = (sent[provider, default: []] + [now]).suffix(needed)
        return .granted
    }

    /// When a request would be granted.
    public func turn(_ provider: TranslationProvider, _ limits: [RequestLimit], now: Date) -> Date {
        pauses[provider] = pauses[provider]?.seen(at: now)
        // Those in the future were sent before the clock was set back: as good as now, and no later for being looked at again.
        sent[provider] = sent[provider]?.map { min($0, now) }
        if let until = pauses[provider]?.until, until > now { return until }
        return RequestLimit.earliest(limits, after: sent[provider, default: []], now: now)
    }

    /// Takes a grant back.
    public func release(_ provider: TranslationProvider, grantedAt date: Date) {
        // The clock may have been set back since, and the record with it.
        guard let index = sent[provider]?.lastIndex(where: { $0 <= date }) else { return }
        sent[provider]?.remove(at: index)
    }

    /// Grants nothing until a time, or until a later one that was set before.
    public func pause(_ provider: TranslationProvider, until date: Date, now: Date) {
        let pause = RequestPause(setAt: now, until: date)
        pauses[provider] = pauses[provider]?.extended(until: date, now: now) ?? pause
    }
}
