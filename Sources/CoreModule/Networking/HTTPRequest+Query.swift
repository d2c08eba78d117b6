public import Foundation

extension HTTPRequest {
    /// Makes a GET request.
    public init(_ url: URL) {
        self.init("GET", url)
    }

    /// Makes a request for a path below an address, with the fields of a query in their order.
    ///
    /// The texts may contain anything: they are encoded, also `+`, which servers read as a space. A slash separates the segments of
    /// the path; for an identifier that may contain one, use `appending(component:)` on the address. A field whose value is nil is
    /// left out. If the address has a query, the fields follow it.
    public init(
        _ method: String, _ base: URL, path: String, query: [(String, String?)] = [], headers: [String: String] = [:],
        body: Data? = nil
    ) {
        let fields = query.compactMap { name, value in
            value.map { "\(PercentEncoding.encoded(name.utf8))=\(PercentEncoding.encoded($0.utf8))" }
        }
        let address = path.isEmpty ? base : base.appending(path: path)
        var parts = URLComponents(url: address, resolvingAgainstBaseURL: true)
        let all = (parts?.percentEncodedQuery.map { [$0] } ?? []) + fields
        if !all.isEmpty { parts?.percentEncodedQuery = all.joined(separator: "&") }
        guard let url = parts?.url else { preconditionFailure("An address stays one with an encoded path and query.") }
        self.init(method, url, headers: headers, body: body)
    }

    /// Makes a GET request for a path below an address, with the fields of a query in their order.
    public init(_ base: URL, path: String, query: [(String, String?)] = [], headers: [String: String] = [:]) {
        self.init("GET", base, path: path, query: query, headers: headers)
    }
}
