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

extension RouteName<Article.ID, SavedArticleGraph> {
    /// Saves an open article, and opens it again, if it is still saved, also by a link: `newsreader://saved/ADDRESS`.
    static func savedArticle(in saved: SavedArticles) -> Self {
        RouteName("savedArticle", links: ["saved/*"]) { screen in
            screen.viewModel.id.rawValue
        } find: { id in
            guard let id else { return nil }
            return try await saved.article(Article.ID(id))?.article.id
        }
    }
}
