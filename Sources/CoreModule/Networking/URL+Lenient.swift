public import Foundation

extension URL {
    /// Reads an address as people and servers write it: it percent-encodes what must be encoded and keeps what is encoded. Nil if
    /// the text is no address.
    ///
    /// Foundation encodes all of such a text, also what is encoded already: `a%20ä` as `a%2520%C3%A4`.
    public init?(lenient text: String, relativeTo base: URL? = nil) {
        // Foundation knows the rules for host names.
        let scheme = text.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
        let behind = text[scheme.endIndex...]
        let authority =
            !scheme.isEmpty && behind.hasPrefix("://") ? behind.dropFirst(3).prefix { !"/?#".contains($0) } : nil
        let rest = text[(authority?.endIndex ?? text.startIndex)...]
        self.init(string: text[..<rest.startIndex] + Self.encoded(Array(rest.utf8)), relativeTo: base)
    }

    private static func encoded(_ bytes: [UInt8]) -> String {
        var rest = bytes[...]
        return PercentEncoding.encoded(bytes) { byte in
            rest = rest.dropFirst()
            // A percent sign before two digits is an encoding already.
            if byte == UInt8(ascii: "%") { return rest.prefix(2).filter { $0.hexadecimalValue != nil }.count == 2 }
            // What RFC 3986 allows in a path, a query or a fragment, and between them.
            return PercentEncoding.isUnreserved(byte) || "!$&'()*+,;=:@/?#".utf8.contains(byte)
        }
    }
}
