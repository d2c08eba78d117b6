public import CoreModule

/// What the review screen uses from outside.
struct ReviewDependencies {
    /// What the statistics use too.
    let statistics: ReviewStatisticsDependencies
    /// What the entry of a word uses too.
    let entry: DictionaryEntryDependencies
    let navigator: any Navigator

    var reviews: Reviews { statistics.reviews }
    var changes: any ModelStreamReader<ReviewChange> { statistics.changes }
}

/// Builds the review screen: one card after another, until nothing is due.
struct ReviewBuilder: Builder {
    static let feature = Feature.screen("Review")
    let dependencies: ReviewDependencies
    let parent: FeatureScope

    func makeGraph(in scope: FeatureScope) -> ReviewGraph {
        let viewModel = ReviewViewModel(dependencies, scope: scope)
        scope.observe(dependencies.changes.events(), with: viewModel) { await $0.apply($1) }
        scope.observe(dependencies.entry.changes.events(), with: viewModel) { await $0.apply($1) }
        let toStatistics = RouteBuilder(navigator: dependencies.navigator, as: .reviewStatistics, parent: scope) {
            ReviewStatisticsBuilder(dependencies: dependencies.statistics, parent: $0)
        }
        return ReviewGraph(
            scope: scope, viewModel: viewModel,
            toEntry: dependencies.entry.route(with: dependencies.navigator, in: scope),
            toStatistics: toStatistics.build())
    }
}

/// The review screen.
public final class ReviewGraph: ScreenGraph {
    /// The lifetime of the feature.
    public let scope: FeatureScope
    /// The view model.
    public let viewModel: ReviewViewModel
    /// Leads to the entry of the word that is shown, to edit it.
    public let toEntry: ScreenRouter<Word, DictionaryEntryGraph>
    /// Leads to the statistics.
    public let toStatistics: RouteGraph<Void, ReviewStatisticsGraph>

    /// The screen's title.
    public var title: Message { viewModel.title }

    /// The title of the control that leads to the statistics.
    public var statisticsTitle: Message { Message("Statistics") }

    /// Opens the entry of the word that is shown: the app's own if it has one. Nil if no card is shown.
    @discardableResult
    public func openEntry() -> (any Graph)? { viewModel.word.map { toEntry.openReplacement($0) } }

    init(
        scope: FeatureScope, viewModel: ReviewViewModel, toEntry: ScreenRouter<Word, DictionaryEntryGraph>,
        toStatistics: RouteGraph<Void, ReviewStatisticsGraph>
    ) {
        self.scope = scope
        self.viewModel = viewModel
        self.toEntry = toEntry
        self.toStatistics = toStatistics
    }
}
