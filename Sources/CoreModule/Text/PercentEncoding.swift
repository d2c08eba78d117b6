/// Percent-encoding (RFC 3986, section 2.1), with upper-case digits.
package enum PercentEncoding {
    /// Encodes every byte that is not allowed to stand for itself.
    /// - Parameter isAllowed: the unreserved characters if not given. Servers differ in how they read the others: `+` may be a
    ///   space, `;` may be `&`.
    package static func encoded(
        _ bytes: some Sequence<UInt8>, isAllowed: (UInt8) -> Bool = isUnreserved
    ) -> String {
        var result: [UInt8] = []
        for byte in bytes {
            if isAllowed(byte) { result.append(byte) } else { result += [UInt8(ascii: "%")] + digits(byte) }
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// The two digits of a byte.
    package static func digits(_ byte: UInt8) -> [UInt8] {
        [byte >> 4, byte & 0xF].map { $0 < 10 ? UInt8(ascii: "0") + $0 : UInt8(ascii: "A") + $0 - 10 }
    }

    /// Whether a byte is an unreserved character (RFC 3986, section 2.3).
    package static func isUnreserved(_ byte: UInt8) -> Bool {
        byte.isLetter || byte.isDigit || "-._~".utf8.contains(byte)
    }
}
