package import Foundation

/// How long to wait after failures: exponentially longer up to a limit, and shortened at random, so that clients that failed at
/// the same time do not retry at the same time.
package struct Backoff: Sendable, Hashable {
    private let first: Duration
    /// How many times longer each further wait is.
    private let factor: Double
    package let longest: Duration

    package init(first: Duration, factor: Double = 2, longest: Duration) {
        precondition(factor >= 1, "A back-off does not get shorter.")
        self.first = first
        self.factor = factor
        self.longest = longest
    }

    /// When the wait after a number of failures in a row, from 1, ends. The jitter, from 0 to 1, shortens it by up to half.
    package func end(afterFailures count: Int, now: Date, jitter: Double) -> Date {
        precondition(count > 0, "A back-off begins with a failure.")
        let wait = min(first.seconds * pow(factor, Double(min(count, 64) - 1)), longest.seconds)
        return now.addingTimeInterval(wait * (1 - jitter / 2))
    }
}
