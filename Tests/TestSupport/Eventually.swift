/// Waits until a condition holds, for state that does not publish its changes: checks it again every millisecond.
///
/// Throws ``ConditionTimedOut`` if the condition does not hold within the limit, which only guards against hanging, and
/// `CancellationError` if the task is cancelled.
package func eventually(
    limit: Duration = .seconds(600), isolation: isolated (any Actor)? = #isolation,
    _ condition: () async throws -> Bool
) async throws {
    let deadline = ContinuousClock.now + limit
    while try await !condition() {
        guard ContinuousClock.now < deadline else { throw ConditionTimedOut(limit: limit) }
        try await Task.sleep(for: .milliseconds(1))
    }
}

/// A condition did not hold within its limit.
package struct ConditionTimedOut: Error {
    package let limit: Duration
}
