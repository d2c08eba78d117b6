import CoreModule
import Hummingbird

/// Where a browser goes after it has signed in, or once it sends its cookies: an address, with the fields that fill the form of a new
/// word or lead to a day.
struct Destination {
    private static let fields = ["text", "from", "to", "day"]

    let address: Address
    private let query: [(name: String, value: String)]

    /// The main page.
    static let main = Destination(address: .main, query: [])

    private init(address: Address, query: [(name: String, value: String)]) {
        (self.address, self.query) = (address, query)
    }

    /// Reads a path with its query. Nil for another site, and for what is no page.
    init?(_ target: String) {
        guard let address = Address(target) else { return nil }
        let query = target.split(separator: "?", maxSplits: 1).dropFirst().first ?? ""
        let named = (PercentEncoding.decodedForm(query.utf8) ?? []).filter { Self.fields.contains($0.name) }
        // The text of a search is in its address.
        if case .search = address.base {
            self.init(address: address, query: [])
        } else {
            self.init(address: address, query: named.map { ($0.name, $0.value) })
        }
    }

    /// The path of its URL.
    var path: String {
        let query = query.map { "\($0.name)=\(PercentEncoding.encoded($0.value.utf8))" }.joined(separator: "&")
        return query.isEmpty ? address.path : address.path + (address.path.contains("?") ? "&" : "?") + query
    }
}

extension Request {
    /// The fields of the query.
    var fields: [(name: String, value: String)] {
        (PercentEncoding.decodedForm((uri.query ?? "")[...].utf8) ?? []).map { ($0.name, $0.value) }
    }
}
