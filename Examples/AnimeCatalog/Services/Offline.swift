package import Foundation

/// Answers in place of the service, with invented data: for a program without a network, and for tests.
///
/// It has 60 anime and 40 manga. Every tenth has the required fields only, and some have no rank, type or dates. As in a list that
/// moves on between two requests, each page begins with the last item of the page before.
package enum OfflineCatalog {
    /// The answer to a GET, in JSON.
    /// - Parameters:
    ///   - path: the path of the address below the service's own, such as `/top/anime`.
    ///   - query: the fields of the query, decoded.
    package static func answer(path: String, query: [String: String]) -> (status: Int, body: Data) {
        guard let list = lists[path] else { return failure(404, "Resource does not exist") }
        let (page, limit) = (Int(query["page"] ?? "1") ?? 0, Int(query["limit"] ?? "25") ?? 0)
        guard page > 0, (2...25).contains(limit) else { return failure(400, "Invalid or incomplete request") }
        var items = list
        if let type = query["type"] { items = items.filter { $0.slug == type } }
        switch query["filter"] {
        case "airing": items = items.filter { $0.start != nil && $0.end == nil }
        case "upcoming": items = items.filter { $0.start == nil }
        case "bypopularity": items.reverse()
        case "favorite": items.sort { ($0.number % 7, $0.number) < ($1.number % 7, $1.number) }
        default: break
        }
        let first = (page - 1) * (limit - 1)
        guard first == 0 || first + 1 < items.count else { return failure(404, "Resource does not exist") }
        let rows = items.dropFirst(first).prefix(limit)
        let hasNextPage = first + limit < items.count
        let body = """
            {"data": [
            \(rows.map(\.json).joined(separator: ",\n"))
            ],
            "pagination": {"last_visible_page": \(max(1, (items.count + limit - 3) / (limit - 1))),
            "has_next_page": \(hasNextPage), "current_page": \(page),
            "items": {"count": \(rows.count), "total": \(items.count), "per_page": \(limit)}}}
            """
        return (200, Data(body.utf8))
    }

    /// An error as the service describes it. Some of its statuses are texts.
    package static func failure(_ status: Int, _ message: String) -> (status: Int, body: Data) {
        let shown = status == 404 ? "\"404\"" : "\(status)"
        let body = #"{"status": \#(shown), "type": "HttpException", "message": "\#(message)", "error": null}"#
        return (status, Data(body.utf8))
    }

    private static let lists: [String: [OfflineItem]] = [
        "/top/anime": (1...60).map { number in
            OfflineItem(
                number, "anime", "aired", [("TV", "tv"), ("Movie", "movie"), ("OVA", "ova"), ("Special", "special")])
        },
        "/top/manga": (1...40).map { number in
            OfflineItem(
                number, "manga", "published",
                [
                    ("Manga", "manga"), ("Light Novel", "novel"), ("One-shot", "oneshot"), ("Doujinshi", "doujin"),
                    ("Manhwa", "manhwa"), ("Manhua", "manhua"),
                ])
        },
    ]
}

/// An invented item.
private struct OfflineItem {
    let number: Int
    /// The name of its type in a query.
    let slug: String
    let start: String?
    let end: String?
    private let kind: String
    private let period: String
    private let type: String
    private let title: String

    private static let places = [
        "Harbour", "Mountain", "Orchard", "Station", "Island", "Library", "Bakery", "Lighthouse", "Observatory",
        "Garden",
    ]
    private static let qualities = ["Quiet", "Lantern", "Paper", "Winter", "Copper", "Seventh", "Borrowed"]

    init(_ number: Int, _ kind: String, _ period: String, _ types: [(name: String, slug: String)]) {
        self.number = number
        self.kind = kind
        self.period = period
        (type, slug) = types[number % types.count]
        let place = Self.places[(number + kind.count) % Self.places.count]
        title = "\(Self.qualities[number % Self.qualities.count]) \(place) \(number)"
        let year = 1990 + number % 35
        start = number % 6 == 0 || number % 10 == 0 ? nil : "\(year)-04-05T00:00:00+00:00"
        end = number % 3 == 0 || number % 10 == 0 ? nil : "\(year + 1)-09-28T00:00:00+00:00"
    }

    var json: String {
        let isBare = number % 10 == 0
        let address = isBare ? nil : "https://catalogue.example/\(kind)/\(number)"
        let picture = isBare ? nil : "https://pictures.example/\(kind)/\(number).jpg"
        let images = picture.map { #"{"jpg": {"image_url": "\#($0)"}, "webp": {"image_url": null}}"# } ?? "null"
        return """
            {"mal_id": \(number), "url": \(Self.text(address)), "images": \(images), "title": "\(title)",
            "title_english": null, "titles": [{"type": "Default", "title": "\(title)"}], "type": "\(type)",
            "\(period)": {"from": \(Self.text(start)), "to": \(Self.text(end)), "string": "?"},
            "rank": \(start == nil && !isBare ? "null" : "\(number)"), "score": null, "genres": []}
            """
    }

    private static func text(_ value: String?) -> String { value.map { "\"\($0)\"" } ?? "null" }
}
