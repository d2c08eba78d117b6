import Observation

/// Waits until a condition on observable objects holds: for tests, scripts and front ends without a view framework.
///
/// The condition is evaluated at once, and again after each change of an observable property that it has read. A condition
/// that reads none is evaluated once.
/// - Parameters:
///   - timeout: how long to wait at most; for ever where `nil`.
///   - clock: measures the timeout.
///   - condition: what is to hold; it must be quick and change nothing.
/// - Returns: whether the condition holds; false where the time ran out or the task was cancelled.
@MainActor
@discardableResult
public func waitUntil(
    timeout: Duration? = nil, clock: some Clock<Duration> = ContinuousClock(), _ condition: @MainActor () -> Bool
) async -> Bool {
    let (changes, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let timer = Task {
        guard let timeout else { return }
        do { try await clock.sleep(for: timeout) } catch { return }
        continuation.finish()
    }
    defer {
        timer.cancel()
        continuation.finish()
    }
    var iterator = changes.makeAsyncIterator()
    while true {
        let holds = withObservationTracking(condition) { continuation.yield() }
        if holds { return true }
        guard await iterator.next() != nil else { return condition() }
    }
}
