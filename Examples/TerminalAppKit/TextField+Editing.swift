/// What keys do to the text.
extension TextField {
    mutating func insert(_ typed: String) {
        before += Self.printable(typed)
        // A mark that was typed before another letter may now form one character with it: the cursor goes behind it.
        let whole = before + after
        var missing = before.utf8.count
        let end =
            whole.firstIndex { character in
                defer { missing -= character.utf8.count }
                return missing <= 0
            } ?? whole.endIndex
        (before, after) = (String(whole[..<end]), String(whole[end...]))
    }

    /// The text with spaces for line breaks and tabs, and without other control characters.
    private static func printable(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator:
                if scalar.properties.isWhitespace { result += " " }
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    mutating func cutBefore(from index: String.Index) {
        guard index < before.endIndex else { return }
        cut = String(before[index...])
        before.removeSubrange(index...)
    }

    mutating func cutAfter(to index: String.Index) {
        guard index > after.startIndex else { return }
        cut = String(after[..<index])
        after.removeSubrange(..<index)
    }

    // MARK: The cursor

    mutating func move(to index: String.Index) {
        after = before[index...] + after
        before.removeSubrange(index...)
    }

    mutating func moveRight(_ index: (String) -> String.Index) {
        let index = index(after)
        before += after[..<index]
        after.removeSubrange(..<index)
    }
}
