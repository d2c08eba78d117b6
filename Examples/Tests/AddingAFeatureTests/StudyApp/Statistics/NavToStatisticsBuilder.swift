import CoreModule
import PersonalDictionary

/// What the navigation to the statistics uses from outside.
struct NavToStatisticsDependencies {
    let navigator: any Navigator
    let screen: StatisticsDependencies
}

extension NavToStatisticsDependencies {
    /// Takes the dependencies from the app. Only this file knows both.
    @MainActor
    init(_ app: AppGraph) {
        navigator = app.navigation
        screen = StatisticsDependencies(words: app.words, changes: app.wordChanges, localizer: app.localizer)
    }
}

/// Builds the navigation to the statistics.
struct NavToStatisticsBuilder: Builder {
    static let feature = Feature.viewless("NavToStatistics")
    let dependencies: NavToStatisticsDependencies
    let parent: FeatureScope

    func makeGraph(in scope: FeatureScope) -> RouteGraph<StatisticsGraph> {
        let screen = StatisticsBuilder(dependencies: dependencies.screen, parent: scope)
        return RouteGraph(scope: scope, router: ScreenRouter(navigator: dependencies.navigator, to: screen))
    }
}
