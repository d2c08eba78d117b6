package import CoreModule

/// Where the news come from, page by page.
package protocol NewsService: Sendable {
    /// A page of the headlines, counted from 1. A page after the last one is empty.
    func headlines(page: Int) async throws(NewsError) -> Page<Article>

    /// A page of the articles that a text finds, counted from 1. A page after the last one is empty.
    func search(_ query: String, page: Int) async throws(NewsError) -> Page<Article>
}
