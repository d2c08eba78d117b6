public import CoreModule

/// What the way to the screen for a new word needs from outside.
public struct NavToNewWordDependencies: Sendable {
    /// Shows the screen.
    public let navigator: any Navigator
    /// What the screen needs.
    public let screen: NewWordDependencies

    /// Gathers what the way needs.
    public init(navigator: any Navigator, screen: NewWordDependencies) {
        self.navigator = navigator
        self.screen = screen
    }
}

/// Makes the way to the screen for a new word.
public struct NavToNewWordBuilder: Builder {
    /// The feature's description.
    public static let feature = Feature.viewless("NavToNewWord")
    /// What the feature needs.
    public let dependencies: NavToNewWordDependencies
    /// The scope that it lives in.
    public let parent: FeatureScope

    /// Makes a builder.
    public init(dependencies: NavToNewWordDependencies, parent: FeatureScope) {
        self.dependencies = dependencies
        self.parent = parent
    }

    /// Wires the feature up.
    public func makeGraph(in scope: FeatureScope) -> RouteGraph<NewWordGraph> {
        let screen = NewWordBuilder(dependencies: dependencies.screen, parent: scope)
        return RouteGraph(scope: scope, router: ScreenRouter(navigator: dependencies.navigator, to: screen))
    }
}
