import CoreModule

/// Builds the tab with the saved articles.
struct SavedBuilder: Builder {
    static let feature = Feature.screen("Saved")
    let dependencies: Newsroom
    let navigator: any Navigator
    let parent: FeatureScope

    func makeGraph(in scope: FeatureScope) -> SavedGraph {
        let article = RouteBuilder(navigator: navigator, as: .savedArticle(in: dependencies.saved), parent: scope) {
            SavedArticleBuilder(dependencies: dependencies, id: $0, parent: $1)
        }
        return SavedGraph(
            scope: scope, viewModel: SavedViewModel(dependencies.saved, scope: scope),
            toArticle: article.build())
    }
}

package typealias SavedGraph = TabGraph<SavedViewModel, Article.ID, SavedArticleGraph>
