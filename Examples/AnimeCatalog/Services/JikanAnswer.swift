import AnimeCatalogDomain
import CoreModule
import Foundation

/// A page of a list, as the service writes it. Every field but the number and the title may be null or missing.
struct JikanAnswer {
    /// How many items have no number, no title, or a field of another type.
    let unreadableCount: Int
    private let items: [Item]
    private let hasNextPage: Bool

    init(_ json: Data) throws(CatalogError) {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        let body: Body
        do {
            body = try decoder.decode(Body.self, from: json)
        } catch {
            throw .malformed
        }
        items = body.data.compactMap { $0?.item }
        unreadableCount = body.data.count - items.count
        // One such item must not hide the others, but an answer of such items only is another format.
        guard unreadableCount == 0 || !items.isEmpty else { throw .malformed }
        hasNextPage = body.pagination?.hasNextPage ?? true
    }

    func page(of kind: CatalogKind) -> Page<CatalogItem> {
        Page(items.map { $0.catalogItem(of: kind) }, isLast: !hasNextPage || items.isEmpty)
    }

    private struct Body: Decodable {
        let data: [Element?]
        let pagination: Pagination?
    }

    private struct Pagination: Decodable {
        let hasNextPage: Bool?
    }

    /// An item; nil if it cannot be read.
    private struct Element: Decodable {
        let item: Item?

        init(from decoder: any Decoder) throws {
            do { item = try Item(from: decoder) } catch { item = nil }
        }
    }

    private struct Item: Decodable {
        let malId: Int
        let title: String
        let rank: Int?
        let type: String?
        let url: String?
        let images: [String: Image?]?
        let aired: Period?
        let published: Period?

        func catalogItem(of kind: CatalogKind) -> CatalogItem {
            let picture = ["jpg", "webp"].lazy.compactMap { (images?[$0] ?? nil)?.imageUrl }.first
            let period = aired ?? published
            return CatalogItem(
                id: CatalogItem.ID("\(kind.rawValue)/\(malId)"), title: title, rank: rank, type: type,
                page: URL(web: url), picture: URL(web: picture), start: period?.start, end: period?.end)
        }
    }

    private struct Image: Decodable {
        let imageUrl: String?
    }

    private struct Period: Decodable {
        let from: String?
        let to: String?

        var start: CalendarDay? { Self.day(from) }
        var end: CalendarDay? { Self.day(to) }

        /// The day of a date such as `2026-01-05T00:00:00+00:00`; nil if it is none.
        private static func day(_ date: String?) -> CalendarDay? {
            guard let date else { return nil }
            do { return try CalendarDay(String(date.prefix(10))) } catch { return nil }
        }
    }
}
