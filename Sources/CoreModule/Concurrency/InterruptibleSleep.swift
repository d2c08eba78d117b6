package import Foundation

/// A sleep of one task until a date that other code can end early, with ``interrupt()``.
package final class InterruptibleSleep: Sendable {
    private let sleeper: Sleeper
    private let current = Locked<Promise<Void>?>(nil)

    package init(_ sleeper: Sleeper) {
        self.sleeper = sleeper
    }

    /// Sleeps until a date, an interruption or the cancellation of the task. If the date is nil, only the last two end it.
    ///
    /// It runs in the caller's isolation until it sleeps: what an actor checks just before the call cannot change unnoticed.
    package func sleep(until date: Date?, isolation: isolated (any Actor)? = #isolation) async {
        let end = Promise<Void>()
        current.withLock { $0 = end }
        let timer = date.map { date in
            Task { [sleeper] in
                do { try await sleeper.sleep(until: date) } catch { return }
                end.set(())
            }
        }
        await end.value(whenCancelled: ())
        timer?.cancel()
        current.withLock { $0 = nil }
    }

    /// Ends the sleep. If no task sleeps, it does nothing.
    package func interrupt() {
        current.withLock { $0 }?.set(())
    }
}
