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
    await withTaskGroup(of: AttemptEvent<Success, Failure>.self) { group in
        var failures: [Int: Failure] = [:]
        var begun = 0
        func beginNext() {
            guard begun < attempts.count, !Task.isCancelled else { return }
            let number = begun
            begun += 1
            let attempt = attempts[number]
            group.addTask {
                switch await attempt() {
                case .success(let success): .succeeded(success)
                case .failure(let failure): .failed(number, failure)
                }
            }
            guard let pause, begun < attempts.count else { return }
            group.addTask {
                await pause()
                return .paused(after: number)
            }
        }
        beginNext()
        events: while failures.count < begun, let event = await group.next() {
            switch event {
            case .succeeded(let success):
                group.cancelAll()
                return (success, [])
            case .failed(let number, let failure):
                failures[number] = failure
                if isFinal(failure) { break events }
                if number == begun - 1 { beginNext() }
            case .paused(let number):
                if number == begun - 1 { beginNext() }
            }
        }
        group.cancelAll()
        return (nil, failures.sorted { $0.key < $1.key }.map(\.value))
    }
}

private enum AttemptEvent<Success: Sendable, Failure: Error>: Sendable {
    case succeeded(Success)
    case failed(Int, Failure)
    case paused(after: Int)
}
