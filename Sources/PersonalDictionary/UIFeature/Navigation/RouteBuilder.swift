import CoreModule

/// What the navigation to a screen uses from outside.
struct RouteDependencies<Screen: Builder> {
    let navigator: any Navigator
    /// Returns the screen's builder. The parameter is the screen's parent.
    let screen: @MainActor (FeatureScope) -> Screen
}

/// Builds the navigation to a screen: a feature that is named for the screen, such as `NavToSearch`.
struct RouteBuilder<Screen: Builder>: Builder {
    static var feature: Feature { .viewless("NavTo\(Screen.feature.name)") }
    let dependencies: RouteDependencies<Screen>
    let parent: FeatureScope

    func makeGraph(in scope: FeatureScope) -> RouteGraph<Screen.FeatureGraph> {
        RouteGraph(
            scope: scope, router: ScreenRouter(navigator: dependencies.navigator, to: dependencies.screen(scope)))
    }
}
