public import CoreModule

/// Builds the number of cards to review, which stands beside the way to the review.
struct DueReviewsBuilder: Builder {
    static let feature = Feature.part("DueReviews")
    let dependencies: ReviewDependencies
    let parent: FeatureScope

    func makeGraph(in scope: FeatureScope) -> DueReviewsGraph {
        let viewModel = DueReviewsViewModel(dependencies.reviews)
        scope.observe(dependencies.changes.events(buffer: .newest(1)), with: viewModel) { model, _ in
            await model.reload()
        }
        scope.observe(dependencies.entry.changes.events(buffer: .newest(1)), with: viewModel) { model, _ in
            await model.reload()
        }
        return DueReviewsGraph(scope: scope, viewModel: viewModel)
    }
}

/// The number of cards to review.
public typealias DueReviewsGraph = PartGraph<DueReviewsViewModel>
