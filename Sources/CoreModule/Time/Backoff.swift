/// How long to wait after failures: longer each time, up to a limit, and by chance a little less, so that those who failed
/// together do not come back together.
public struct Backoff: Sendable, Hashable {
    /// The wait after the first failure.
    public let first: Duration
    /// By what each further one is longer.
    public let factor: Double
    /// The longest.
    public let longest: Duration

    /// Describes a backoff.
    public init(first: Duration, factor: Double = 2, longest: Duration) {
        precondition(factor >= 1, "A backoff does not get shorter.")
        self.first = first
        self.factor = factor
        self.longest = longest
    }

    /// The wait after so many failures in a row, from 1.
    /// - Parameters:
    ///   - count: how many failures there were.
    ///   - chance: from 0 to 1: how much of the second half of the wait is left out.
    public func delay(afterFailures count: Int, chance: Double) -> Duration {
        var seconds = first.seconds
        for _ in 1..<max(2, min(count, 64)) where count > 1 { seconds = min(seconds * factor, longest.seconds) }
        return .seconds(min(seconds, longest.seconds) * (1 - min(max(chance, 0), 1) / 2))
    }
}
