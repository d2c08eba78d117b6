extension String {
    /// The text in lines that fit a width: broken at spaces, and within a word only where it is wider than a line. What continues
    /// a line is indented as the line is.
    package func wrapped(to width: Int) -> [String] {
        split(separator: "\n", omittingEmptySubsequences: false).flatMap { Self.wrapped($0, to: Swift.max(1, width)) }
    }

    private static func wrapped(_ line: Substring, to width: Int) -> [String] {
        // Two columns are left at least, which the widest character takes.
        let indent = String(line.prefix { $0 == " " }.prefix(Swift.max(0, Swift.min(width / 2, width - 2))))
        var lines: [String] = []
        var rest = line
        while true {
            let start = lines.isEmpty ? "" : indent
            let fitting = rest.prefix(columns: width - start.count)
            guard fitting.endIndex < rest.endIndex else { return lines + [start + String(fitting)] }
            // A wide character may not fit even a line of its own.
            let end =
                breakingPoint(of: fitting, before: rest[fitting.endIndex])
                ?? (fitting.isEmpty ? rest.index(after: rest.startIndex) : fitting.endIndex)
            lines.append(start + rest[..<end].trimmingTrailingSpaces)
            rest = rest[end...].drop { $0 == " " }
            if rest.isEmpty { return lines }
        }
    }

    /// Where a line can be broken: before the last space that has a word before it.
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
