import Foundation

/// Synchronizes when a schedule says so: at the start, after edits, at an interval, and again after failures that may pass.
///
/// Who synchronizes says when it begins and how it ended, also if something else asked for it.
package final class SyncTimer: Sendable {
    private struct State {
        var schedule: SyncSchedule
        var wait: Task<Void, Never>?
        var synchronize: (@Sendable () async -> Void)?
        /// The number of the last wait: one that was replaced at its end does nothing.
        var waitNumber = 0
    }

    private let interval: Duration?
    private let clock: WallClock
    private let sleeper: Sleeper
    private let jitter: @Sendable () -> Double
    private let state: Locked<State>

    /// - Parameters:
    ///   - interval: the time between two synchronizations without edits. If nil, there are none without a reason.
    ///   - jitter: shortens waits after failures, from 0 to 1.
    package init(
        interval: Duration?, clock: WallClock, sleeper: Sleeper,
        jitter: @escaping @Sendable () -> Double = { .random(in: 0...1) }
    ) {
        (self.interval, self.clock, self.sleeper, self.jitter) = (interval, clock, sleeper, jitter)
        state = Locked(State(schedule: SyncSchedule(interval: interval)))
    }

    deinit { state.withLock { $0.wait?.cancel() } }

    /// Begins the schedule: at once, then as it says.
    package func start(_ synchronize: @escaping @Sendable () async -> Void) {
        state.withLock { $0.synchronize = synchronize }
        change { $0.started(at: $1) }
    }

    /// Ends the schedule. A synchronization that runs goes on.
    package func stop() {
        change { [interval] schedule, _ in schedule = SyncSchedule(interval: interval) }
        state.withLock { $0.synchronize = nil }
    }

    package func edited() { change { $0.edited(at: $1) } }

    /// A synchronization begins; it includes the edits made until now.
    package func began() { change { schedule, _ in schedule.began() } }

    package func finished(_ outcome: SyncSchedule.Outcome) {
        let jitter = jitter()
        change { $0.finished(outcome, at: $1, jitter: jitter) }
    }

    private func change(_ body: (inout SyncSchedule, Date) -> Void) {
        let now = clock.now()
        state.withLock { state in
            body(&state.schedule, now)
            state.wait?.cancel()
            state.waitNumber += 1
            state.wait = state.schedule.next.map { date in
                Task { [sleeper, weak self, number = state.waitNumber] in
                    do { try await sleeper.sleep(until: date) } catch { return }
                    self?.fire(number)
                }
            }
        }
    }

    private func fire(_ number: Int) {
        let synchronize = state.withLock { $0.waitNumber == number ? $0.synchronize : nil }
        // In its own task: an edit that restarts the timer cancels the wait, but not a synchronization that runs.
        Task { await synchronize?() }
    }
}
