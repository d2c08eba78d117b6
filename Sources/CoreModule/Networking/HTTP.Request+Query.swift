public import Foundation

extension HTTP.Request {
    /// Makes a GET request for an address, or for a path below it, with the fields of a query in their order. For another method, set
    /// ``method`` and ``body``.
    ///
    /// The texts may contain anything: they are encoded, also `+`, which servers read as a space. A slash separates the segments of
    /// the path; for an identifier that may contain one, use `appending(component:)` on the address. A field whose value is nil is
    /// left out. If the address has a query, the fields follow it.
    public init(_ base: URL, path: String = "", query: [(String, String?)] = [], headers: [String: String] = [:]) {
        let fields = query.compactMap { name, value in
            value.map { "\(PercentEncoding.encoded(name.utf8))=\(PercentEncoding.encoded($0.utf8))" }
        }
        var url = path.isEmpty ? base : base.appending(path: path)
        if !fields.isEmpty {
            var parts = URLComponents(url: url, resolvingAgainstBaseURL: true)
            let all = (parts?.percentEncodedQuery.map { [$0] } ?? []) + fields
            parts?.percentEncodedQuery = all.joined(separator: "&")
            guard let address = parts?.url else {
                preconditionFailure("An address stays one with an encoded path and query.")
            }
            url = address
        }
        self.init("GET", url, headers: headers)
    }
}
