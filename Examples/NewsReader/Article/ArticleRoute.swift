import CoreModule
import Foundation

extension RouteGraph<Article, ArticleGraph> {
    /// The way from a tab to an article.
    static func toArticle(
        in newsroom: Newsroom, _ navigator: any Navigator, parent: FeatureScope
    ) -> RouteGraph<Article, ArticleGraph> {
        RouteBuilder(
            dependencies: RouteDependencies(navigator: navigator, as: .article) {
                ArticleBuilder(dependencies: newsroom, article: $0, parent: $1)
            }, parent: parent
        ).build()
    }
}

extension RouteName<Article, ArticleGraph> {
    /// Saves an open article whole, so that it can be opened again without a network. No link leads to it.
    static var article: Self {
        RouteName("article", links: []) { screen in
            // An article always has a JSON form; without one it would not be restored.
            do {
                return String(decoding: try JSONEncoder().encode(screen.viewModel.article), as: UTF8.self)
            } catch {
                return nil
            }
        } find: { text in
            try text.map { try JSONDecoder().decode(Article.self, from: Data($0.utf8)) }
        }
    }
}
