public import CoreModule

/// What the way to the favourite words needs from outside.
public struct NavToFavoritesDependencies: Sendable {
    /// Shows the screen.
    public let navigator: any Navigator
    /// What the screen needs.
    public let screen: FavoriteWordListDependencies

    /// Gathers what the way needs.
    public init(navigator: any Navigator, screen: FavoriteWordListDependencies) {
        self.navigator = navigator
        self.screen = screen
    }
}

/// Makes the way to the favourite words.
public struct NavToFavoritesBuilder: Builder {
    /// The feature's description.
    public static let feature = Feature.viewless("NavToFavorites")
    /// What the feature needs.
    public let dependencies: NavToFavoritesDependencies
    /// The scope that it lives in.
    public let parent: FeatureScope

    /// Makes a builder.
    public init(dependencies: NavToFavoritesDependencies, parent: FeatureScope) {
        self.dependencies = dependencies
        self.parent = parent
    }

    /// Wires the feature up.
    public func makeGraph(in scope: FeatureScope) -> RouteGraph<FavoritesGraph> {
        let screen = FavoritesBuilder(dependencies: dependencies.screen, parent: scope)
        return RouteGraph(scope: scope, router: ScreenRouter(navigator: dependencies.navigator, to: screen))
    }
}
