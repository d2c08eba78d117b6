/// The live tree of features: who is installed, under whom, since when, what it needs and what it gives.
///
/// A program makes one, hands ``root`` to its first builder, and asks it whenever it likes. It may be used from any thread.
///
/// ```swift
/// let tree = FeatureTree()
/// let app = AppBuilder(dependencies: dependencies, parent: tree.root).build()
/// print(tree.text())
/// ```
public final class FeatureTree: Sendable {
    /// The parent of the first feature. It is not shown itself.
    public let root: FeatureScope
    private let registry: FeatureRegistry

    /// Makes an empty tree.
    /// - Parameters:
    ///   - clock: stamps when a feature was installed.
    ///   - logger: is told at ``Logger/Level/info`` of each feature installed and detached, by its path, and, under the label
    ///     `action`, of what the user does in them: see ``UserActions``.
    ///   - leakDetector: whether and how leaks are found. With `nil`, building a feature takes little more than half as long, and
    ///     ``leaks()`` must not be called.
    public init(clock: WallClock = .system, logger: Logger = .disabled, leakDetector: LeakDetector? = .onDemand) {
        registry = FeatureRegistry(clock: clock, logger: logger, leakDetector: leakDetector)
        root = FeatureScope(rootIn: registry)
    }

    /// What is installed now: the features directly under the root, each with its children, in the order of installing.
    public func snapshot() -> [FeatureNode] {
        root.snapshot()
    }

    /// The graphs, view models and routers that are still referenced although their feature was detached.
    ///
    /// Right after a detach the caller may still hold them; ask again once it has let go. What is reported then is a leak:
    /// a reference that somebody forgot. It works in release builds and on every platform.
    public func leaks() -> [FeatureLeak] {
        registry.leaks()
    }
}
