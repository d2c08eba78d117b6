public import Foundation

/// An object that outlived its feature.
public struct FeatureLeak: Sendable, Hashable, CustomStringConvertible {
    /// The feature's place in the tree when it was installed.
    public let path: FeaturePath
    /// `graph`, or the name of the output that still exists.
    public let object: String
    /// When the feature was detached.
    public let detachedAt: Date

    /// `viewModel of App / MainScreen outlived its feature`.
    public var description: String { "\(object) of \(path) outlived its feature" }
}

/// Finds objects that outlive their feature. The tree remembers, without holding them, the graph of each feature and the objects
/// among its outputs. It reports those that still exist after the feature was detached: from ``FeatureTree/leaks()``, or
/// by itself after a delay. It works in release builds and on every platform.
///
/// ```swift
/// let tree = FeatureTree(leakDetector: LeakDetector { leak in assertionFailure("\(leak)") })
/// ```
///
/// The tree looks at a new graph when the main actor is next free, or earlier when the tree is asked or the feature is
/// detached on the main actor. So building a feature costs hardly more with a detector than without.
public struct LeakDetector: Sendable {
    let delay: Duration
    let sleeper: Sleeper
    /// If nil, the tree reports nothing by itself.
    let report: (@Sendable (FeatureLeak) -> Void)?

    /// Reports leaks only through ``FeatureTree/leaks()``.
    public static let onDemand = LeakDetector(delay: .zero, sleeper: .system(), report: nil)
}

extension LeakDetector {
    /// Makes a detector that reports each leak once, on no particular thread. For the delay an object may exist after its
    /// feature was detached: a front end may animate it away.
    public init(
        after delay: Duration = .seconds(3), sleeper: Sleeper = .system(),
        report: @escaping @Sendable (FeatureLeak) -> Void
    ) {
        self.init(delay: delay, sleeper: sleeper, report: report)
    }
}
