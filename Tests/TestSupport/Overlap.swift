import CoreModule
import SuperappTesting

/// Makes two calls of a flawed store overlap: the first one goes on when the next has begun.
///
/// Use it only if there is a next one: the first waits until then, or until its task is cancelled.
package final class Overlap: Sendable {
    private let firstCall: Int
    private let calls = Locked(0)
    private let hasNext = Latch()

    /// - Parameter firstCall: the number of the call that waits, from 1. Those before it do not overlap.
    package init(firstCall: Int = 1) {
        self.firstCall = firstCall
    }

    /// Call it between reading and writing.
    package func begin() async {
        let number = calls.withLock { calls in
            calls += 1
            return calls
        }
        if number == firstCall { await hasNext.wait() } else if number > firstCall { hasNext.open() }
    }
}
