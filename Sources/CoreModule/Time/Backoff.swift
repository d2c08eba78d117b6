/// How long to wait after failures: exponentially longer up to a limit, and shortened at random, so that clients that failed at
/// the same time do not retry at the same time.
public struct Backoff: Sendable, Hashable {
    /// The wait after the first failure.
    public let first: Duration
    /// How many times longer each further wait is.
    public let factor: Double
    /// The longest wait.
    public let longest: Duration

    /// Makes a back-off.
    public init(first: Duration, factor: Double = 2, longest: Duration) {
        precondition(factor >= 1, "A back-off does not get shorter.")
        self.first = first
        self.factor = factor
        self.longest = longest
    }

    /// The wait after a number of failures in a row, from 1. The jitter, from 0 to 1, shortens it by up to half.
    public func delay(afterFailures count: Int, jitter: Double) -> Duration {
        var seconds = first.seconds
        for _ in 1..<max(2, min(count, 64)) where count > 1 { seconds = min(seconds * factor, longest.seconds) }
        return .seconds(min(seconds, longest.seconds) * (1 - min(max(jitter, 0), 1) / 2))
    }
}
