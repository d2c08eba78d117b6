import Foundation

/// The body of a response of status 207 (RFC 4918, section 13).
package struct WebDAVMultistatus: Sendable {
    package let responses: [WebDAVResponse]
    /// RFC 6578, section 6.2.
    package let syncToken: String?
}

/// A response about one resource, or about several with the same status.
package struct WebDAVResponse: Sendable {
    package let hrefs: [String]
    /// The status of the resource, if there is one.
    package let status: Int?
    /// The returned properties.
    package private(set) var properties: [WebDAVName: WebDAVElement] = [:]
    /// The statuses of properties that were not returned.
    package private(set) var refusals: [WebDAVName: Int] = [:]
    /// The violated precondition, if any.
    package let precondition: String?

    package init(_ element: WebDAVElement) {
        hrefs = element.all(.dav("href")).compactMap(\.trimmedText)
        status = element.first(.dav("status")).flatMap(Self.status)
        precondition = element.first(.dav("error"))?.precondition
        for propstat in element.all(.dav("propstat")) {
            guard let status = propstat.first(.dav("status")).flatMap(Self.status) else { continue }
            for property in propstat.all(.dav("prop")).flatMap(\.children) {
                if 200..<300 ~= status {
                    properties[property.name] = property
                } else {
                    refusals[property.name] = status
                }
            }
        }
    }

    /// `HTTP/1.1 200 OK`.
    private static func status(_ element: WebDAVElement) -> Int? {
        let words = element.trimmedText?.split(separator: " ") ?? []
        return words.count > 1 ? Int(words[1]) : nil
    }

    /// The status if it is not a success.
    package var failure: Int? { status.flatMap { 200..<300 ~= $0 ? nil : $0 } }

    package func text(_ name: WebDAVName) -> String? { properties[name]?.trimmedText }

    package var isCollection: Bool { properties[.dav("resourcetype")]?.has(.dav("collection")) ?? false }
}

/// The name of an element and its namespace (RFC 4918, section 21).
package struct WebDAVName: Hashable, Sendable {
    package let namespace: String
    package let local: String

    /// The namespaces of WebDAV and CalDAV.
    package static let standards = ["DAV:", "urn:ietf:params:xml:ns:caldav"]

    package static func dav(_ local: String) -> WebDAVName { WebDAVName(namespace: standards[0], local: local) }
    package static func calDAV(_ local: String) -> WebDAVName { WebDAVName(namespace: standards[1], local: local) }
}

/// An XML element. Its text is joined from all pieces between its child elements.
package struct WebDAVElement: Sendable {
    package let name: WebDAVName
    /// By their names, with prefixes.
    package let attributes: [String: String]
    /// In UTF-8.
    package var text: [UInt8] = []
    package var children: [WebDAVElement] = []

    package func all(_ name: WebDAVName) -> [WebDAVElement] { children.filter { $0.name == name } }
    package func first(_ name: WebDAVName) -> WebDAVElement? { children.first { $0.name == name } }
    package func has(_ name: WebDAVName) -> Bool { first(name) != nil }

    /// The violated precondition in an error, without its namespace (RFC 4918, section 16). Servers put elements of their own before
    /// it.
    package var precondition: String? {
        children.first { WebDAVName.standards.contains($0.name.namespace) }?.name.local
    }

    /// The violated precondition, or else what the server says in words, in one short line.
    package var reason: String? {
        if let precondition { return precondition }
        let message = children.first { ["message", "responsedescription"].contains($0.name.local) }?.trimmedText
        return message.map {
            $0.onOneLine().split(whereSeparator: \.isWhitespace).joined(separator: " ").prefix(200)
        }
        .map(String.init)
    }

    /// The text without surrounding white space. Nil if empty.
    package var trimmedText: String? {
        let text = text[...].trimmed
        return text.isEmpty ? nil : String(decoding: text, as: UTF8.self)
    }
}
