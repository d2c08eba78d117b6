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

    /// Decodes strictly: only unreserved characters stand for themselves. Nil if another character does, if a percent sign is not
    /// followed by two digits, or if the result is not UTF-8 or has control characters.
    package static func decoded(_ bytes: some Sequence<UInt8>) -> String? {
        var result: [UInt8] = []
        var iterator = bytes.makeIterator()
        while let byte = iterator.next() {
            if isUnreserved(byte) {
                result.append(byte)
            } else {
                guard byte == UInt8(ascii: "%"), let high = iterator.next()?.hexadecimalValue,
                    let low = iterator.next()?.hexadecimalValue
                else { return nil }
                result.append(high << 4 | low)
            }
        }
        guard !result.contains(where: { $0 < 0x20 || $0 == 0x7F }) else { return nil }
        return String(validUTF8: result)
    }
}
