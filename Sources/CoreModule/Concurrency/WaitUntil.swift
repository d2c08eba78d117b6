import Observation

/// Waits until a condition on observable objects holds. For tests, scripts and front ends without a view framework.
///
/// It checks the condition at once, and again after each change of an observable property that the condition has read. A
/// condition that reads none is checked once at the start and once at the end. It must be quick and must change nothing.
/// - Returns: whether the condition holds; false if the time ran out or the task was cancelled.
@MainActor
@discardableResult
public func waitUntil(
    timeout: Duration = .seconds(60), _ condition: @MainActor () -> Bool
) async -> Bool {
    let (changes, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let timer = Task {
        do { try await Task.sleep(for: timeout) } catch { return }
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
