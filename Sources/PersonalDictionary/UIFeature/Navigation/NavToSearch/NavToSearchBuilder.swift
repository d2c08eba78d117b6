import CoreModule

/// What the way to the search screen uses from outside.
struct NavToSearchDependencies {
    let navigator: any Navigator
    let screen: SearchDependencies
}

/// Builds the navigation to the search screen.
struct NavToSearchBuilder: Builder {
    static let feature = Feature.viewless("NavToSearch")
    let dependencies: NavToSearchDependencies
    let parent: FeatureScope

    func makeGraph(in scope: FeatureScope) -> RouteGraph<SearchGraph> {
        let screen = SearchBuilder(dependencies: dependencies.screen, parent: scope)
        return RouteGraph(scope: scope, router: ScreenRouter(navigator: dependencies.navigator, to: screen))
    }
}
