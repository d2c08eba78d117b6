public import Foundation

/// The requests to one service that count for its limits, and the date before which it asked for none.
public struct RequestRecord: Hashable, Sendable {
    /// The answer that the service takes no requests for now, such as a `Retry-After`.
    public struct RetryAfter: Hashable, Sendable {
        /// When the service answered so.
        public let setAt: Date
        /// The date before which no request is sent.
        public let until: Date
        /// Whether the service named the date.
        public let isDated: Bool

        /// Creates a value.
        public init(setAt: Date, until: Date, isDated: Bool = true) {
            self.setAt = setAt
            self.until = until
            self.isDated = isDated
        }

        fileprivate var length: TimeInterval { until.timeIntervalSince(setAt) }

        /// The value if the clock may have been set back since: no longer than it was, nor than six hours.
        fileprivate func seen(at now: Date) -> RetryAfter {
            let begin = min(now, setAt)
            let end = now < setAt ? now.addingTimeInterval(length) : until
            let latest = begin.addingTimeInterval(RequestRecord.longestRetryAfter)
            return RetryAfter(setAt: begin, until: min(end, latest), isDated: isDated)
        }
    }

    /// The first wait after an answer without a date, in seconds. It grows as long as such answers go on.
    private static let firstRetryAfter: TimeInterval = 60
    private static let retryAfterFactor = 4.0
    /// No wait is longer than six hours, whatever date a service names.
    package static let longestRetryAfter: TimeInterval = 6 * 3600

    /// When requests were sent, in ascending order.
    public private(set) var sent: [Date]
    /// What the service asked for last, if no answer came since; the date may be over.
    public private(set) var retryAfter: RetryAfter?

    /// Creates a record.
    public init(sent: [Date] = [], retryAfter: RetryAfter? = nil) {
        self.sent = sent
        self.retryAfter = retryAfter
    }

    /// When the next request may be sent: now or later. Records no request.
    package mutating func notBefore(_ limits: [RequestLimit], now: Date, ignoresRetryAfter: Bool = false) -> Date {
        retryAfter = retryAfter?.seen(at: now)
        // Requests in the future were sent before the clock was set back. They count as sent now, once.
        sent = sent.map { min($0, now) }
        if !ignoresRetryAfter, let until = retryAfter?.until, until > now { return until }
        return limits.reduce(now) { earliest, limit in
            guard sent.count >= limit.count else { return earliest }
            return max(earliest, sent[sent.count - limit.count].addingTimeInterval(limit.window.seconds))
        }
    }

    /// Acquires the permit for one request, and records it as sent.
    /// - Parameter ignoresRetryAfter: whether the date that the service asked for is ignored, because the user asks for it.
    /// - Returns: nil if it may be sent; otherwise the date before which it may not.
    package mutating func acquire(_ limits: [RequestLimit], now: Date, ignoresRetryAfter: Bool = false) -> Date? {
        let earliest = notBefore(limits, now: now, ignoresRetryAfter: ignoresRetryAfter)
        guard earliest <= now else { return earliest }
        sent = (sent + [now]).suffix(limits.map(\.count).max() ?? 0)
        return nil
    }

    /// Takes back a permit that was acquired at a time: its request never left this device.
    package mutating func release(acquiredAt date: Date) {
        // The clock may have been set back since, and the record with it.
        if let index = sent.lastIndex(where: { $0 <= date }) { sent.remove(at: index) }
    }

    /// Gives no permit before a date that the service named, at most six hours ahead. If it named none: for a minute, or four times
    /// as long as the last wait without a date, if no answer came since and that wait is not over for longer than it was. If an
    /// earlier date is later, that date holds. A clock that is set back later makes the wait no longer.
    /// - Returns: the date that holds.
    @discardableResult
    package mutating func setRetryAfter(_ named: Date?, now: Date) -> Date {
        let last = retryAfter?.seen(at: now)
        var end = named ?? now.addingTimeInterval(Self.firstRetryAfter)
        if named == nil, let last, !last.isDated, now < last.until.addingTimeInterval(last.length) {
            // An answer that comes before the date, such as to the user's retry, makes the next wait no longer.
            end = now.addingTimeInterval(last.length * (now < last.until ? 1 : Self.retryAfterFactor))
        }
        let new = RetryAfter(
            setAt: now, until: min(end, now.addingTimeInterval(Self.longestRetryAfter)), isDated: named != nil)
        let longer = last.flatMap { $0.until > new.until ? $0 : nil } ?? new
        retryAfter = RetryAfter(setAt: now, until: longer.until, isDated: longer.isDated)
        return longer.until
    }

    /// Forgets what was set at a time: the service has answered since.
    package mutating func clearRetryAfter(setAt date: Date) {
        if retryAfter?.setAt == date { retryAfter = nil }
    }
}
