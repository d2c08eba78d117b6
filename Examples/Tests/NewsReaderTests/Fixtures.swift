/// Answers in the form of the service's, with invented contents.
enum Fixture {
    /// Null where the service may send it, a form that is not documented, and a removed article.
    static let nulls = """
        {"status": "ok", "totalResults": 9, "articles": [
          {"source": {"id": "the-lantern", "name": "The Lantern"}, "author": "A. Writer", "title": "First",
           "description": "Summary.", "url": "https://lantern.example/1", "urlToImage": "https://lantern.example/1.png",
           "publishedAt": "2026-11-20T08:00:00Z", "content": "Text. [+99 chars]"},
          {"source": {"id": null, "name": "The Lantern"}, "author": null, "title": null,
           "description": "Only a summary", "url": "https://lantern.example/2", "urlToImage": null,
           "publishedAt": "2026-11-20T08:00:00.5+02:00", "content": null},
          {"source": {"id": null, "name": "The Lantern"}, "author": " ", "title": "", "description": "",
           "url": "https://lantern.example/3", "urlToImage": "javascript:alert(1)", "publishedAt": "yesterday",
           "content": ""},
          {"source": null, "author": null, "title": null, "description": null, "url": "https://lantern.example/4",
           "urlToImage": "http://", "publishedAt": null, "content": null},
          {"source": {"id": null, "name": "[Removed]"}, "author": null, "title": "[Removed]",
           "description": "[Removed]", "url": "https://removed.example", "urlToImage": null,
           "publishedAt": "1970-01-01T00:00:00Z", "content": "[Removed]"},
          {"source": "The Lantern", "title": 5, "url": ["https://lantern.example/5"]},
          {"source": {"id": null, "name": null}, "title": "Nothing leads to it", "url": null},
          null,
          {"source": {"name": "The Lantern"}, "title": "Last", "url": "https://lantern.example/9", "rating": {"stars": 5}}
        ]}
        """

    static let maximumResults = error("maximumResultsReached")

    static let noArticles = #"{"status": "ok", "totalResults": 0, "articles": []}"#

    /// One page of several with this title.
    static func page(_ title: String, total: Int = 1) -> String {
        """
        {"status": "ok", "totalResults": \(total), "articles": [{"source": {"id": null, "name": "The Lantern"},
        "author": null, "title": "\(title)", "description": null, "url": "https://lantern.example/\(title)",
        "urlToImage": null, "publishedAt": "2026-11-20T08:00:00Z", "content": null}]}
        """
    }

    static func error(_ code: String) -> String {
        #"{"status": "error", "code": "\#(code)", "message": "An invented message."}"#
    }
}
