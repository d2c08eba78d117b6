extension String {
    /// The text in lines that fit a width. A line breaks at a space; a word breaks only if it is wider than a line. A continued line
    /// keeps its indentation.
    package func wrapped(to width: Int) -> [String] {
        split(separator: "\n", omittingEmptySubsequences: false).flatMap { Self.wrapped($0, to: Swift.max(1, width)) }
    }

    private static func wrapped(_ line: Substring, to width: Int) -> [String] {
        // At least two columns stay free for the widest character.
        let indent = String(line.prefix { $0 == " " }.prefix(Swift.max(0, Swift.min(width / 2, width - 2))))
        var lines: [String] = []
        var rest = line
        while true {
            let start = lines.isEmpty ? "" : indent
            let fitting = rest.prefix(columns: width - start.count)
            guard fitting.endIndex < rest.endIndex else { return lines + [start + String(fitting)] }
            // A wide character may not even fit a line of its own.
            let end =
                breakingPoint(of: fitting, before: rest[fitting.endIndex])
                ?? (fitting.isEmpty ? rest.index(after: rest.startIndex) : fitting.endIndex)
            lines.append(start + rest[..<end].trimmingTrailingSpaces)
            rest = rest[end...].drop { $0 == " " }
            if rest.isEmpty { return lines }
        }
    }

    /// Where a line can break: before the last space that follows a word.
    private static func breakingPoint(of line: Substring, before next: Character) -> Index? {
        if next == " " { return line.endIndex }
        guard let space = line.lastIndex(of: " "), line[..<space].contains(where: { $0 != " " }) else { return nil }
        return space
    }
}

extension Substring {
    fileprivate var trimmingTrailingSpaces: Substring {
        self[..<(lastIndex { $0 != " " }.map { index(after: $0) } ?? startIndex)]
    }
}
