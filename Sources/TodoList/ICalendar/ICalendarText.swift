import CoreModule

/// The escaping of text in values (RFC 5545, section 3.3.11) and in parameters (RFC 6868).
enum ICalendarText {
    /// The text of an escaped value. A backslash that escapes nothing is kept, because some programs do not escape;
    /// invalid UTF-8 becomes U+FFFD.
    static func unescaped(_ value: some Collection<UInt8>) -> String {
        replacingEscapes(.backslash, in: value) { byte in
            switch byte {
            case UInt8(ascii: "n"), UInt8(ascii: "N"): .lineFeed
            case .backslash, .comma, .semicolon: byte
            default: nil
            }
        }
    }

    /// The unescaped texts of a value with commas between them.
    static func list(_ value: some Collection<UInt8>) -> [String] {
        var (parts, isEscaped): ([[UInt8]], Bool) = ([[]], false)
        for byte in value {
            if byte == .comma, !isEscaped { parts.append([]) } else { parts[parts.count - 1].append(byte) }
            isEscaped = byte == .backslash && !isEscaped
        }
        return parts.map(unescaped)
    }

    /// A text as a value: escaped, and ``clean(_:)``.
    static func escaped(_ text: String) -> [UInt8] {
        var bytes: [UInt8] = []
        for byte in clean(text).utf8 {
            switch byte {
            case .lineFeed: bytes += [.backslash, UInt8(ascii: "n")]
            case .backslash, .comma, .semicolon: bytes += [.backslash, byte]
            default: bytes.append(byte)
            }
        }
        return bytes
    }

    /// A text as it can be written: with line feeds for every kind of line break, and without the characters that RFC
    /// 5545 or XML forbid, because a server could not return them.
    static func clean(_ text: String) -> String {
        let isClean = text.utf8.allSatisfy { byte in
            byte >= 0x20 && byte < 0x7F || byte > 0x7F && byte != 0xEF || byte == .lineFeed || byte == 0x09
        }
        guard !isClean else { return text }
        var cleaned = String.UnicodeScalarView()
        var isAfterCarriageReturn = false
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\r": cleaned.append("\n")
            case "\n": if !isAfterCarriageReturn { cleaned.append(scalar) }
            case "\t": cleaned.append(scalar)
            case "\0"..."\u{1F}", "\u{7F}", "\u{FFFE}", "\u{FFFF}": break
            default: cleaned.append(scalar)
            }
            isAfterCarriageReturn = scalar == "\r"
        }
        return String(cleaned)
    }

    /// The unescaped value of a parameter: `^n` is a line break, `^'` a quote, `^^` a caret; any other caret is itself.
    static func parameter(_ value: some Collection<UInt8>) -> String {
        replacingEscapes(UInt8(ascii: "^"), in: value) { byte in
            switch byte {
            case UInt8(ascii: "n"): .lineFeed
            case UInt8(ascii: "'"): .quote
            case UInt8(ascii: "^"): byte
            default: nil
            }
        }
    }

    /// Replaces each mark and the byte after it by what they mean. Keeps both if that is nil.
    private static func replacingEscapes(
        _ mark: UInt8, in value: some Collection<UInt8>, by meaning: (UInt8) -> UInt8?
    ) -> String {
        guard value.contains(mark) else { return String(decoding: value, as: UTF8.self) }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(value.count)
        var isEscaped = false
        for byte in value {
            if isEscaped {
                if let meant = meaning(byte) { bytes.append(meant) } else { bytes += [mark, byte] }
                isEscaped = false
            } else if byte == mark {
                isEscaped = true
            } else {
                bytes.append(byte)
            }
        }
        if isEscaped { bytes.append(mark) }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// A parameter's value as it is written, in quotes if necessary.
    static func writtenParameter(_ value: String) -> [UInt8] {
        var bytes: [UInt8] = []
        for byte in clean(value).utf8 {
            switch byte {
            case .lineFeed: bytes += "^n".utf8
            case .quote: bytes += "^'".utf8
            case UInt8(ascii: "^"): bytes += "^^".utf8
            default: bytes.append(byte)
            }
        }
        let needsQuotes = bytes.contains { $0 == .colon || $0 == .semicolon || $0 == .comma }
        return needsQuotes ? [.quote] + bytes + [.quote] : bytes
    }
}
