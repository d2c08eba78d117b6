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
}

/// Remembers the requests to providers, and when they may be asked again: durable if the store is.
///
/// It knows no rules: a ``RequestRecord`` has the rules.
public protocol RequestLedger: Sendable {
    /// Edits a provider's record, or an empty one if there is none. When this method returns, the change is stored.
    ///
    /// Calls for one provider do not interleave, not even those of several processes on one store. So no limit is
    /// exceeded, however a process ends.
    func edit<Value: Sendable>(
        _ provider: TranslationProvider, _ body: @escaping @Sendable (inout RequestRecord) -> Value
    ) async throws(DictionaryError) -> Value
}

/// The requests to one provider that count for its limits, and its pause.
public struct RequestRecord: Hashable, Sendable {
    /// A time in which nothing is granted, and when it was set.
    public struct Pause: Hashable, Sendable {
        /// When it was set.
        public let setAt: Date
        /// When it ends.
        public let until: Date

        /// Creates a pause.
        public init(setAt: Date, until: Date) {
            self.setAt = setAt
            self.until = until
        }

        /// The pause at a time that may be before it was set, because the clock was set back: no longer than it was.
        fileprivate func seen(at now: Date) -> Pause {
            now < setAt ? Pause(setAt: now, until: now.addingTimeInterval(until.timeIntervalSince(setAt))) : self
        }
    }

    /// When requests were sent, in ascending order.
    public private(set) var sent: [Date]
    /// The last pause; it may be over.
    public private(set) var pause: Pause?

    /// Creates a record.
    public init(sent: [Date] = [], pause: Pause? = nil) {
        self.sent = sent
        self.pause = pause
    }

    /// When a request would be granted, now or later. Records no request.
    package mutating func turn(_ limits: [RequestLimit], now: Date) -> Date {
        pause = pause?.seen(at: now)
        // Requests in the future were sent before the clock was set back. They count as sent now, once.
        sent = sent.map { min($0, now) }
        if let until = pause?.until, until > now { return until }
        return limits.reduce(now) { earliest, limit in
            guard sent.count >= limit.count else { return earliest }
            return max(earliest, sent[sent.count - limit.count].addingTimeInterval(limit.window.seconds))
        }
    }

    /// Grants one request and records it.
    /// - Returns: nil if it is granted; otherwise when to come back.
    package mutating func reserve(_ limits: [RequestLimit], now: Date) -> Date? {
        let earliest = turn(limits, now: now)
        guard earliest <= now else { return earliest }
        sent = (sent + [now]).suffix(limits.map(\.count).max() ?? 0)
        return nil
    }

    /// Takes the grant of a time back: its request never left this device.
    mutating func release(grantedAt date: Date) {
        // The clock may have been set back since, and the record with it.
        if let index = sent.lastIndex(where: { $0 <= date }) { sent.remove(at: index) }
    }

    /// Grants nothing until a date that the provider named. If an earlier pause ends later, that end holds. A clock
    /// that is set back later makes the pause no longer.
    package mutating func pause(until date: Date, now: Date) {
        pause = Pause(setAt: now, until: max(pause?.seen(at: now).until ?? date, date))
    }
}

/// Remembers requests in memory.
package actor InMemoryRequestLedger: RequestLedger {
    private var records: [TranslationProvider: RequestRecord] = [:]

    package init() {}

    package func edit<Value: Sendable>(
        _ provider: TranslationProvider, _ body: @escaping @Sendable (inout RequestRecord) -> Value
    ) -> Value {
        body(&records[provider, default: RequestRecord()])
    }
}
