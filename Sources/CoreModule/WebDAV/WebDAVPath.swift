package import Foundation

/// The path of a resource on its server: the absolute path of its URL, normalized and percent-encoded.
///
/// Servers spell the path of one resource in different ways; equal resources have equal paths here. Every character is
/// percent-encoded with upper-case digits, except the unreserved characters of RFC 3986, section 2.3, and the slashes between
/// segments. `.` and `..` are resolved (section 5.2.4). This goes further than section 6.2.2, because servers differ in whether
/// they encode `@`, `(` or `+`. An encoded slash is not a separator. A slash at the end counts: a collection has one.
public struct WebDAVPath: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// The path as it is sent, from its first slash.
    public let rawValue: String

    /// Makes a path of an absolute path, encoded or not. Nil if it does not begin with a slash.
    public init?(_ path: String) {
        guard path.utf8.first == UInt8(ascii: "/") else { return nil }
        self.init(normalizing: path.utf8)
    }

    /// The path of a URL.
    package init(_ url: URL) {
        let path = url.path(percentEncoded: true)
        self.init(normalizing: (path.isEmpty ? "/" : path).utf8)
    }

    /// The same path with a final slash, for a collection.
    package var asCollection: WebDAVPath { isCollection ? self : appending(encoded: "/") }

    /// Whether there is a slash at the end.
    package var isCollection: Bool { rawValue.utf8.last == UInt8(ascii: "/") }

    /// The path of a resource in this collection. What servers refuse in a file name is written as `=` and two digits.
    package func appending(name: String, suffix: String) -> WebDAVPath {
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

    /// The path of a file in this collection, by its name as it is.
    package func appending(segment: String) -> WebDAVPath {
        asCollection.appending(encoded: PercentEncoding.encoded(Array(segment.utf8)))
    }

    /// The last segment, decoded. Nil without one, or if it is no UTF-8.
    package var name: String? {
        let segment = rawValue.utf8.split(separator: UInt8(ascii: "/")).last
        return segment.flatMap { String($0) }?.removingPercentEncoding
    }

    private init(encoded: String) {
        rawValue = encoded
    }

    private func appending(encoded: String) -> WebDAVPath { WebDAVPath(encoded: rawValue + encoded) }

    /// The path.
    public var description: String { rawValue }

    /// Compares the paths byte by byte.
    public static func < (left: WebDAVPath, right: WebDAVPath) -> Bool {
        left.rawValue.utf8.lexicographicallyPrecedes(right.rawValue.utf8)
    }
}

extension WebDAVPath: RawRepresentable, Codable {
    /// Makes the path that ``init(_:)`` makes; it is coded as its text.
    public init?(rawValue: String) { self.init(rawValue) }

    /// Normalizes a path that begins with a slash.
    init(normalizing path: some Sequence<UInt8>) {
        var segments: [[UInt8]] = []
        var endsInSlash = true
        let bytes = Array(path)
        let decoded = bytes.dropFirst(bytes.first == 0x2F ? 1 : 0)
            .split(separator: 0x2F, omittingEmptySubsequences: false).map(Self.decoded)
        for segment in decoded {
            endsInSlash = segment.isEmpty || segment == [0x2E] || segment == [0x2E, 0x2E]
            switch segment {
            case [0x2E]: continue
            case [0x2E, 0x2E]: if !segments.isEmpty { segments.removeLast() }
            default: segments.append(segment)
            }
        }
        // The empty segment after the last slash only shows that there is a slash.
        if decoded.last?.isEmpty == true { segments.removeLast() }
        let path = segments.map { "/" + PercentEncoding.encoded($0) }.joined()
        self.init(encoded: endsInSlash ? path + "/" : path)
    }

    /// A percent sign without two digits after it is a plain character.
    private static func decoded(_ segment: ArraySlice<UInt8>) -> [UInt8] {
        var rest = segment
        var decoded: [UInt8] = []
        while let byte = rest.popFirst() {
            let digits = rest.prefix(2).compactMap(\.hexadecimalValue)
            if byte == UInt8(ascii: "%"), digits.count == 2 {
                decoded.append(digits[0] << 4 | digits[1])
                rest.removeFirst(2)
            } else {
                decoded.append(byte)
            }
        }
        return decoded
    }
}
