/// The graph of a feature that does nothing but lead to a screen.
@MainActor
public final class RouteGraph<Destination: Graph>: Graph {
    /// The feature's lifetime; the screens that it leads to live in it.
    public let scope: FeatureScope
    /// Leads to the screen.
    public let router: ScreenRouter<Void, Destination>

    /// Makes a graph.
    public init(scope: FeatureScope, router: ScreenRouter<Void, Destination>) {
        self.scope = scope
        self.router = router
    }
}
