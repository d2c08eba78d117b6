public import Foundation

/// Waits for a date. It is passed in, so that tests need not wait.
public struct Sleeper: Sendable {
    private let wait: @Sendable (Date) async -> Void

    /// Makes a sleeper of a closure that waits. The closure must return early when the task is cancelled.
    public init(_ wait: @escaping @Sendable (Date) async -> Void) {
        self.wait = wait
    }

    /// Waits until a date. Throws if the task is cancelled before.
    public func sleep(until date: Date) async throws(CancellationError) {
        await wait(date)
        if Task.isCancelled { throw CancellationError() }
    }

    /// The longest wait before the clock is read again: it may be set, or stand still while the machine sleeps.
    private static let longestNap = 30.0

    /// The system's sleeper. A clock that is set back does not make the wait longer.
    public static func system(clock: WallClock = .system) -> Sleeper {
        Sleeper { date in
            let start = ContinuousClock.now
            let total = date.timeIntervalSince(clock.now())
            while true {
                let passed = ContinuousClock.now - start
                let left = min(date.timeIntervalSince(clock.now()), total - Double(passed.milliseconds) / 1000)
                guard left > 0 else { return }
                do { try await Task.sleep(for: .seconds(min(left, longestNap))) } catch { return }
            }
        }
    }
}
