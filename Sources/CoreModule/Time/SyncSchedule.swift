package import Foundation

/// The schedule of automatic synchronization.
package struct SyncSchedule: Hashable, Sendable {
    /// How a synchronization ended.
    package enum Outcome: Hashable, Sendable {
        /// Everything is synchronized, or will not be without the user's action.
        case done
        /// As if it had not begun.
        case cancelled
        /// It failed. If `isTransient`, it may succeed later, not before the date that the server has named.
        case failed(isTransient: Bool, until: Date? = nil)
    }

    /// The delay after an edit, in seconds; each further edit restarts it.
    package static let pause = 2.0
    /// The maximum delay after the first edit, in seconds.
    package static let longestPause = 10.0
    /// The delay after failures.
    package static let backoff = Backoff(first: .seconds(2), longest: .seconds(120))

    /// The interval without edits. If nil, there is no synchronization without a reason.
    private let interval: Duration?
    /// When to synchronize next; nil if the user must act first.
    package private(set) var next: Date?
    private var isStarted = false
    private var failures = 0
    /// The retry date of the server.
    private var earliest: Date?
    /// The first and the last edit since the start of the last synchronization.
    private var firstEdit: Date?
    private var lastEdit: Date?
    /// What ``next`` was when the last synchronization began.
    private var interrupted: Date?

    package init(interval: Duration?) {
        self.interval = interval
    }

    package mutating func started(at date: Date) {
        isStarted = true
        next = date
    }

    package mutating func edited(at date: Date) {
        guard isStarted else { return }
        firstEdit = min(firstEdit ?? date, date)
        lastEdit = date
        next = afterEdits
    }

    /// When to synchronize because of edits; nil if there are none.
    private var afterEdits: Date? {
        guard let firstEdit, let lastEdit else { return nil }
        let wanted = min(lastEdit.addingTimeInterval(Self.pause), firstEdit.addingTimeInterval(Self.longestPause))
        return max(wanted, earliest ?? wanted)
    }

    /// A synchronization begins; it includes the edits made until now.
    package mutating func began() {
        firstEdit = nil
        lastEdit = nil
        interrupted = next
        next = nil
    }

    package mutating func finished(_ outcome: Outcome, at date: Date, jitter: Double) {
        guard isStarted else { return }
        switch outcome {
        case .cancelled:
            // As if it had not begun, but not at once.
            let resumed = interrupted.map { max($0, date.addingTimeInterval(Self.pause)) }
            next = [resumed, afterEdits].compactMap { $0 }.min()
        case .done:
            (earliest, failures) = (nil, 0)
            next = afterEdits ?? interval.map { date.addingTimeInterval($0.seconds) }
        case .failed(let isTransient, let retryDate):
            earliest = nil
            failures += 1
            guard isTransient else { return next = afterEdits }
            let wanted = Self.backoff.end(afterFailures: failures, now: date, jitter: jitter)
            // Edits during the wait do not shorten it either.
            earliest = max(retryDate ?? wanted, wanted)
            next = earliest
        }
    }
}
