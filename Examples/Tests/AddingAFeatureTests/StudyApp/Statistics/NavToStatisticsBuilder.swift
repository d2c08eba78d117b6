import CoreModule
import PersonalDictionary

/// Builds the navigation to the statistics.
typealias NavToStatisticsBuilder = RouteBuilder<Void, StatisticsBuilder>

extension NavToStatisticsBuilder {
    /// Takes the dependencies from the app. Only this file knows both the app and the screen.
    init(_ app: AppGraph, parent: FeatureScope) {
        let screen = StatisticsDependencies(words: app.words, changes: app.wordChanges, localizer: app.localizer)
        self.init(navigator: app.navigation, as: RouteName("statistics"), parent: parent) { parent in
            StatisticsBuilder(dependencies: screen, parent: parent)
        }
    }
}
