import CoreModule

/// Where saved articles are kept. It stores and finds; the rules are in ``SavedArticles``.
package protocol SavedArticleRepository: Sendable {
    /// All saved articles without their pictures, in any order.
    func rows() async throws(NewsError) -> [SavedRow]

    /// The saved article with an identity, with its picture, if there is one.
    func article(_ id: Article.ID) async throws(NewsError) -> SavedArticle?

    /// Adds an article, or replaces the one with its identity.
    func put(_ article: SavedArticle) async throws(NewsError)

    /// Removes an article. Does nothing if there is none.
    func remove(_ id: Article.ID) async throws(NewsError)

    /// Removes all articles, and returns which they were.
    func removeAll() async throws(NewsError) -> [Article.ID]
}

/// Keeps articles as long as the process runs: for tests and previews.
package actor InMemorySavedArticleRepository: SavedArticleRepository {
    private var stored: [Article.ID: SavedArticle] = [:]

    package init() {}

    package func rows() -> [SavedRow] { stored.values.map(\.row) }
    package func article(_ id: Article.ID) -> SavedArticle? { stored[id] }
    package func put(_ article: SavedArticle) { stored[article.article.id] = article }
    package func remove(_ id: Article.ID) { stored[id] = nil }

    package func removeAll() -> [Article.ID] {
        defer { stored = [:] }
        return Array(stored.keys)
    }
}
