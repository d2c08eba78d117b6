package import CoreModule
package import Foundation

/// The news of NewsAPI, version 2: https://newsapi.org/docs.
package struct NewsAPIService: NewsService {
    package static let maximumQueryLength = 500
    private static let publicAddress = "https://newsapi.org"

    private let key: Secret
    private let client: any HTTP.Client
    private let baseURL: URL?
    private let country: String
    private let pageSize: Int
    private let clock: WallClock

    /// - Parameters:
    ///   - key: the reader's key. It is sent in a header field to the service only.
    ///   - client: sends the requests.
    ///   - baseURL: where the service is; if nil, its public address.
    ///   - country: the country of the headlines.
    ///   - pageSize: the articles of a page, from 1 to 100.
    ///   - clock: dates the answers that say when to ask again.
    package init(
        key: Secret, client: any HTTP.Client, baseURL: URL? = nil, country: String = "us", pageSize: Int = 20,
        clock: WallClock = .system
    ) {
        self.key = key
        self.client = client
        self.baseURL = baseURL ?? URL(string: Self.publicAddress)
        self.country = country
        self.pageSize = min(max(pageSize, 1), 100)
        self.clock = clock
    }

    package func headlines(page: Int) async throws(NewsError) -> Page<Article> {
        try await articles("v2/top-headlines", ("country", country), page)
    }

    package func search(_ query: String, page: Int) async throws(NewsError) -> Page<Article> {
        guard query.count <= Self.maximumQueryLength else { throw .queryTooLong(limit: Self.maximumQueryLength) }
        return try await articles("v2/everything", ("q", query), page)
    }

    private func articles(
        _ path: String, _ selection: (String, String), _ page: Int
    ) async throws(NewsError) -> Page<Article> {
        let request = try request(path, [selection, ("pageSize", "\(pageSize)"), ("page", "\(page)")])
        let response: HTTP.Response
        do throws(HTTP.Error) {
            response = try await client.send(request)
        } catch {
            guard case .status(let refusal) = error else { throw NewsError(error) }
            return try NewsAPIAnswer.page(of: refusal, now: clock.now())
        }
        return try NewsAPIAnswer.page(page, size: pageSize, of: response.body)
    }

    private func request(_ path: String, _ query: [(String, String?)]) throws(NewsError) -> HTTP.Request {
        // A key read from a file may end with a line break, which must not start another header field.
        let key = key.reveal().trimmingCharacters(in: .whitespacesAndNewlines)
        guard !key.isEmpty else { throw .key(.missing) }
        guard key.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else { throw .key(.invalid) }
        guard let baseURL else { throw .refused(.unknown) }
        return HTTP.Request(
            baseURL, path: path, query: query, headers: ["X-Api-Key": key, "Accept": "application/json"])
    }
}

extension NewsError {
    /// A failure without an answer of the service.
    init(_ error: HTTP.Error) {
        self =
            switch error {
            case .unreachable: .offline
            case .interrupted: .interrupted
            case .timedOut: .timedOut
            case .cancelled: .cancelled
            case .status, .foreignRedirect, .tooLarge: .malformed
            }
    }
}
