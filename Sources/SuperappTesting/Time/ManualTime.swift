public import CoreModule
public import Foundation

/// A clock that only the test moves, and the tasks that sleep by it.
///
/// Pass ``clock`` and ``sleeper`` to the code under test. Wait with ``advanceToNextSleep(limit:)`` until the code sleeps: then no test
/// needs a sleep of its own.
public final class ManualTime: Sendable {
    private struct State {
        var date: Date
        var sleeps: [Int: (date: Date, end: Promise<Void>)] = [:]
        var lastNumber = 0
        /// Wait for a sleep to begin.
        var watchers: [Promise<Date?>] = []

        var nextDate: Date? { sleeps.values.map(\.date).min() }
    }

    private let state: Locked<State>

    /// 2026-11-21T10:00:00Z.
    public static let start = Date(timeIntervalSince1970: 1_795_255_200)

    /// Creates a clock that shows ``start`` by default.
    public init(_ start: Date = start) {
        state = Locked(State(date: start))
    }

    /// The time now.
    public var now: Date { state.withLock { $0.date } }

    /// The clock to pass to the code under test.
    public var clock: WallClock { WallClock { self.now } }

    /// The sleeper to pass to the code under test.
    public var sleeper: Sleeper { Sleeper { await self.sleep(until: $0) } }

    /// Moves the time to the end of each sleep at once. For tests in which only one task sleeps.
    public var hurriedSleeper: Sleeper { Sleeper { self.advance(to: $0) } }

    /// How many tasks sleep.
    public var sleeperCount: Int { state.withLock { $0.sleeps.count } }

    /// Moves the time on by seconds. Tasks whose sleep ends by then go on.
    public func advance(by duration: TimeInterval) {
        move { $0 + duration }
    }

    /// Moves the time to a date if that is later. It is rounded up to a millisecond, since a `WallClock` has no smaller unit.
    public func advance(to date: Date) {
        let milliseconds = date.millisecondsSince1970
        let whole = Date(millisecondsSince1970: milliseconds)
        move { max($0, whole < date ? Date(millisecondsSince1970: milliseconds + 1) : whole) }
    }

    /// Waits until a task sleeps, and returns when the first of the sleeps ends.
    /// - Returns: nil if the calling task is cancelled, or if no task sleeps within the limit.
    public func nextSleep(limit: Duration = .seconds(20)) async -> Date? {
        let watcher = Promise<Date?>()
        state.withLock { state in
            if let date = state.nextDate { watcher.set(date) } else { state.watchers.append(watcher) }
        }
        // In parts: on a machine that is busy with other tests, the limit is longer.
        let timer = Task {
            for _ in 0..<40 { try await Task.sleep(for: limit / 40) }
            watcher.set(nil)
        }
        defer { timer.cancel() }
        return await watcher.value(whenCancelled: nil)
    }

    /// Waits until a task sleeps, and moves the time to the end of the first of the sleeps. Throws ``NoSleep`` if no task sleeps within
    /// the limit, and `CancellationError` if the calling task is cancelled.
    public func advanceToNextSleep(limit: Duration = .seconds(20)) async throws {
        guard let date = await nextSleep(limit: limit) else {
            try Task.checkCancellation()
            throw NoSleep(limit: limit, now: now)
        }
        advance(to: date)
    }

    /// No task slept by the manual clock within the limit of a test.
    public struct NoSleep: Error, Hashable, CustomStringConvertible {
        let limit: Duration
        let now: Date

        package init(limit: Duration, now: Date) {
            self.limit = limit
            self.now = now
        }

        /// What the test has waited for.
        public var description: String {
            "no task began to sleep within \(limit): the manual clock, which shows \(now.formatted(.iso8601)), was not advanced"
        }
    }

    private func sleep(until date: Date) async {
        let end = Promise<Void>()
        let number = state.withLock { state -> Int? in
            guard date > state.date else { return nil }
            state.lastNumber += 1
            state.sleeps[state.lastNumber] = (date, end)
            for watcher in state.watchers { watcher.set(state.nextDate) }
            state.watchers = []
            return state.lastNumber
        }
        guard let number else { return }
        // A cancelled sleep is forgotten at once: no test waits for it by mistake.
        await withTaskCancellationHandler {
            await end.value()
        } onCancel: {
            state.withLock { _ = $0.sleeps.removeValue(forKey: number) }
            end.set(())
        }
    }

    private func move(_ change: (Date) -> Date) {
        let due = state.withLock { state in
            state.date = change(state.date)
            let due = state.sleeps.filter { $0.value.date <= state.date }
            for number in due.keys { state.sleeps[number] = nil }
            return due.values.map(\.end)
        }
        for end in due { end.set(()) }
    }
}
