extension String {
    /// The text without characters that nobody sees, which come with text that was copied: soft hyphens, spaces and joiners without width,
    /// byte-order marks and marks of direction. A ligature of Latin letters becomes its letters.
    ///
    /// What changes a text that is seen stays: joiners in scripts that join letters, and behind emoji; marks of direction if there are
    /// letters that are written from right to left.
    package var withoutUnseenCharacters: String {
        guard !allBytes({ !Self.isFirstByteOfUnseen($0) }) else { return self }
        let scalars = Array(unicodeScalars)
        let isRightToLeft = scalars.contains(where: \.isRightToLeft)
        var result = String.UnicodeScalarView()
        for (index, scalar) in scalars.enumerated() {
            switch scalar.value {
            case 0xAD, 0x180E, 0x200B, 0x2060...0x2064, 0xFEFF: continue
            case 0x200D: if index > 0, scalars[index - 1].isJoinable { result.append(scalar) }
            case 0x200C:
                let isBetween = index > 0 && index + 1 < scalars.count
                if isBetween, scalars[index - 1].isJoinable, scalars[index + 1].isJoinable { result.append(scalar) }
            case 0x61C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069:
                if isRightToLeft { result.append(scalar) }
            case 0xFB00...0xFB06:
                result.append(contentsOf: Self.ligatures[Int(scalar.value - 0xFB00)].unicodeScalars)
            default: result.append(scalar)
            }
        }
        return String(result)
    }

    /// Whether a byte of UTF-8 may begin such a character, from U+00AD to U+FEFF. Nearly no text has one.
    static func isFirstByteOfUnseen(_ byte: UInt8) -> Bool {
        byte == 0xC2 || byte == 0xD8 || byte == 0xE1 || byte == 0xE2 || byte == 0xEF
    }

    private static let ligatures = ["ff", "fi", "fl", "ffi", "ffl", "st", "st"]
}

extension Unicode.Scalar {
    /// Whether it is written from right to left: Hebrew, Arabic and their neighbours.
    fileprivate var isRightToLeft: Bool {
        (0x590...0x8FF).contains(value) && value != 0x61C || (0xFB1D...0xFDFF).contains(value)
            || (0xFE70...0xFEFC).contains(value) || (0x10800...0x10FFF).contains(value)
            || (0x1E800...0x1EFFF).contains(value)
    }

    /// Whether a joiner beside it changes what is seen: an emoji or a letter beyond Latin, Greek, Cyrillic and Armenian.
    fileprivate var isJoinable: Bool {
        value >= 0x590 && !properties.isWhitespace && !(0x1E00...0x206F).contains(value)
            && !(0x2C60...0x2C7F).contains(value) && !(0xA640...0xA7FF).contains(value)
    }
}

extension String {
    /// Whether there are control characters, other than those that are white space.
    package var hasControlCharacters: Bool {
        !allBytes { $0 > 0x1F && $0 != 0x7F && $0 != 0xC2 } && unicodeScalars.contains(where: \.isControl)
    }

    package var withoutControlCharacters: String {
        hasControlCharacters ? String(unicodeScalars.filter { !$0.isControl }) : self
    }
}

extension Unicode.Scalar {
    fileprivate var isControl: Bool {
        (value < 0x20 || (0x7F..<0xA0).contains(value)) && !properties.isWhitespace
    }
}
