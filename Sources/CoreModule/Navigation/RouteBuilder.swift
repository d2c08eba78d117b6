/// What the navigation to a screen uses from outside.
public struct RouteDependencies<Input, Screen: Builder> {
    let navigator: any Navigator
    let style: ScreenStyle
    let repeats: ScreenRepeats
    let name: RouteName<Input, Screen.FeatureGraph>?
    let screen: @MainActor (Input, FeatureScope) -> Screen

    private init(
        _ navigator: any Navigator, _ style: ScreenStyle, _ repeats: ScreenRepeats,
        _ name: RouteName<Input, Screen.FeatureGraph>?, _ screen: @escaping @MainActor (Input, FeatureScope) -> Screen
    ) {
        self.navigator = navigator
        self.style = style
        self.repeats = repeats
        self.name = name
        self.screen = screen
    }

    /// Describes the navigation to a screen that depends on an input. With a name, the screen can be saved and linked to.
    /// The closure returns the screen's builder for an input and the screen's parent.
    public init(
        navigator: any Navigator, style: ScreenStyle = .pushed, as name: RouteName<Input, Screen.FeatureGraph>? = nil,
        screen: @escaping @MainActor (Input, FeatureScope) -> Screen
    ) {
        self.init(navigator, style, .allowed, name, screen)
    }

    /// Describes the navigation to a screen without an input. With a name, the screen can be saved and linked to.
    /// The closure returns the screen's builder for the screen's parent.
    public init(
        navigator: any Navigator, style: ScreenStyle = .pushed, repeats: ScreenRepeats = .allowed,
        as name: RouteName<Void, Screen.FeatureGraph>? = nil, screen: @escaping @MainActor (FeatureScope) -> Screen
    ) where Input == Void {
        self.init(navigator, style, repeats, name) { screen($1) }
    }

    /// Makes the router for a feature, whose scope is the parent of the screens. Registers the route if it has a name.
    @MainActor
    public func makeRouter(in scope: FeatureScope) -> ScreenRouter<Input, Screen.FeatureGraph> {
        let router = makeUnregisteredRouter(in: scope)
        navigator.routes?.register(router, in: scope)
        return router
    }

    /// Makes a router whose route is replaced by any other of the same name, whichever was registered first.
    @MainActor
    package func makeReplaceableRouter(in scope: FeatureScope) -> ScreenRouter<Input, Screen.FeatureGraph> {
        let router = makeUnregisteredRouter(in: scope)
        navigator.routes?.register(router, in: scope, isReplaceable: true)
        return router
    }

    /// Makes a router for a feature that is not the screen's home: its screens have the route's name, but no link leads to it.
    @MainActor
    package func makeUnregisteredRouter(in scope: FeatureScope) -> ScreenRouter<Input, Screen.FeatureGraph> {
        let screen = screen
        return ScreenRouter(navigator, style, repeats, name) { screen($0, scope) }
    }
}

/// Builds the navigation to a screen: a feature that is named for the screen, such as `NavToSearch`.
public struct RouteBuilder<Input, Screen: Builder>: Builder {
    /// The feature's name and kind.
    public static var feature: Feature { .viewless("NavTo\(Screen.feature.name)") }
    /// What the navigation uses from outside.
    public let dependencies: RouteDependencies<Input, Screen>
    /// The scope of the feature that contains this one.
    public let parent: FeatureScope

    /// Makes a builder.
    public init(dependencies: RouteDependencies<Input, Screen>, parent: FeatureScope) {
        self.dependencies = dependencies
        self.parent = parent
    }

    /// Makes the router, and registers its route.
    public func makeGraph(in scope: FeatureScope) -> RouteGraph<Input, Screen.FeatureGraph> {
        RouteGraph(scope: scope, router: dependencies.makeRouter(in: scope))
    }
}

extension RouteDependencies {
    /// Builds the navigation to the screen with a ``RouteBuilder``, under a feature. So a route is two lines in a graph.
    @MainActor
    public func build(under parent: FeatureScope) -> RouteGraph<Input, Screen.FeatureGraph> {
        RouteBuilder(dependencies: self, parent: parent).build()
    }
}

/// The graph of a feature that only leads to a screen.
@MainActor
public final class RouteGraph<Input, Destination: Graph>: Graph {
    /// The lifetime of the feature. The screens that it leads to are its children.
    public let scope: FeatureScope
    /// Leads to the screen.
    public let router: ScreenRouter<Input, Destination>

    /// Makes a graph.
    public init(scope: FeatureScope, router: ScreenRouter<Input, Destination>) {
        self.scope = scope
        self.router = router
    }
}
