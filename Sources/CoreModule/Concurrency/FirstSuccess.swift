/// Runs attempts until one succeeds. Each begins when the one before it has failed or a pause is over; a slow attempt goes on
/// beside the next ones.
///
/// After a success it cancels the other attempts and waits for them, so an attempt must end soon when it is cancelled. If the
/// caller is cancelled, it cancels all attempts and begins no more.
/// - Parameters:
///   - attempts: the attempts in order.
///   - pause: waits until the next attempt may begin, or until its task is cancelled. If nil, only a failure begins the next.
///   - isFinal: whether the other attempts are useless after a failure.
/// - Returns: the first success, or nil and the failures in the order of the attempts.
package func firstSuccess<Success: Sendable, Failure: Error>(
    of attempts: [@Sendable () async -> Result<Success, Failure>], pause: (@Sendable () async -> Void)?,
    isFinal: (Failure) -> Bool
) async -> (success: Success?, failures: [Failure]) {
    // An attempt's number with its result; without one, the pause after the attempt is over.
    await withTaskGroup(of: (number: Int, result: Result<Success, Failure>?).self) { group in
        var failures: [Int: Failure] = [:]
        var begun = 0
        func beginNext() {
            guard begun < attempts.count, !Task.isCancelled else { return }
            let number = begun
            begun += 1
            let attempt = attempts[number]
            group.addTask { (number, await attempt()) }
            guard let pause, begun < attempts.count else { return }
            group.addTask {
                await pause()
                return (number, nil)
            }
        }
        beginNext()
        while failures.count < begun, let (number, result) = await group.next() {
            if case .success(let success)? = result {
                group.cancelAll()
                return (success, [])
            }
            if case .failure(let failure)? = result {
                failures[number] = failure
                if isFinal(failure) { break }
            }
            if number == begun - 1 { beginNext() }
        }
        group.cancelAll()
        return (nil, failures.sorted { $0.key < $1.key }.map(\.value))
    }
}
