/// Has a ``FeatureTree`` look for leaks by itself and tell of each once: which object of which feature is still there, some time
/// after the feature was detached. It works in release builds and on every platform.
///
/// ```swift
/// let tree = FeatureTree(leakWatch: LeakWatch { leak in assertionFailure("\(leak)") })
/// ```
public struct LeakWatch: Sendable {
    let delay: Duration
    let sleeper: Sleeper
    let report: @Sendable (FeatureLeak) -> Void

    /// Makes a watch.
    /// - Parameters:
    ///   - delay: how long after its feature's end an object may still be held: a front end may animate it away.
    ///   - sleeper: waits for that time.
    ///   - report: is told of each leak, on no particular thread.
    public init(
        after delay: Duration = .seconds(3), sleeper: Sleeper = .system(),
        report: @escaping @Sendable (FeatureLeak) -> Void
    ) {
        self.delay = delay
        self.sleeper = sleeper
        self.report = report
    }
}
