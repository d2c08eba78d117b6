import CoreModule
import Foundation

/// An answer of NewsAPI. Whatever may be null is optional, and an article that cannot be read does not hide the others.
struct NewsAPIAnswer: Decodable {
    private let code: String?
    private let totalResults: Int?
    private let articles: [Lenient<NewsAPIArticle>]?

    /// The articles of a page.
    static func page(_ number: Int, size: Int, of body: Data) throws(NewsError) -> Page<Article> {
        guard let answer = read(body) else { throw .malformed }
        if let code = answer.code { return try page(insteadOf: code, status: 400, retry: nil) }
        guard let rows = answer.articles else { throw .malformed }
        // Removed articles count: they are in the total too.
        let isLast = rows.isEmpty || answer.totalResults.map { number * size >= $0 } ?? (rows.count < size)
        return Page(rows.compactMap { $0.value?.article }, isLast: isLast)
    }

    /// The page in place of which the service has sent an error: an empty one if paging has come to its end.
    static func page(of refusal: HTTP.Response, now: Date) throws(NewsError) -> Page<Article> {
        try page(
            insteadOf: read(refusal.body)?.code, status: refusal.status, retry: refusal.retryDate(now: now))
    }

    private static func page(insteadOf code: String?, status: Int, retry: Date?) throws(NewsError) -> Page<Article> {
        if let problem = code.flatMap(NewsError.KeyProblem.init) { throw .key(problem) }
        if let refusal = code.flatMap(NewsError.Refusal.init) { throw .refused(refusal) }
        switch (code, status) {
        case ("maximumResultsReached", _), (_, 426): return Page([], isLast: true)
        case ("rateLimited", _), (_, 429): throw .limited(until: retry)
        case ("unexpectedError", _), (_, 500...): throw .serviceDown
        case (_, 401), (_, 403): throw .key(.invalid)
        default: throw .refused(.unknown)
        }
    }

    /// Nil if it has not the documented form. The caller decides by the status what that means.
    private static func read(_ body: Data) -> NewsAPIAnswer? {
        do { return try JSONDecoder().decode(NewsAPIAnswer.self, from: body) } catch { return nil }
    }
}

/// A value of a list; nil if it has another form than the others.
private struct Lenient<Value: Decodable>: Decodable {
    let value: Value?

    init(from decoder: any Decoder) throws {
        do { value = try Value(from: decoder) } catch { value = nil }
    }
}

private struct NewsAPIArticle: Decodable {
    struct Source: Decodable {
        let id: String?
        let name: String?
    }

    let source: Source?
    let author: String?
    let title: String?
    let description: String?
    let url: String?
    let urlToImage: String?
    let publishedAt: String?
    let content: String?

    /// Nil for an article that was removed, and for one without an address, which nothing can be done with.
    var article: Article? {
        let title = Self.line(title)
        guard title != "[Removed]", let page = Self.address(url), let host = page.host() else { return nil }
        let name = Self.line(source?.name) ?? host
        let summary = Self.text(description)
        return Article(
            source: Article.Source(id: Self.line(source?.id), name: name), author: Self.line(author),
            title: title ?? Self.line(description) ?? name, summary: summary, page: page,
            picture: Self.address(urlToImage), published: Self.line(publishedAt).flatMap(ISO8601Date.date),
            body: Self.text(content))
    }

    private static func line(_ text: String?) -> String? { Self.text(text?.onOneLine()) }

    private static func text(_ text: String?) -> String? {
        let text = text?.trimmingCharacters(in: .whitespacesAndNewlines)
        return text?.isEmpty == false ? text : nil
    }

    /// The address of a page or a picture; nil if it is not on the web.
    private static func address(_ text: String?) -> URL? {
        guard let url = Self.text(text).flatMap({ URL(string: $0) }), url.host()?.isEmpty == false,
            ["http", "https"].contains(url.scheme?.lowercased())
        else { return nil }
        return url
    }
}
