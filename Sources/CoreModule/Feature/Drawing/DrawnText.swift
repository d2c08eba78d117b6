extension String {
    /// The text as it can stand in one line of a drawing: line ends and tabs as spaces; without other control characters,
    /// without those that turn the direction of writing, and without code points that are no characters, which XML forbids.
    var onOneLine: String {
        var result = String.UnicodeScalarView()
        for scalar in unicodeScalars {
            switch scalar.value {
            case 0x09...0x0D, 0x85, 0x2028, 0x2029: result.append(" ")
            case 0..<0x20, 0x7F..<0xA0, 0x202A...0x202E, 0x2066...0x2069: continue
            default: if !scalar.properties.isNoncharacterCodePoint { result.append(scalar) }
            }
        }
        return String(result)
    }

    /// The text with some of its ASCII characters replaced.
    func escaping(_ replacement: (Unicode.Scalar) -> String?) -> String {
        var result = ""
        for scalar in unicodeScalars {
            if scalar.isASCII, let text = replacement(scalar) {
                result += text
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
