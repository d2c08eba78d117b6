import CoreModule

/// What the way to the screen for a new word uses from outside.
struct NavToNewWordDependencies {
    let navigator: any Navigator
    let screen: NewWordDependencies
}

/// Builds the navigation to the screen for a new word.
struct NavToNewWordBuilder: Builder {
    static let feature = Feature.viewless("NavToNewWord")
    let dependencies: NavToNewWordDependencies
    let parent: FeatureScope

    func makeGraph(in scope: FeatureScope) -> RouteGraph<NewWordGraph> {
        let screen = NewWordBuilder(dependencies: dependencies.screen, parent: scope)
        return RouteGraph(scope: scope, router: ScreenRouter(navigator: dependencies.navigator, to: screen))
    }
}
