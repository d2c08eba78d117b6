/// A router that shows the screen of a builder.
///
/// It holds its navigator weakly, because the navigator owns the screens whose routers these are. Without a navigator it still
/// builds the screen, which then lives as long as the caller holds it.
@MainActor
public final class ScreenRouter<Input, Destination: Graph>: Router {
    private weak var navigator: (any Navigator)?
    private let makeBuilder: @MainActor (Input) -> any Builder<Destination>

    /// Makes a router to a screen that depends on an input.
    public init(navigator: any Navigator, to makeBuilder: @escaping @MainActor (Input) -> any Builder<Destination>) {
        self.navigator = navigator
        self.makeBuilder = makeBuilder
    }

    /// Makes a router to a screen without an input.
    public convenience init(navigator: any Navigator, to builder: any Builder<Destination>) where Input == Void {
        self.init(navigator: navigator) { builder }
    }

    /// Builds the next screen and shows it.
    @discardableResult
    public func open(_ input: Input) -> Destination {
        let screen = makeBuilder(input).build()
        navigator?.show(screen)
        return screen
    }
}

/// The graph of a feature that only leads to a screen.
@MainActor
public final class RouteGraph<Destination: Graph>: Graph {
    /// The lifetime of the feature. The screens that it leads to are its children.
    public let scope: FeatureScope
    /// Leads to the screen.
    public let router: ScreenRouter<Void, Destination>

    /// Makes a graph.
    public init(scope: FeatureScope, router: ScreenRouter<Void, Destination>) {
        self.scope = scope
        self.router = router
    }
}
