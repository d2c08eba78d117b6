import CoreModule

extension String {
    /// The text on one line of a terminal, with a sign for control characters.
    package var onOneLine: String { onOneLine(controlMark: "␣") }
}

extension StringProtocol {
    /// The text with spaces behind it up to a width. A wider text stays as it is.
    package func padded(to width: Int) -> String {
        String(self) + String(repeating: " ", count: Swift.max(0, width - displayWidth))
    }

    /// The text, cut to a width with an ellipsis.
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
