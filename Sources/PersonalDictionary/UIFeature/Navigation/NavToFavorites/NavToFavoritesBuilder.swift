import CoreModule

/// What the way to the favourite words uses from outside.
struct NavToFavoritesDependencies {
    let navigator: any Navigator
    let screen: WordListDependencies
}

/// Builds the navigation to the favourite words.
struct NavToFavoritesBuilder: Builder {
    static let feature = Feature.viewless("NavToFavorites")
    let dependencies: NavToFavoritesDependencies
    let parent: FeatureScope

    func makeGraph(in scope: FeatureScope) -> RouteGraph<FavoritesGraph> {
        let screen = FavoritesBuilder(dependencies: dependencies.screen, parent: scope)
        return RouteGraph(scope: scope, router: ScreenRouter(navigator: dependencies.navigator, to: screen))
    }
}
