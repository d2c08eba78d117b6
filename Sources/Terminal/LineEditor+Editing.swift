/// What keys do to the line.
extension LineEditor {
    mutating func insert(_ typed: String) {
        before += Self.printable(typed)
        // A mark that was typed before another letter may now be part of one character with it: the cursor goes behind it.
        let whole = before + after
        var missing = before.utf8.count
        let end =
            whole.firstIndex { character in
                defer { missing -= character.utf8.count }
                return missing <= 0
            } ?? whole.endIndex
        (before, after) = (String(whole[..<end]), String(whole[end...]))
    }

    /// Line breaks and tabs become spaces; no other control character gets in.
    static func printable(_ text: String) -> String {
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

    mutating func submit() -> Action {
        let line = text
        history.append(line)
        replace("")
        return .submitted(line)
    }

    mutating func recall(_ line: String?) {
        if let line { replace(line) }
    }

    mutating func complete(_ choices: [String]) -> Action {
        let word = before[before.unfinishedWordStart...]
        guard let first = choices.first else { return .edited }
        let common = choices.dropFirst().reduce(first) { String(zip($0, $1).prefix { $0 == $1 }.map(\.0)) }
        guard common.hasPrefix(word) else { return .choices(choices) }
        let isChanged = common != word
        before = before[..<before.unfinishedWordStart] + common + (choices.count == 1 && after.isEmpty ? " " : "")
        return choices.count > 1 && !isChanged ? .choices(choices) : .edited
    }

    mutating func killBefore(from index: String.Index) {
        guard index < before.endIndex else { return }
        killed = String(before[index...])
        before.removeSubrange(index...)
    }

    mutating func killAfter(to index: String.Index) {
        guard index > after.startIndex else { return }
        killed = String(after[..<index])
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
