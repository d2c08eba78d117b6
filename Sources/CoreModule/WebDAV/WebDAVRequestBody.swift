/// The XML bodies of requests.
package enum WebDAVRequestBody {
    private static let namespaces = #"xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav""#

    /// Requests properties (RFC 4918, section 9.1), written with the prefixes `D` and `C`.
    package static func propfind(_ properties: [String]) -> String {
        document("D:propfind", prop(properties))
    }

    package static func prop(_ properties: [String]) -> String {
        "<D:prop>\(properties.map { "<\($0)/>" }.joined())</D:prop>"
    }

    package static func document(_ root: String, _ content: String) -> String {
        #"<?xml version="1.0" encoding="utf-8"?>"# + "<\(root) \(namespaces)>\(content)</\(root)>"
    }
}
