import AnimeCatalogDomain
import CoreModule
package import Foundation

/// Reads the lists of Jikan, version 4: https://docs.api.jikan.moe
struct JikanAnimeItemRepository: TopAnimeItemRepository {
    /// The longest page that the service gives.
    private static let pageSize = 25

    let address: URL
    let client: any HTTP.Client
    let clock: WallClock
    let logger: EventLogger

    func topItems(_ selection: TopSelection, page: Int) async throws(CatalogError) -> Page<CatalogItem> {
        let response: HTTP.Response
        do throws(HTTP.Error) {
            response = try await client.send(request(selection, page))
        } catch {
            // There is no such page.
            if case .status(let response) = error, response.status == 404 { return Page([], isLast: true) }
            throw CatalogError(error, now: clock.now())
        }
        let answer = try JikanAnswer(response.body)
        if answer.unreadableCount > 0 {
            logger.warning("items of an answer cannot be read", ["count": "\(answer.unreadableCount)"])
        }
        return answer.page(of: selection.kind)
    }

    private func request(_ selection: TopSelection, _ page: Int) -> HTTP.Request {
        var query: [(String, String?)] = [("page", "\(page)"), ("limit", "\(Self.pageSize)")]
        if let subtype = selection.subtype { query.append((subtype.parameter, subtype.rawValue)) }
        return HTTP.Request(address, path: "top/\(selection.kind.rawValue)", query: query)
    }
}

extension Subtype {
    /// The name of the field of the query that has it as its value.
    fileprivate var parameter: String {
        switch self {
        case .airing, .upcoming, .popular, .favorite: "filter"
        case .tv, .movie, .ova, .special, .manga, .novel, .oneshot, .doujin, .manhwa, .manhua: "type"
        }
    }
}

extension [RequestLimit] {
    /// How many requests the public service allows.
    static let jikan = [RequestLimit(3, per: .seconds(1)), RequestLimit(60, per: .seconds(60))]
}

extension URL {
    /// The public service.
    package static var jikan: URL {
        guard let url = URL(string: "https://api.jikan.moe/v4") else {
            preconditionFailure("The address in the source code is a URL.")
        }
        return url
    }

    /// An address of the web that others have written; nil if the text is none. So no answer leads to a file or a script.
    init?(web text: String?) {
        guard let text, let url = URL(string: text), ["http", "https"].contains(url.scheme?.lowercased()),
            url.host()?.isEmpty == false
        else { return nil }
        self = url
    }
}
