/// Makes one feature of the tree.
///
/// Everything that the feature uses from outside comes in through the builder's initialiser, as one small value, `dependencies`.
/// A missing dependency does not compile. Everything else the feature makes itself, in ``makeGraph(in:)``. A builder can be
/// reused: each ``build()`` returns a fresh graph with its own scope.
///
/// ```swift
/// struct GreetingBuilder: Builder {
///     static let feature = Feature.screen("Greeting")
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
    /// The type of the graph.
    associatedtype FeatureGraph: Graph
    /// A small struct of what the feature uses, or `Void`.
    associatedtype Dependencies

    /// The feature's name and kind.
    static var feature: Feature { get }

    /// Likewise, of what this builder makes. By default that of the type.
    var feature: Feature { get }

    /// What the feature uses from outside. The live tree shows the names of its properties.
    var dependencies: Dependencies { get }

    /// The scope of the feature that contains this one, or ``FeatureTree/root``.
    var parent: FeatureScope { get }

    /// Makes the graph and connects its parts, inside a scope made for it. Only ``build()`` calls it.
    func makeGraph(in scope: FeatureScope) -> FeatureGraph
}

extension Builder {
    /// That of the type.
    public var feature: Feature { Self.feature }

    /// Makes the feature and installs it in the live tree under its parent.
    ///
    /// The caller owns the graph, and with it the feature. The feature ends with ``Graph/detach()``, with its parent, or when the
    /// last reference to the graph is released. Under a parent that has ended, the feature is detached from the start.
    public func build() -> FeatureGraph {
        let scope = parent.makeChild(feature)
        let graph = makeGraph(in: scope)
        scope.registry.inspectSoon(graph, dependencies)
        return graph
    }
}
