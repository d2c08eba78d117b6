import Foundation

/// The name of an element and its namespace (RFC 4918, section 21).
struct DAVName: Hashable, Sendable {
    let namespace: String
    let local: String

    static func dav(_ local: String) -> DAVName { DAVName(namespace: "DAV:", local: local) }
    static func calDAV(_ local: String) -> DAVName {
        DAVName(namespace: "urn:ietf:params:xml:ns:caldav", local: local)
    }
    static let ctag = DAVName(namespace: "http://calendarserver.org/ns/", local: "getctag")
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

    /// The text without surrounding white space. Nil if empty.
    var trimmedText: String? {
        let text = String(decoding: text, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        return text.isEmpty ? nil : text
    }
}
