/// The lines that were entered, to go back and forth among: a pure state machine.
package struct LineHistory: Sendable {
    private var lines: [String] = []
    /// Where in the history one is; the count of lines stands for the one that is being written.
    private var position = 0
    private var draft = ""
    private static let capacity = 1000

    /// Begins empty.
    package init() {}

    /// Takes a line in, unless it is blank or the same as the one before, and goes to the end.
    package mutating func append(_ line: String) {
        if line.contains(where: { !$0.isWhitespace }), line != lines.last { lines.append(line) }
        if lines.count > Self.capacity { lines.removeFirst() }
        position = lines.count
        draft = ""
    }

    /// The line before; `nil` at the beginning.
    /// - Parameter current: what is being written, to come back to.
    package mutating func previous(_ current: String) -> String? {
        guard position > 0 else { return nil }
        if position == lines.count { draft = current }
        position -= 1
        return lines[position]
    }

    /// The line after, at last what was being written; `nil` at the end.
    package mutating func next() -> String? {
        guard position < lines.count else { return nil }
        position += 1
        return position == lines.count ? draft : lines[position]
    }
}
