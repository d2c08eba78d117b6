package import CoreModule
package import Foundation
package import PersonalDictionary
import SuperappTesting

/// Records the notifications with their dates, and fails on demand.
package final class RecordingNotifier: ReminderNotifying {
    private struct State {
        var delivered: [(notification: ReminderNotification, date: Date)] = []
        var failures: [ReminderDeliveryError] = []
    }

    private let state = Locked(State())
    private let clock: WallClock

    package init(clock: WallClock) {
        self.clock = clock
    }

    package var notifications: [ReminderNotification] { state.withLock { $0.delivered.map(\.notification) } }
    package var dates: [Date] { state.withLock { $0.delivered.map(\.date) } }

    /// Makes the next deliveries fail, one for each error.
    package func fail(_ errors: ReminderDeliveryError...) {
        state.withLock { $0.failures = errors }
    }

    package func deliver(_ notification: ReminderNotification) async throws(ReminderDeliveryError) {
        let now = clock.now()
        let failure = state.withLock { state -> ReminderDeliveryError? in
            if !state.failures.isEmpty { return state.failures.removeFirst() }
            state.delivered.append((notification, now))
            return nil
        }
        if let failure { throw failure }
    }
}

/// A clock that can be set, over a time that passes. Sleeps depend only on the time that passes.
package final class SettableTime: Sendable {
    private let passing = ManualTime()
    private let shift = Locked<TimeInterval>(0)

    /// Starts at 2026-11-21T10:00:00Z.
    package init() {}

    package var now: Date { passing.now + shift.withLock { $0 } }
    package var clock: WallClock { WallClock { self.now } }

    package var sleeper: Sleeper {
        let waiting = passing.sleeper
        return Sleeper { date in
            let until = self.passing.now + date.timeIntervalSince(self.now)
            do { try await waiting.sleep(until: until) } catch { return }
        }
    }

    /// Sets the clock forward or back; no time passes.
    package func set(by duration: TimeInterval) {
        shift.withLock { $0 += duration }
    }

    /// Lets time pass until the clock shows a date, and waits until everything that was due is done. A task must sleep again and
    /// again; throws `NoSleep` if none does.
    package func pass(until date: Date) async throws {
        // A write to a disk that other tests keep busy can take long.
        let limit = Duration.seconds(60)
        while true {
            guard let next = await passing.nextSleep(limit: limit) else {
                throw ManualTime.NoSleep(limit: limit, now: now)
            }
            let end = passing.now + date.timeIntervalSince(now)
            guard next <= end else {
                if end > passing.now { passing.advance(by: end.timeIntervalSince(passing.now)) }
                return
            }
            passing.advance(by: next.timeIntervalSince(passing.now))
        }
    }
}
