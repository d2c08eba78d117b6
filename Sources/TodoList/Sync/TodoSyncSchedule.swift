package import CoreModule
package import Foundation

/// When a list synchronizes by itself.
package struct TodoSyncSchedule: Hashable, Sendable {
    /// How long after an edit; each further edit begins it anew.
    package static let pause = 2.0
    /// How long edits are waited out at most, in seconds.
    package static let longestPause = 10.0
    /// How often without edits, in seconds.
    package static let interval = 15 * 60.0
    /// How long after failures.
    package static let backoff = Backoff(first: .seconds(2), longest: .seconds(120))

    /// When to synchronize next; `nil` where only a person can help.
    package private(set) var next: Date?
    private var isStarted = false
    private var failures = 0
    /// Before then the server does not want to be asked.
    private var earliest: Date?
    /// The first and the last edit that no synchronization has begun after.
    private var firstEdit: Date?
    private var lastEdit: Date?

    package init() {}

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

    /// When to synchronize because of edits; `nil` where there are none.
    private var afterEdits: Date? {
        guard let firstEdit, let lastEdit else { return nil }
        let wanted = min(lastEdit.addingTimeInterval(Self.pause), firstEdit.addingTimeInterval(Self.longestPause))
        return max(wanted, earliest ?? wanted)
    }

    /// A synchronization begins: it takes the edits with it that were made until now.
    package mutating func began() {
        firstEdit = nil
        lastEdit = nil
        next = nil
    }

    package mutating func finished(_ error: TodoError?, at date: Date, chance: Double) {
        guard isStarted else { return }
        earliest = nil
        guard let error, !error.concernsSomeTasks else { return goOn(at: date) }
        failures += 1
        guard error.isTransient else {
            next = afterEdits
            return
        }
        let delay = Self.backoff.delay(afterFailures: failures, jitter: chance).seconds
        let wanted = date.addingTimeInterval(delay)
        if case .sync(.server(let error)) = error, let retryDate = error.retryDate { earliest = max(retryDate, wanted) }
        // Edits that come meanwhile do not make it earlier either.
        earliest = earliest ?? wanted
        next = earliest
    }
}

extension TodoSyncSchedule {
    private mutating func goOn(at date: Date) {
        failures = 0
        next = afterEdits ?? date.addingTimeInterval(Self.interval)
    }
}

extension TodoError {
    /// Whether all the others were synchronized.
    fileprivate var concernsSomeTasks: Bool {
        if case .sync(let error) = self { error.concernsSomeTasks } else { false }
    }

    /// Whether the same may succeed later though nobody does anything about it.
    package var isTransient: Bool {
        switch self {
        case .sync(let error): error.isTransient
        case .store(let error): error.code == .busy
        default: false
        }
    }
}
