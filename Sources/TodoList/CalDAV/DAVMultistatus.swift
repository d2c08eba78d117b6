import CoreModule
import Foundation

/// The body of a response of status 207 (RFC 4918, section 13).
struct DAVMultistatus: Sendable {
    let responses: [DAVResponse]
    /// RFC 6578, section 6.2.
    let syncToken: String?
}

/// A response about one resource, or about several with the same status.
struct DAVResponse: Sendable {
    let hrefs: [String]
    /// The status of the resource, if there is one.
    let status: Int?
    /// The returned properties.
    private(set) var properties: [DAVName: DAVElement] = [:]
    /// The statuses of properties that were not returned.
    private(set) var refusals: [DAVName: Int] = [:]
    /// The violated precondition, if any.
    let precondition: String?

    init(_ element: DAVElement) {
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
    private static func status(_ element: DAVElement) -> Int? {
        let words = element.trimmedText?.split(separator: " ") ?? []
        return words.count > 1 ? Int(words[1]) : nil
    }

    /// The status if it is not a success.
    var failure: Int? { status.flatMap { 200..<300 ~= $0 ? nil : $0 } }

    func text(_ name: DAVName) -> String? { properties[name]?.trimmedText }

    var etag: ETag? { ETag(field: text(.dav("getetag"))) }
    var isCollection: Bool { properties[.dav("resourcetype")]?.has(.dav("collection")) ?? false }
    var isCalendar: Bool { properties[.dav("resourcetype")]?.has(.calDAV("calendar")) ?? false }
}

/// The name of an element and its namespace (RFC 4918, section 21).
struct DAVName: Hashable, Sendable {
    let namespace: String
    let local: String

    /// The namespaces of WebDAV and CalDAV.
    static let standards = ["DAV:", "urn:ietf:params:xml:ns:caldav"]

    static func dav(_ local: String) -> DAVName { DAVName(namespace: standards[0], local: local) }
    static func calDAV(_ local: String) -> DAVName { DAVName(namespace: standards[1], local: local) }
}

/// An XML element. Its text is joined from all pieces between its child elements.
struct DAVElement: Sendable {
    let name: DAVName
    /// By their names, with prefixes.
    let attributes: [String: String]
    /// In UTF-8.
    var text: [UInt8] = []
    var children: [DAVElement] = []

    func all(_ name: DAVName) -> [DAVElement] { children.filter { $0.name == name } }
    func first(_ name: DAVName) -> DAVElement? { children.first { $0.name == name } }
    func has(_ name: DAVName) -> Bool { first(name) != nil }

    /// The violated precondition in an error, without its namespace (RFC 4918, section 16). Servers put elements of their own before
    /// it.
    var precondition: String? {
        children.first { DAVName.standards.contains($0.name.namespace) }?.name.local
    }

    /// The violated precondition, or else what the server says in words, in one short line.
    var reason: String? {
        if let precondition { return precondition }
        let message = children.first { ["message", "responsedescription"].contains($0.name.local) }?.trimmedText
        return message.map {
            ICalendarText.clean($0).split(whereSeparator: \.isWhitespace).joined(separator: " ").prefix(200)
        }
        .map(String.init)
    }

    /// The text without surrounding white space. Nil if empty.
    var trimmedText: String? {
        let text = text[...].trimmed
        return text.isEmpty ? nil : String(decoding: text, as: UTF8.self)
    }
}
