extension String {
    /// The text as content or an attribute of an XML element.
    package var xmlEscaped: String {
        let entities: [Unicode.Scalar: String] = ["&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;"]
        return escaping { entities[$0] }
    }

    /// The text as a string of JSON, in quotes. Control characters are escaped, and the separators of lines and paragraphs, at which
    /// some readers break lines.
    package var jsonQuoted: String {
        // Control characters beyond ASCII begin with C2, the separators with E2.
        let isPlain = allBytes {
            $0 > 0x1F && $0 != .quote && $0 != .backslash && $0 != 0x7F && $0 != 0xC2 && $0 != 0xE2
        }
        guard !isPlain else { return "\"\(self)\"" }
        let escaped = escaping { scalar in
            switch scalar {
            case "\"", "\\": "\\\(scalar)"
            case "\n": "\\n"
            case "\r": "\\r"
            case "\t": "\\t"
            case "\0"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}":
                "\\u" + String(scalar.value + 0x10000, radix: 16).dropFirst()
            default: nil
            }
        }
        return "\"\(escaped)\""
    }

    /// The text with some of its characters replaced.
    func escaping(_ replacement: (Unicode.Scalar) -> String?) -> String {
        var result = ""
        for scalar in unicodeScalars {
            if let text = replacement(scalar) {
                result += text
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
