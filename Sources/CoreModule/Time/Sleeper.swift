public import Foundation

/// Waits for a time of day. Handed in, so that tests need not wait.
public struct Sleeper: Sendable {
    private let wait: @Sendable (Date) async -> Void

    /// Makes a sleeper of whatever waits. It must return early when the task is cancelled.
    public init(_ wait: @escaping @Sendable (Date) async -> Void) {
        self.wait = wait
    }

    /// Waits until a time of day has come; throws where the task is cancelled before.
    public func sleep(until date: Date) async throws(CancellationError) {
        await wait(date)
        if Task.isCancelled { throw CancellationError() }
    }

    /// The longest wait before the clock is read again, which may have been set or have slept with the machine.
    private static let longestNap = 30.0

    /// The system's. It never waits longer than it was to when it began: a clock that is set back does not prolong it.
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
