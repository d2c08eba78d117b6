/// Builds the navigation to a screen: a feature that is named for the screen, such as `NavToSearch`.
///
/// ```swift
/// toSearch = RouteBuilder(navigator: stack, as: RouteName("search"), parent: scope) {
///     SearchBuilder(dependencies: words, parent: $0)
/// }.build()
/// ```
public struct RouteBuilder<Input, Screen: Builder>: Builder {
    /// The feature's name and kind.
    public static var feature: Feature { .viewless("NavTo\(Screen.feature.name)") }
    /// Likewise. Beside another route to the same screen it also has the name of this route, or else its number.
    public var feature: Feature {
        let name = Self.feature.name
        let others = parent.children.count { $0.feature.name == name || $0.feature.name.hasPrefix("\(name) (") }
        return others == 0 ? Self.feature : .viewless("\(name) (\(dependencies.name?.name ?? "\(others + 1)"))")
    }

    /// What the navigation uses from outside.
    public let dependencies: RouteDependencies<Input, Screen>
    /// The scope of the feature that contains this one.
    public let parent: FeatureScope

    /// Makes a builder of the navigation to a screen that depends on an input. With a name, the screen can be saved and linked to.
    /// Another route of the name takes the place of a replaceable one, whichever was registered first. The closure returns the
    /// screen's builder for an input and the screen's parent.
    public init(
        navigator: any Navigator, style: ScreenStyle = .pushed, repeats: ScreenRepeats = .never,
        as name: RouteName<Input, Screen.FeatureGraph>? = nil, isReplaceable: Bool = false, parent: FeatureScope,
        screen: @escaping @MainActor (Input, FeatureScope) -> Screen
    ) {
        dependencies = RouteDependencies(
            navigator: navigator, style: style, repeats: repeats, name: name, isReplaceable: isReplaceable,
            screen: screen)
        self.parent = parent
    }

    /// Makes a builder of the navigation to a screen without an input. The closure returns its builder for the screen's parent.
    public init(
        navigator: any Navigator, style: ScreenStyle = .pushed, repeats: ScreenRepeats = .never,
        as name: RouteName<Void, Screen.FeatureGraph>? = nil, isReplaceable: Bool = false, parent: FeatureScope,
        screen: @escaping @MainActor (FeatureScope) -> Screen
    ) where Input == Void {
        self.init(
            navigator: navigator, style: style, repeats: repeats, as: name, isReplaceable: isReplaceable, parent: parent
        ) { screen($1) }
    }

    /// Makes the router, and registers its route.
    public func makeGraph(in scope: FeatureScope) -> RouteGraph<Input, Screen.FeatureGraph> {
        RouteGraph(scope: scope, router: makeRouter(in: scope))
    }

    /// Makes the router only, as a part of the feature that contains it. If it is not registered, its screens have the name of the
    /// route, but no link opens them by it: another route is the way to them.
    package func buildRouter(isRegistered: Bool = true) -> ScreenRouter<Input, Screen.FeatureGraph> {
        makeRouter(in: parent, isRegistered: isRegistered)
    }

    private func makeRouter(
        in scope: FeatureScope, isRegistered: Bool = true
    ) -> ScreenRouter<Input, Screen.FeatureGraph> {
        let router = ScreenRouter(dependencies, in: scope)
        if isRegistered {
            dependencies.navigator.routes?.register(router, in: scope, isReplaceable: dependencies.isReplaceable)
        }
        return router
    }
}

/// What the navigation to a screen uses from outside.
public struct RouteDependencies<Input, Screen: Builder> {
    let navigator: any Navigator
    let style: ScreenStyle
    let repeats: ScreenRepeats
    let name: RouteName<Input, Screen.FeatureGraph>?
    let isReplaceable: Bool
    let screen: @MainActor (Input, FeatureScope) -> Screen
}

/// The graph of a feature that only leads to a screen.
@MainActor
public final class RouteGraph<Input, Destination: Graph>: Graph {
    /// The lifetime of the feature. The screens that it leads to are its children.
    public let scope: FeatureScope
    /// Leads to the screen.
    public let router: ScreenRouter<Input, Destination>

    package init(scope: FeatureScope, router: ScreenRouter<Input, Destination>) {
        self.scope = scope
        self.router = router
    }
}
