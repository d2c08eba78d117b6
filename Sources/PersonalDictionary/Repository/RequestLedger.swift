import CoreModule
public import Foundation

/// How many requests a provider allows in a period: one a second, two hundred a day.
public struct RequestLimit: Hashable, Sendable {
    /// The number of requests.
    public let count: Int
    /// The length of the period. The limit holds in every period of this length, whenever the provider's day or month
    /// begins.
    public let window: Duration

    /// Describes a limit.
    public init(_ count: Int, per window: Duration) {
        precondition(count > 0 && window > .zero, "A limit lets something through.")
        self.count = count
        self.window = window
    }

    /// The earliest time, now or later, at which one more request is within the limits.
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

/// Remembers the requests to providers, and when they may be asked again: durable if the store is.
///
/// Laws: a granted request is recorded before the call returns, and calls do not interleave, not even those of several
/// processes on one store. So no limit is exceeded, however a process ends.
public protocol RequestLedger: Sendable {
    /// Grants one request to a provider and records it, or returns when to come back.
    func reserve(
        _ provider: TranslationProvider, _ limits: [RequestLimit], now: Date
    ) async throws(DictionaryError) -> RequestGrant
    /// When a request would be granted, now or later. Records nothing.
    func turn(
        _ provider: TranslationProvider, _ limits: [RequestLimit], now: Date
    ) async throws(DictionaryError) -> Date
    /// Takes a grant back: its request never left this device.
    /// - Parameters:
    ///   - provider: the provider that was not asked.
    ///   - date: the `now` of the grant.
    func release(_ provider: TranslationProvider, grantedAt date: Date) async throws(DictionaryError)
    /// Grants nothing until a date that the provider named. If an earlier pause ends later, that end holds. A clock
    /// that is set back later makes the pause no longer.
    func pause(_ provider: TranslationProvider, until date: Date, now: Date) async throws(DictionaryError)
}

/// A ledger's answer to a request.
public enum RequestGrant: Hashable, Sendable {
    /// The request may be sent.
    case granted
    /// Not before this time.
    case wait(until: Date)
}

/// A time in which nothing is granted, and when it was set.
struct RequestPause: Hashable, Sendable {
    var setAt: Date
    var until: Date

    /// The pause at a time that may be before it was set, because the clock was set back: no longer than it was.
    func seen(at now: Date) -> RequestPause {
        now < setAt ? RequestPause(setAt: now, until: now.addingTimeInterval(until.timeIntervalSince(setAt))) : self
    }

    /// The pause after another is set now: the later end holds.
    func extended(until date: Date, now: Date) -> RequestPause {
        RequestPause(setAt: now, until: max(seen(at: now).until, date))
    }
}

/// Remembers requests in memory.
package actor InMemoryRequestLedger: RequestLedger {
    private var sent: [TranslationProvider: [Date]] = [:]
    private var pauses: [TranslationProvider: RequestPause] = [:]

    package init() {}

    package func reserve(_ provider: TranslationProvider, _ limits: [RequestLimit], now: Date) -> RequestGrant {
        let earliest = turn(provider, limits, now: now)
        guard earliest <= now else { return .wait(until: earliest) }
        let needed = limits.map(\.count).max() ?? 0
        sent[provider] = (sent[provider, default: []] + [now]).suffix(needed)
        return .granted
    }

    package func turn(_ provider: TranslationProvider, _ limits: [RequestLimit], now: Date) -> Date {
        pauses[provider] = pauses[provider]?.seen(at: now)
        // Requests in the future were sent before the clock was set back. They count as sent now, once.
        sent[provider] = sent[provider]?.map { min($0, now) }
        if let until = pauses[provider]?.until, until > now { return until }
        return RequestLimit.earliest(limits, after: sent[provider, default: []], now: now)
    }

    package func release(_ provider: TranslationProvider, grantedAt date: Date) {
        // The clock may have been set back since, and the record with it.
        guard let index = sent[provider]?.lastIndex(where: { $0 <= date }) else { return }
        sent[provider]?.remove(at: index)
    }

    package func pause(_ provider: TranslationProvider, until date: Date, now: Date) {
        let pause = RequestPause(setAt: now, until: date)
        pauses[provider] = pauses[provider]?.extended(until: date, now: now) ?? pause
    }
}
