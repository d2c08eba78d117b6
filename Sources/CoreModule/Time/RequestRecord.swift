public import Foundation

/// The requests to one service that count for its limits, and its pause.
public struct RequestRecord: Hashable, Sendable {
    /// A time in which nothing is granted, and when it was set.
    public struct Pause: Hashable, Sendable {
        /// When it was set.
        public let setAt: Date
        /// When it ends.
        public let until: Date
        /// Whether the service named the end.
        public let isDated: Bool

        /// Creates a pause.
        public init(setAt: Date, until: Date, isDated: Bool = true) {
            self.setAt = setAt
            self.until = until
            self.isDated = isDated
        }

        fileprivate var length: TimeInterval { until.timeIntervalSince(setAt) }

        /// The pause at a time that may be before it was set, because the clock was set back: no longer than it was, nor than six
        /// hours.
        fileprivate func seen(at now: Date) -> Pause {
            let begin = min(now, setAt)
            let end = now < setAt ? now.addingTimeInterval(length) : until
            let latest = begin.addingTimeInterval(RequestRecord.longestPause)
            return Pause(setAt: begin, until: min(end, latest), isDated: isDated)
        }
    }

    /// The first pause after a limit without a date, in seconds. It grows as long as the limit goes on.
    private static let firstPause: TimeInterval = 60
    private static let pauseFactor = 4.0
    /// No pause is longer than six hours, whatever date a service names.
    package static let longestPause: TimeInterval = 6 * 3600

    /// When requests were sent, in ascending order.
    public private(set) var sent: [Date]
    /// The last pause, if no answer came since; it may be over.
    public private(set) var pause: Pause?

    /// Creates a record.
    public init(sent: [Date] = [], pause: Pause? = nil) {
        self.sent = sent
        self.pause = pause
    }

    /// When a request would be granted, now or later. Records no request.
    package mutating func turn(_ limits: [RequestLimit], now: Date, ignoresPause: Bool = false) -> Date {
        pause = pause?.seen(at: now)
        // Requests in the future were sent before the clock was set back. They count as sent now, once.
        sent = sent.map { min($0, now) }
        if !ignoresPause, let until = pause?.until, until > now { return until }
        return limits.reduce(now) { earliest, limit in
            guard sent.count >= limit.count else { return earliest }
            return max(earliest, sent[sent.count - limit.count].addingTimeInterval(limit.window.seconds))
        }
    }

    /// Grants one request and records it.
    /// - Parameter ignoresPause: whether it is granted in spite of a pause, because the user asks for it.
    /// - Returns: nil if it is granted; otherwise when to come back.
    package mutating func reserve(_ limits: [RequestLimit], now: Date, ignoresPause: Bool = false) -> Date? {
        let earliest = turn(limits, now: now, ignoresPause: ignoresPause)
        guard earliest <= now else { return earliest }
        sent = (sent + [now]).suffix(limits.map(\.count).max() ?? 0)
        return nil
    }

    /// Takes the grant of a time back: its request never left this device.
    package mutating func release(grantedAt date: Date) {
        // The clock may have been set back since, and the record with it.
        if let index = sent.lastIndex(where: { $0 <= date }) { sent.remove(at: index) }
    }

    /// Grants nothing until a date that the service named, at most six hours. If it named none: for a minute, or four times as
    /// long as the last undated pause, if no answer came since and that pause is not over for longer than it was. If an earlier
    /// pause ends later, that end holds. A clock that is set back later makes the pause no longer.
    /// - Returns: when it ends.
    @discardableResult
    package mutating func pause(until named: Date?, now: Date) -> Date {
        let last = pause?.seen(at: now)
        var end = named ?? now.addingTimeInterval(Self.firstPause)
        if named == nil, let last, !last.isDated, now < last.until.addingTimeInterval(last.length) {
            // A limit that is met during the pause, such as by the user's retry, makes the next one no longer.
            end = now.addingTimeInterval(last.length * (now < last.until ? 1 : Self.pauseFactor))
        }
        let new = Pause(
            setAt: now, until: min(end, now.addingTimeInterval(Self.longestPause)), isDated: named != nil)
        let longer = last.flatMap { $0.until > new.until ? $0 : nil } ?? new
        pause = Pause(setAt: now, until: longer.until, isDated: longer.isDated)
        return longer.until
    }

    /// Forgets the pause that was set at a time: the service has answered since.
    package mutating func endPause(setAt date: Date) {
        if pause?.setAt == date { pause = nil }
    }
}
