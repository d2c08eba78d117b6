package import CoreModule
import Foundation

/// A news service with invented articles, for a demonstration without a network, for previews and tests.
///
/// Its answers have the form of NewsAPI's, with nulls and removed articles. A local server can send them: turn what it receives
/// into a request with ``answer(_:)``. Or use it as a client, which never leaves the process.
package struct OfflineNews: HTTP.Client {
    /// How many headlines there are, without those that were removed: three pages.
    package static let headlineCount = 44

    package init() {}

    package func send(_ request: HTTP.Request) async throws(HTTP.Error) -> HTTP.Response {
        let response = Self.answer(request)
        guard response.status < 400 else { throw .status(response) }
        return response
    }

    /// The answer to a request: headlines, a search, a picture, or an error. The addresses of pictures are on the request's host.
    package static func answer(_ request: HTTP.Request) -> HTTP.Response {
        let components = URLComponents(url: request.url, resolvingAgainstBaseURL: true)
        let query = Dictionary((components?.queryItems ?? []).map { ($0.name, $0.value ?? "") }) { $1 }
        func respond(_ status: Int, _ type: String, _ body: Data) -> HTTP.Response {
            HTTP.Response(status: status, url: request.url, headers: ["Content-Type": type], body: body)
        }
        func refuse(_ status: Int, _ code: String, _ message: String) -> HTTP.Response {
            let error = OfflineError(code: code, message: message)
            return respond(status, "application/json", json(error))
        }
        let path = request.url.path()
        if path.hasPrefix("/pictures/") { return respond(200, "image/png", picture) }
        guard ["/v2/top-headlines", "/v2/everything"].contains(path) else {
            return refuse(404, "notFound", "There is no such endpoint.")
        }
        let key = request.headers.first { $0.key.lowercased() == "x-api-key" }?.value ?? ""
        guard !key.isEmpty else { return refuse(401, "apiKeyMissing", "Your API key is missing.") }
        guard path != "/v2/everything" || query["q"]?.isEmpty == false else {
            return refuse(400, "parametersMissing", "Required parameters are missing: q.")
        }
        guard let size = Int(query["pageSize"] ?? "20"), let page = Int(query["page"] ?? "1"),
            (1...100).contains(size), (1...1000).contains(page)
        else { return refuse(400, "parameterInvalid", "A parameter is invalid.") }
        let found = articles(on: request.url).filter { $0.contains(query["q"] ?? "") }
        let rows = Array(found.dropFirst((page - 1) * size).prefix(size))
        return respond(200, "application/json", json(OfflineAnswer(totalResults: found.count, articles: rows)))
    }

    /// All articles, the newest first.
    private static func articles(on host: URL) -> [OfflineArticle] {
        // 2026-11-20T18:00:00Z, and half an hour less for each.
        let newest = Date(timeIntervalSince1970: 1_795_197_600)
        let base = URL(string: "/", relativeTo: host)?.absoluteString ?? ""
        return (0...headlineCount).map { number in
            if number == 42 { return .removed }
            let (title, summary) = subjects[number % subjects.count]
            let part = number / subjects.count + 1
            return OfflineArticle(
                source: OfflineSource(id: number % 3 == 0 ? "the-lantern" : nil, name: "The Lantern"),
                author: number % 4 == 1 ? nil : "A. Writer", title: part == 1 ? title : "\(title), part \(part)",
                description: number % 5 == 2 ? nil : summary, url: "https://lantern.example/articles/\(number)",
                urlToImage: number % 6 == 3 ? nil : "\(base)pictures/\(number).png",
                publishedAt: newest.addingTimeInterval(Double(number) * -1800).formatted(.iso8601),
                content: number % 7 == 4 ? nil : "\(summary) The rest of it is as invented as its beginning.")
        }
    }

    private static let subjects = [
        ("A bridge for hedgehogs opens", "It leads from the park to the library, and it is lit at night."),
        ("The swift has come back", "A swift was seen over the old mill, three weeks early."),
        ("A clock tower runs backwards", "Visitors like it so much that nobody mends it."),
        ("Tea from the mountains wins a prize", "The jury has tasted two hundred teas in a day."),
        ("A school plants a forest", "Each pupil looks after one tree until the last year."),
        ("The tram gets a piano", "Line 4 is late more often now, and nobody complains."),
        ("Divers find a wooden ship", "It has carried salt, and a cat's bed."),
        ("A swift code race ends in a draw", "Both teams have written the same eleven lines."),
        ("The museum lends its chairs", "For a month, visitors may sit at home on history."),
        ("A village votes for more benches", "There will be one at each bend of the river."),
        ("The baker who counts clouds", "His list begins in the year in which his oven broke."),
    ]

    /// A picture of one pixel.
    private static let picture =
        Data(
            base64Encoded:
                "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=="
        ) ?? Data()

    private static func json(_ value: some Encodable) -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // These values always have a JSON form.
        do { return try encoder.encode(value) } catch { return Data() }
    }
}

private struct OfflineError: Encodable {
    var status = "error"
    let code: String
    let message: String
}

private struct OfflineAnswer: Encodable {
    var status = "ok"
    let totalResults: Int
    let articles: [OfflineArticle]
}

private struct OfflineSource: Encodable {
    let id: String?
    let name: String?
}

private struct OfflineArticle: Encodable {
    let source: OfflineSource
    let author: String?
    let title: String?
    let description: String?
    let url: String?
    let urlToImage: String?
    let publishedAt: String?
    let content: String?

    static let removed = OfflineArticle(
        source: OfflineSource(id: nil, name: "[Removed]"), author: nil, title: "[Removed]",
        description: "[Removed]", url: "https://removed.example", urlToImage: nil, publishedAt: "2026-11-20T00:00:00Z",
        content: "[Removed]")

    func contains(_ text: String) -> Bool {
        guard !text.isEmpty else { return true }
        return [title, description].contains {
            $0?.range(of: text, options: [.caseInsensitive, .diacriticInsensitive]) != nil
        }
    }
}
