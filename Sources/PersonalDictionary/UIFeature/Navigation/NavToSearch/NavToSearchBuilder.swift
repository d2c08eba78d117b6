public import CoreModule

/// What the way to the search screen needs from outside.
public struct NavToSearchDependencies: Sendable {
    /// Shows the screen.
    public let navigator: any Navigator
    /// What the screen needs.
    public let screen: SearchDependencies

    /// Gathers what the way needs.
    public init(navigator: any Navigator, screen: SearchDependencies) {
        self.navigator = navigator
        self.screen = screen
    }
}

/// Makes the way to the search screen.
public struct NavToSearchBuilder: Builder {
    /// The feature's description.
    public static let feature = Feature.viewless("NavToSearch")
    /// What the feature needs.
    public let dependencies: NavToSearchDependencies
    /// The scope that it lives in.
    public let parent: FeatureScope

    /// Makes a builder.
    public init(dependencies: NavToSearchDependencies, parent: FeatureScope) {
        self.dependencies = dependencies
        self.parent = parent
    }

    /// Wires the feature up.
    public func makeGraph(in scope: FeatureScope) -> RouteGraph<SearchGraph> {
        let screen = SearchBuilder(dependencies: dependencies.screen, parent: scope)
        return RouteGraph(scope: scope, router: ScreenRouter(navigator: dependencies.navigator, to: screen))
    }
}
