extension String {
    /// The text as it can be shown in one line.
    ///
    /// Line breaks and tabs become spaces; other control characters, which could move a terminal's cursor, are left
    /// out. So are characters that change the direction of writing, because they would affect the following text too,
    /// and noncharacters, which XML does not allow.
    /// - Parameter controlMark: if not nil, replaces each line break, tab and control character.
    public func onOneLine(controlMark: String? = nil) -> String {
        var result = ""
        for scalar in unicodeScalars {
            switch scalar.value {
            // Most characters, without looking at their properties.
            case 0x20..<0x7F: result.unicodeScalars.append(scalar)
            case 0x09...0x0D, 0x85, 0x2028, 0x2029: result += controlMark ?? " "
            case 0..<0x20, 0x7F..<0xA0: result += controlMark ?? ""
            case 0x202A...0x202E, 0x2066...0x2069: continue
            default: if !scalar.properties.isNoncharacterCodePoint { result.unicodeScalars.append(scalar) }
            }
        }
        return result
    }
}
