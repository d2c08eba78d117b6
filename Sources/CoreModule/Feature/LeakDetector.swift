/// An object that outlived its feature, or a feature that should have ended.
public struct FeatureLeak: Sendable, Hashable, CustomStringConvertible {
    /// What went wrong.
    public enum Kind: Sendable, Hashable {
        /// The object still exists although its feature was detached, or its graph was released.
        case outlived
        /// The object still exists although its feature has ended with its parent: nothing detached the feature itself.
        case endedWithParent
        /// The feature is still installed: nothing detached it, and something still holds its graph or its scope, perhaps the
        /// graph itself. Only ``FeatureTree/expectNoLeaks(keeping:within:)`` finds it.
        case stillInstalled
    }

    /// What went wrong.
    public let kind: Kind
    /// The feature's place in the tree when it was installed.
    public let path: FeaturePath
    /// `graph`, or the place of the object in the graph: `viewModel`, `pages[1]`. Of a feature that is still installed, `graph`, or `scope` if the graph was released.
    public let object: String

    /// What outlived which feature: `viewModel of App / MainScreen outlived its feature`.
    public var description: String {
        switch (kind, object) {
        case (.stillInstalled, "graph"):
            "\(path) is still installed: nobody detached it, and its graph is still held, perhaps by itself"
        case (.stillInstalled, _):
            "\(path) is still installed: its graph was released, but a router, a builder or a task of it is still held"
        case (.endedWithParent, "graph"):
            "graph of \(path) outlived its feature, which ended with its parent: nobody detached it"
        default: "\(object) of \(path) outlived its feature"
        }
    }
}

/// The leaks that a tree still has after the time it was given. Its description has a line for each.
public struct FeatureLeaks: Error, Hashable, CustomStringConvertible {
    /// The leaks: of features that have ended, then features that are still installed.
    public let leaks: [FeatureLeak]

    /// A line for each leak.
    public var description: String { leaks.map(\.description).joined(separator: "\n") }
}

/// Has a tree report leaks by itself. The tree remembers, without holding them, the graph of each feature and the objects that it
/// owns: see ``Graph`` for which these are. Those that still exist after the feature has ended are leaks: ``FeatureTree/leaks()``
/// returns them, and a detector reports them after a delay. It works in release builds and on every platform.
///
/// ```swift
/// let tree = FeatureTree(leakDetector: LeakDetector { leak in assertionFailure("\(leak)") })
/// ```
///
/// The tree looks at a new graph when the main actor is next free, or earlier when the tree is asked or the feature is
/// detached on the main actor. So building a feature costs hardly more. Objects that the graph makes later are not watched.
public struct LeakDetector: Sendable {
    let delay: Duration
    let sleeper: Sleeper
    let report: @Sendable (FeatureLeak) -> Void

    /// Makes a detector that reports each leak once, on any thread. An object may exist for the delay after its feature was
    /// detached, for example while a front end animates it away.
    public init(
        after delay: Duration = .seconds(3), sleeper: Sleeper = .system(),
        report: @escaping @Sendable (FeatureLeak) -> Void
    ) {
        self.delay = delay
        self.sleeper = sleeper
        self.report = report
    }
}
