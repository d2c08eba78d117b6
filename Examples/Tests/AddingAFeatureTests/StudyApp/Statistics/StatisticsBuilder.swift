import CoreModule
import PersonalDictionary

/// What the statistics need from outside: the narrowest protocols that will do.
struct StatisticsDependencies {
    let words: any WordFetching
    let changes: any ModelStreamReader<WordChange>
    let localizer: Localizer
}

/// Makes the screen that counts the words by direction and by how far their translation has come.
struct StatisticsBuilder: Builder {
    static let feature = Feature.screen("Statistics")
    let dependencies: StatisticsDependencies
    let parent: FeatureScope

    func makeGraph(in scope: FeatureScope) -> StatisticsGraph {
        let viewModel = StatisticsViewModel(words: dependencies.words)
        scope.observe(dependencies.changes.events(), with: viewModel) { await $0.apply($1) }
        return StatisticsGraph(
            scope: scope, viewModel: viewModel, localizer: dependencies.localizer.adding(.statistics))
    }
}

/// The statistics as a front end sees them.
final class StatisticsGraph: ScreenGraph {
    let scope: FeatureScope
    let viewModel: StatisticsViewModel
    let localizer: Localizer
    var title: Message { Message("Statistics") }

    init(scope: FeatureScope, viewModel: StatisticsViewModel, localizer: Localizer) {
        self.scope = scope
        self.viewModel = viewModel
        self.localizer = localizer
    }
}
