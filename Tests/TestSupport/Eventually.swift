/// Waits until a condition holds, for state that does not publish its changes: checks it again every millisecond.
///
/// Throws ``ConditionTimedOut`` if the condition does not hold within the limit, and `CancellationError` if the task is cancelled. The
/// limit only guards against hanging: on a machine that is so busy that a check takes longer than ten milliseconds, it is longer.
package func eventually(
    limit: Duration = .seconds(20), isolation: isolated (any Actor)? = #isolation,
    _ condition: () async throws -> Bool
) async throws {
    let deadline = ContinuousClock.now + limit
    var checks = 0
    while try await !condition() {
        checks += 1
        guard ContinuousClock.now < deadline || checks < 2000 else { throw ConditionTimedOut(limit: limit) }
        try await Task.sleep(for: .milliseconds(1))
    }
}

/// A condition did not hold within its limit.
package struct ConditionTimedOut: Error {
    package let limit: Duration
}
