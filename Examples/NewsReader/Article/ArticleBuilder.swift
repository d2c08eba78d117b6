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

extension RouteBuilder<Article, ArticleBuilder> {
    /// The way from a tab to an article.
    init(_ newsroom: Newsroom, navigator: any Navigator, parent: FeatureScope) {
        self.init(navigator: navigator, as: .article, parent: parent) {
            ArticleBuilder(dependencies: newsroom, article: $0, parent: $1)
        }
    }
}

extension RouteName<Article, ArticleGraph> {
    /// Saves an open article whole, so that it can be opened again without a network. No link leads to it.
    static var article: Self {
        RouteName("article", links: []) {
            $0.viewModel.article.json
        } find: {
            try $0.map { try Article(json: $0) }
        }
    }
}
