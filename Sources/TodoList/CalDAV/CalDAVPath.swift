import CoreModule
public import Foundation

/// Where a resource lies on its server: the absolute path of its URL, normalized and percent-encoded.
///
/// A server may spell the path of one resource in several ways. Here each is the same: everything is percent-encoded, with
/// capital digits, but for the unreserved characters of RFC 3986, section 2.3, and the slashes between segments; `.` and `..`
/// are resolved (section 5.2.4). That goes further than section 6.2.2, since servers differ in whether they encode `@`, `(` or
/// `+`. An encoded slash is no slash, and a slash at the end counts: a collection has one.
public struct CalDAVPath: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// The path as it is sent, from its first slash.
    public let rawValue: String

    /// Takes an absolute path, encoded or not; `nil` where it does not begin with a slash.
    public init?(_ path: String) {
        guard path.utf8.first == UInt8(ascii: "/") else { return nil }
        rawValue = Self.normalized(path.utf8)
    }

    /// Takes what a server has written in a `DAV:href`: an absolute URL, an absolute path or a relative one (RFC 4918,
    /// section 8.3).
    ///
    /// Throws ``CalDAVError/foreignRedirect(host:)`` for a URL of another host or port, and ``CalDAVError/malformed(_:)`` for
    /// what is no path, or one with a query. A server behind a proxy may not know that it is asked by https, so `http` and
    /// `https` at their own ports are one.
    /// - Parameters:
    ///   - href: what the server has written.
    ///   - base: the address that answered.
    public init(href: String, on base: URL) throws(CalDAVError) {
        let text = href.trimmingCharacters(in: .whitespacesAndNewlines)
        var rest = Substring(text)
        if let end = rest.firstIndex(of: "#") { rest = rest[..<end] }
        guard !rest.isEmpty, !rest.contains("?") else { throw Self.unusable }
        let scheme = rest.firstRange(of: "://").map { rest[..<$0.lowerBound] }
        let hasScheme = scheme.map { $0.allSatisfy(\.isLetter) && !$0.isEmpty } ?? false
        if let scheme, hasScheme { rest = rest[scheme.endIndex...].dropFirst() }
        if rest.hasPrefix("//") {
            rest = rest.dropFirst(2)
            let authority = rest.prefix { $0 != "/" }
            rest = rest[authority.endIndex...]
            let own = try CalDAVOrigin(base)
            guard let origin = CalDAVOrigin(scheme: scheme.map(String.init) ?? own.scheme, authority: authority) else {
                throw Self.unusable
            }
            guard origin.isReachedAs(own) else { throw .foreignRedirect(host: origin.name(seenFrom: own)) }
            rawValue = Self.normalized((rest.isEmpty ? "/" : rest).utf8)
        } else if rest.hasPrefix("/") {
            rawValue = Self.normalized(rest.utf8)
        } else {
            let folder = base.path(percentEncoded: true)
            let end = folder.lastIndex(of: "/").map { folder.index(after: $0) } ?? folder.startIndex
            rawValue = Self.normalized(Substring(folder[..<end] + rest).utf8)
        }
    }

    /// The path of a URL.
    init(_ url: URL) {
        let path = url.path(percentEncoded: true)
        rawValue = Self.normalized((path.isEmpty ? "/" : path).utf8)
    }

    /// The same path with a slash at its end, as a collection has it.
    var asCollection: CalDAVPath { isCollection ? self : appending(encoded: "/") }

    /// Whether there is a slash at the end.
    var isCollection: Bool { rawValue.utf8.last == UInt8(ascii: "/") }

    /// The path of a resource in this collection. What servers do not take in the name of a file, even percent-encoded, is
    /// written as `=` and two digits: slashes above all.
    func appending(name: String, suffix: String) -> CalDAVPath {
        var bytes: [UInt8] = []
        for byte in name.utf8 {
            switch byte {
            case 0..<0x20, 0x7F, UInt8(ascii: "/"), UInt8(ascii: "\\"), UInt8(ascii: "="):
                bytes += Array("=".utf8) + PercentEncoding.digits(byte)
            default: bytes.append(byte)
            }
        }
        return asCollection.appending(encoded: PercentEncoding.encoded(bytes) + suffix)
    }

    private init(encoded: String) {
        rawValue = encoded
    }

    private func appending(encoded: String) -> CalDAVPath { CalDAVPath(encoded: rawValue + encoded) }

    /// The path.
    public var description: String { rawValue }

    /// Compares the paths byte by byte.
    public static func < (left: CalDAVPath, right: CalDAVPath) -> Bool {
        left.rawValue.utf8.lexicographicallyPrecedes(right.rawValue.utf8)
    }

    private static var unusable: CalDAVError { .malformed(Message("a resource has no address that can be used")) }
}

extension CalDAVPath {
    private static func normalized(_ path: some Sequence<UInt8>) -> String {
        var segments: [[UInt8]] = []
        var endsInSlash = true
        let decoded = decoded(path)
        for segment in decoded {
            endsInSlash = segment.isEmpty || segment == [0x2E] || segment == [0x2E, 0x2E]
            switch segment {
            case [0x2E]: continue
            case [0x2E, 0x2E]: if !segments.isEmpty { segments.removeLast() }
            default: segments.append(segment)
            }
        }
        // The empty segment behind the last slash says only that there is one.
        if decoded.last?.isEmpty == true { segments.removeLast() }
        let path = segments.map { "/" + PercentEncoding.encoded($0) }.joined()
        return endsInSlash ? path + "/" : path
    }

    /// The segments between the slashes, as bytes. A percent sign that no two digits follow stands for itself.
    private static func decoded(_ path: some Sequence<UInt8>) -> [[UInt8]] {
        let bytes = Array(path)
        var segments: [[UInt8]] = []
        var segment: [UInt8] = []
        var index = bytes.first == 0x2F ? 1 : 0
        while index < bytes.count {
            if bytes[index] == 0x2F {
                segments.append(segment)
                segment = []
            } else if bytes[index] == 0x25, index + 2 < bytes.count, let high = bytes[index + 1].hexadecimalValue,
                let low = bytes[index + 2].hexadecimalValue
            {
                segment.append(high << 4 | low)
                index += 2
            } else {
                segment.append(bytes[index])
            }
            index += 1
        }
        segments.append(segment)
        return segments
    }
}
