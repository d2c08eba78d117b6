/// The live tree of features: which are installed, under which parent, since when, with which dependencies and outputs.
///
/// A program makes one tree and passes ``root`` to its first builder. It may be used from any thread.
///
/// ```swift
/// let tree = FeatureTree()
/// let app = AppBuilder(dependencies: dependencies, parent: tree.root).build()
/// print(tree.drawing())
/// ```
public final class FeatureTree: Sendable {
    /// The parent of the first feature. Snapshots do not show it.
    public let root: FeatureScope
    private let registry: FeatureRegistry

    /// Makes an empty tree. The logger receives, at ``EventLogger/Level/info``, each feature that is installed or detached,
    /// under the label `feature`, and each action of the user, under the label `action`: see ``UserActions``. It receives a
    /// warning if a feature ends with its parent, which was released, while something still holds its graph, and if a feature is built
    /// under a parent that has ended. Without a leak detector, the tree reports leaks only when it is asked.
    public init(clock: WallClock = .system, logger: EventLogger = .disabled, leakDetector: LeakDetector? = nil) {
        registry = FeatureRegistry(clock: clock, logger: logger, leakDetector: leakDetector)
        root = FeatureScope(rootIn: registry)
    }

    /// The installed features: those directly under the root, each with its children, in the order of installing.
    ///
    /// Off the main actor, a feature that was built just now may be shown without its dependencies, outputs and roles.
    public func snapshot() -> [FeatureNode] {
        registry.inspectPending()
        return root.snapshot()
    }

    /// The graphs and the objects they own that still exist although their feature has ended: see ``Graph``.
    ///
    /// Right after a detach the caller may still hold them, so ask again later: what is reported then is a leak. A feature that is
    /// still installed is not reported: ``expectNoLeaks(keeping:within:)`` waits, and finds that as well.
    public func leaks() -> [FeatureLeak] {
        registry.inspectPending()
        return registry.leaks()
    }
}
