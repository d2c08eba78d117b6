extension Unicode.Scalar {
    /// How many columns the scalar takes by itself.
    var displayWidth: Int {
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
    /// How many columns of a terminal the character takes: 2 for East Asian wide ones and emoji, 0 for control characters and
    /// for marks that have nothing to stand on, else 1; more only where several letters make one character.
    package var displayWidth: Int {
        let scalars = unicodeScalars
        guard let first = scalars.first else { return 0 }
        let isEmoji =
            first.properties.isEmojiPresentation
            || (first.properties.isEmoji && scalars.contains("\u{FE0F}"))
        return isEmoji ? 2 : scalars.reduce(0) { $0 + $1.displayWidth }
    }
}

extension StringProtocol {
    /// How many columns of a terminal the text takes.
    package var displayWidth: Int { reduce(0) { $0 + $1.displayWidth } }

    /// The text with spaces behind it up to a width; wider ones stay as they are.
    package func padded(to width: Int) -> String {
        String(self) + String(repeating: " ", count: Swift.max(0, width - displayWidth))
    }

    /// The text cut to a width; an ellipsis stands for what is cut.
    package func truncated(to width: Int) -> String {
        guard displayWidth > width else { return String(self) }
        return width < 1 ? "" : prefix(columns: width - 1) + "…"
    }

    /// The first characters that fit a width.
    func prefix(columns width: Int) -> SubSequence {
        var rest = width
        return prefix { character in
            rest -= character.displayWidth
            return rest >= 0
        }
    }

    /// The last characters that fit a width.
    func suffix(columns width: Int) -> String {
        var rest = width
        return String(
            reversed().prefix { character in
                rest -= character.displayWidth
                return rest >= 0
            }.reversed())
    }
}
