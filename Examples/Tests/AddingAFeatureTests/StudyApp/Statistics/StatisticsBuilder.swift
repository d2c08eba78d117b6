import CoreModule
import PersonalDictionary

/// What the statistics use from outside: the words, their changes, and the language of the texts.
struct StatisticsDependencies {
    let words: Vocabulary
    let changes: any ModelStreamReader<WordChange>
    let localizer: Localizer
}

/// Builds the screen that counts the words of each direction, and how many of them are translated.
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

/// The statistics, for a front end.
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
