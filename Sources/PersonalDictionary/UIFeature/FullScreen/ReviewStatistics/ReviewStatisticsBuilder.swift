public import CoreModule

/// What the screen uses from outside.
struct ReviewStatisticsDependencies {
    let reviews: Reviews
    let changes: any ModelStreamReader<ReviewChange>
}

/// Builds the screen with the reviews in numbers.
struct ReviewStatisticsBuilder: Builder {
    static let feature = Feature.screen("ReviewStatistics")
    let dependencies: ReviewStatisticsDependencies
    let parent: FeatureScope

    func makeGraph(in scope: FeatureScope) -> ReviewStatisticsGraph {
        let viewModel = ReviewStatisticsViewModel(dependencies.reviews, scope: scope)
        scope.observe(dependencies.changes.events(buffer: .newest(1)), with: viewModel) { model, _ in
            await model.reload()
        }
        return ReviewStatisticsGraph(scope: scope, viewModel: viewModel)
    }
}

/// The screen with the reviews in numbers.
public typealias ReviewStatisticsGraph = PartGraph<ReviewStatisticsViewModel>
