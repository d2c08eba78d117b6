/// Has a ``FeatureTree`` remember what each graph gave, without keeping it, so that it can tell which object of which feature is still
/// there after the feature was detached: when asked, by ``FeatureTree/leaks()``, or by itself some time later. It works in release
/// builds and on every platform.
///
/// ```swift
/// let tree = FeatureTree(leakDetector: LeakDetector { leak in assertionFailure("\(leak)") })
/// ```
public struct LeakDetector: Sendable {
    /// When and to whom a tree tells of leaks by itself.
    struct Report: Sendable {
        let delay: Duration
        let sleeper: Sleeper
        let tell: @Sendable (FeatureLeak) -> Void
    }

    let report: Report?

    private init(_ report: Report?) {
        self.report = report
    }

    /// Leaks are told only by ``FeatureTree/leaks()``.
    public static let onDemand = LeakDetector(nil)

    /// Makes a watch that tells of each leak once.
    /// - Parameters:
    ///   - delay: how long after its feature's end an object may still be held: a front end may animate it away.
    ///   - sleeper: waits for that time.
    ///   - report: is told of each leak, on no particular thread.
    public init(
        after delay: Duration = .seconds(3), sleeper: Sleeper = .system(),
        report: @escaping @Sendable (FeatureLeak) -> Void
    ) {
        self.init(Report(delay: delay, sleeper: sleeper, tell: report))
    }
}
