package import CoreModule
package import Foundation

/// An article of the news. Its identity is the address of its page.
package struct Article: Identifiable, Hashable, Sendable, Codable {
    /// Who has published it.
    package struct Source: Hashable, Sendable, Codable {
        package var id: String?
        package var name: String

        package init(id: String? = nil, name: String) {
            self.id = id
            self.name = name
        }
    }

    package var source: Source
    package var author: String?
    package var title: String
    package var summary: String?
    package var page: URL
    package var picture: URL?
    package var published: Date?
    package var body: String?

    package init(
        source: Source, author: String? = nil, title: String, summary: String? = nil, page: URL, picture: URL? = nil,
        published: Date? = nil, body: String? = nil
    ) {
        self.source = source
        self.author = author
        self.title = title
        self.summary = summary
        self.page = page
        self.picture = picture
        self.published = published
        self.body = body
    }

    package var id: Identifier<Article> { Identifier(page.absoluteString) }
}

extension Article {
    /// Reads ``json``. Throws `DecodingError`, which may contain private texts.
    init(json: String) throws {
        self = try JSONDecoder().decode(Article.self, from: Data(json.utf8))
    }

    /// The article as a text, as it is stored; nil only if it has no JSON form, which no article lacks.
    var json: String? {
        do { return String(decoding: try JSONEncoder().encode(self), as: UTF8.self) } catch { return nil }
    }
}

/// An article that the reader keeps, with its picture, so that it can be read without a network.
package struct SavedArticle: Hashable, Sendable {
    package var article: Article
    package var picture: Data?
    /// When it was first saved.
    package var saved: Date

    package init(_ article: Article, picture: Data?, saved: Date) {
        self.article = article
        self.picture = picture
        self.saved = saved
    }

    package var row: SavedRow { SavedRow(article, saved: saved) }
}

/// A saved article in a list: without its picture, which may be large.
package struct SavedRow: Identifiable, Hashable, Sendable {
    package let article: Article
    package let saved: Date

    package init(_ article: Article, saved: Date) {
        self.article = article
        self.saved = saved
    }

    package var id: Article.ID { article.id }

    /// The order of the list: the newest first.
    static func precedes(_ first: SavedRow, _ second: SavedRow) -> Bool {
        first.saved == second.saved ? first.id < second.id : first.saved > second.saved
    }
}
