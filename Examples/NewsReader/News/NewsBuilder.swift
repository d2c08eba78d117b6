import CoreModule

/// Builds the tab with the headlines.
struct NewsBuilder: Builder {
    static let feature = Feature.screen("News")
    let dependencies: Newsroom
    let navigator: any Navigator
    let parent: FeatureScope

    func makeGraph(in scope: FeatureScope) -> NewsGraph {
        NewsGraph(
            scope: scope, viewModel: NewsViewModel(dependencies, scope: scope),
            toArticle: RouteBuilder(dependencies, navigator: navigator, parent: scope).build())
    }
}

package typealias NewsGraph = TabGraph<NewsViewModel, Article, ArticleGraph>
