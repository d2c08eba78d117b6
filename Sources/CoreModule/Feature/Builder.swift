/// Makes one feature of the tree.
///
/// What the feature needs from outside comes in through the builder's initialiser as one small value, `dependencies`; what
/// is missing does not compile. What it needs inside it makes itself, in ``makeGraph(in:)``. A builder can be kept and
/// used again: each ``build()`` gives a fresh graph with a scope of its own.
///
/// ```swift
/// struct GreetingBuilder: Builder {
///     static let feature = Feature.screen("Greeting", .graph, .viewModel)
///     let dependencies: GreetingDependencies
///     let parent: FeatureScope
///
///     func makeGraph(in scope: FeatureScope) -> GreetingGraph {
///         GreetingGraph(scope: scope, viewModel: GreetingViewModel(greeter: dependencies.greeter))
///     }
/// }
/// ```
@MainActor
public protocol Builder<FeatureGraph> {
    /// What the builder makes.
    associatedtype FeatureGraph: Graph
    /// What the feature needs from outside: a value of narrow protocols, or `Void`.
    associatedtype Dependencies

    /// The feature's description, for the live tree.
    static var feature: Feature { get }

    /// What the feature needs from outside. Its properties' names are what the live tree shows as needs.
    var dependencies: Dependencies { get }

    /// The scope of the feature that this one lives in, or ``FeatureTree/root``.
    var parent: FeatureScope { get }

    /// Wires the feature up inside a scope that was made for it. Called by ``build()`` only.
    func makeGraph(in scope: FeatureScope) -> FeatureGraph
}

extension Builder {
    /// Makes the feature and installs it in the live tree under its parent.
    ///
    /// The caller owns the graph, and with it the feature: it is detached by ``Graph/detach()``, with its parent, or when
    /// the last reference to the graph goes. Built under a parent that is already detached, it is born detached.
    public func build() -> FeatureGraph {
        let scope = parent.makeChild(Self.feature) { dependencies }
        let graph = makeGraph(in: scope)
        scope.adopt(graph)
        return graph
    }
}
