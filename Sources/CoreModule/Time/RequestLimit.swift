/// How many requests a service allows in a period: one a second, two hundred a day.
public struct RequestLimit: Hashable, Sendable {
    package let count: Int
    /// The length of the period. The limit holds in every one of this length, whenever the service's day or month begins.
    package let window: Duration

    /// Describes a limit.
    public init(_ count: Int, per window: Duration) {
        precondition(count > 0 && window > .zero, "A limit lets something through.")
        self.count = count
        self.window = window
    }
}
