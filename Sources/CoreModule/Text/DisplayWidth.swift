extension Unicode.Scalar {
    /// Whether the scalar is wide or fullwidth (Unicode Standard Annex 11). Emoji are left out: the standard library knows them.
    /// The ranges include unassigned code points between them.
    var isEastAsianWide: Bool {
        guard value >= 0x1100 else { return false }
        let index = Self.wide.partitioningIndex { $0.upperBound >= value }
        return index < Self.wide.count && Self.wide[index].contains(value)
    }

    /// In ascending order.
    private static let wide: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x2329...0x232A, 0x2630...0x2637, 0x268A...0x268F, 0x2E80...0x303E, 0x3041...0x3247,
        0x3250...0xA4C6, 0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6B,
        0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x191D2, 0x1AFF0...0x1B2FB, 0x1D300...0x1D376,
        0x1F200...0x1F265, 0x20000...0x3FFFD,
    ]

    /// How many columns the scalar takes by itself.
    fileprivate var displayWidth: Int {
        switch value {
        case 0x20...0x7E, 0xA0...0x2FF: return 1
        // Vowels and final consonants of Hangul stand within the syllable that a consonant began.
        case 0x1160...0x11FF, 0xD7B0...0xD7FF: return 0
        default: break
        }
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .nonspacingMark, .enclosingMark, .format: return 0
        default: break
        }
        return properties.isEmojiPresentation || isEastAsianWide ? 2 : 1
    }
}

extension Character {
    /// How many columns of a fixed-width font the character takes: 2 for East Asian wide ones and emoji, 0 for control characters and
    /// for marks without a base, otherwise 1; more only where several letters make one character.
    public var displayWidth: Int {
        let scalars = unicodeScalars
        guard let first = scalars.first else { return 0 }
        let isEmoji =
            first.properties.isEmojiPresentation
            || (first.properties.isEmoji && scalars.contains("\u{FE0F}"))
        return isEmoji ? 2 : scalars.reduce(0) { $0 + $1.displayWidth }
    }
}

extension StringProtocol {
    /// How many columns of a fixed-width font the text takes.
    public var displayWidth: Int { reduce(0) { $0 + $1.displayWidth } }
}
