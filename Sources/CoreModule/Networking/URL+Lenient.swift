package import Foundation

extension URL {
    /// Reads an address as people and servers write it: what is percent-encoded stays so, and what must be and is not becomes so.
    /// `nil` where it is none.
    ///
    /// Foundation's own reading encodes a text that needs it as a whole, what is encoded already once more: `a%20ä` as `a%2520%C3%A4`.
    package init?(lenient text: String, relativeTo base: URL? = nil) {
        // The name of the host has rules of its own, which Foundation knows.
        let scheme = text.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
        let behind = text[scheme.endIndex...]
        let authority =
            !scheme.isEmpty && behind.hasPrefix("://") ? behind.dropFirst(3).prefix { !"/?#".contains($0) } : nil
        let rest = text[(authority?.endIndex ?? text.startIndex)...]
        self.init(string: text[..<rest.startIndex] + Self.encoded(Array(rest.utf8)), relativeTo: base)
    }

    private static func encoded(_ bytes: [UInt8]) -> String {
        var result: [UInt8] = []
        for (index, byte) in bytes.enumerated() {
            let isEncoded = byte == UInt8(ascii: "%") && bytes[(index + 1)...].prefix(2).filter(isDigit).count == 2
            if isEncoded || isAllowed(byte) {
                result.append(byte)
            } else {
                let digits = String(byte, radix: 16, uppercase: true)
                result += Array("%\(digits.utf8.count == 1 ? "0" : "")\(digits)".utf8)
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "F"),
            UInt8(ascii: "a")...UInt8(ascii: "f"):
            true
        default: false
        }
    }

    /// Whether RFC 3986 has a byte in a path, a query or a fragment, or between them.
    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"):
            true
        default: "-._~!$&'()*+,;=:@/?#".utf8.contains(byte)
        }
    }
}
