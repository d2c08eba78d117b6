package import CoreModule

/// Builds the screen of an article, which is its input: the service has no way to read one again.
struct ArticleBuilder: Builder {
    static let feature = Feature.screen("Article")
    let dependencies: Newsroom
    let article: Article
    let parent: FeatureScope

    func makeGraph(in scope: FeatureScope) -> ArticleGraph {
        ArticleGraph(scope: scope, viewModel: ArticleViewModel(article, dependencies, scope: scope))
    }
}

package typealias ArticleGraph = PartGraph<ArticleViewModel>
