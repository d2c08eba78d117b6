/// Percent-encoding (RFC 3986, section 2.1), with upper-case digits.
public enum PercentEncoding {
    /// Encodes every byte of a text in UTF-8 that is not allowed to stand for itself, by default all but the unreserved characters.
    /// Servers differ in how they read the others: `+` may be a space, `;` may be `&`.
    public static func encoded(
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
    public static func isUnreserved(_ byte: UInt8) -> Bool {
        byte.isLetter || byte.isDigit || "-._~".utf8.contains(byte)
    }

    /// Decodes a text that another program has encoded, such as a segment of a path: other characters stand for themselves. Nil if
    /// a percent sign is not followed by two digits, or if the result is not UTF-8. A byte-order mark stays, unlike with Foundation.
    public static func decodedText(_ bytes: some Sequence<UInt8>) -> String? {
        var result: [UInt8] = []
        var iterator = bytes.makeIterator()
        while let byte = iterator.next() {
            if byte == UInt8(ascii: "%") {
                guard let high = iterator.next()?.hexadecimalValue, let low = iterator.next()?.hexadecimalValue else {
                    return nil
                }
                result.append(high << 4 | low)
            } else {
                result.append(byte)
            }
        }
        return String(validUTF8: result)
    }

    /// Decodes the fields of a form or of a query, in their order: `name=two+words&other=`. A field without `=` has an empty value.
    /// Nil if ``decodedText(_:)`` of a part is. The format: https://url.spec.whatwg.org/#urlencoded-parsing
    public static func decodedForm(_ bytes: some Collection<UInt8>) -> [(name: String, value: String)]? {
        var fields: [(name: String, value: String)] = []
        for field in bytes.split(separator: UInt8(ascii: "&")) {
            let sides = field.split(separator: .equals, maxSplits: 1, omittingEmptySubsequences: false).map { side in
                decodedText(side.lazy.map { $0 == UInt8(ascii: "+") ? .space : $0 })
            }
            guard let name = sides[0], let value = sides.count > 1 ? sides[1] : "" else { return nil }
            fields.append((name, value))
        }
        return fields
    }

    /// Decodes strictly: only unreserved characters stand for themselves. Nil if another character does, if the text cannot be
    /// decoded, or if the result has control characters.
    package static func decoded(_ bytes: some Collection<UInt8>) -> String? {
        guard bytes.allSatisfy({ isUnreserved($0) || $0 == UInt8(ascii: "%") }), let text = decodedText(bytes),
            !text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F })
        else { return nil }
        return text
    }
}
