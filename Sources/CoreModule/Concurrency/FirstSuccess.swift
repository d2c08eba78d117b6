/// Tries one thing after the other until one succeeds, and leaves a slow one behind without giving it up: the next is begun when the
/// one before it has failed, or when a pause is over, and those before it go on meanwhile.
///
/// What has not ended when one has succeeded is cancelled, and awaited: an attempt must end soon then. Cancelling the caller cancels
/// all that was begun, and begins nothing more.
/// - Parameters:
///   - attempts: what to try, in order.
///   - pause: waits for as long as an attempt may keep the next one from being begun, or until its task is cancelled; for as long as
///     the attempt takes where `nil`.
///   - isFinal: whether a failure makes the other attempts pointless.
/// - Returns: the first success; where there is none, `nil`, with the failures in the order of the attempts.
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
