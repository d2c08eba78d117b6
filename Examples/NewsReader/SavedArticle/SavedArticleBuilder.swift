package import CoreModule

/// Builds the screen of a saved article, whose identity is its input.
struct SavedArticleBuilder: Builder {
    static let feature = Feature.screen("SavedArticle")
    let dependencies: Newsroom
    let id: Article.ID
    let parent: FeatureScope

    func makeGraph(in scope: FeatureScope) -> SavedArticleGraph {
        SavedArticleGraph(scope: scope, viewModel: SavedArticleViewModel(id, dependencies, scope: scope))
    }
}

package typealias SavedArticleGraph = PartGraph<SavedArticleViewModel>
