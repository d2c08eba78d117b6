import CoreModule
import PersonalDictionary

/// What the way to the statistics needs from outside.
struct NavToStatisticsDependencies {
    let navigator: any Navigator
    let screen: StatisticsDependencies
}

extension NavToStatisticsDependencies {
    /// Takes it from the app: the only place that knows both.
    @MainActor
    init(_ app: AppGraph) {
        navigator = app.navigation
        screen = StatisticsDependencies(words: app.words, changes: app.wordChanges, localizer: app.localizer)
    }
}

/// Makes the way to the statistics.
struct NavToStatisticsBuilder: Builder {
    static let feature = Feature.viewless("NavToStatistics")
    let dependencies: NavToStatisticsDependencies
    let parent: FeatureScope

    func makeGraph(in scope: FeatureScope) -> RouteGraph<StatisticsGraph> {
        let screen = StatisticsBuilder(dependencies: dependencies.screen, parent: scope)
        return RouteGraph(scope: scope, router: ScreenRouter(navigator: dependencies.navigator, to: screen))
    }
}
