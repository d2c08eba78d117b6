package import CoreModule

/// A line of todo.txt: `(A) 2026-12-01 Buy milk @shop +party due:2026-12-03`.
///
/// An edit changes only its part. All others keep every byte and their order: words, spaces, and pairs `key:value` of
/// any key. Lines are equal if their bytes are.
package struct TodoTxtLine: Hashable, Sendable {
    /// A pair in a line: `due:2026-12-03`.
    package struct Pair: Hashable, Sendable {
        /// The text before the first colon.
        package let key: String
        /// The text after it.
        package let value: String
    }

    /// The keys with a meaning here: `due`, and `pri` for the priority of a completed task.
    package static let knownKeys: Set<String> = ["due", "pri"]

    /// The original line, with its line break.
    let raw: ArraySlice<UInt8>

    init(raw: ArraySlice<UInt8>) {
        self.raw = raw
    }

    /// Makes a line of a task. Its text may contain contexts, projects and pairs; line breaks become spaces.
    package init(text: String, priority: TodoTxtPriority? = nil, creationDate: CalendarDay? = nil) {
        var header = TodoTxtHeader()
        header.priority = priority
        header.creationDate = creationDate
        self.init(mark: [], header: header, body: Self.clean(text)[...], lineBreak: [.lineFeed])
    }

    /// Combines the parts of a line. A space separates a body that would be read as part of the header.
    init(
        mark: ArraySlice<UInt8>, header: TodoTxtHeader, body: ArraySlice<UInt8>, lineBreak: ArraySlice<UInt8>
    ) {
        let front = mark + header.bytes
        let layout = TodoTxtLayout((front + body + lineBreak)[...])
        let isClear = layout.header == header && layout.bodyStart == front.count
        raw = front + (isClear ? [] : [.space]) + body + lineBreak
    }

    /// The original line, with its line break.
    package var bytes: [UInt8] { Array(raw) }

    /// Whether the line is blank.
    package var isBlank: Bool { layout.line.allSatisfy(\.isWhiteSpace) }

    /// Whether the task is done.
    package var isCompleted: Bool { layout.header.isCompleted }

    /// The completion date, if any.
    package var completionDate: CalendarDay? { layout.header.completionDate }

    /// The creation date, if any.
    package var creationDate: CalendarDay? { layout.header.creationDate }

    /// The priority: the letter at the front, or in the pair `pri` of a completed task.
    package var priority: TodoTxtPriority? {
        if let priority = layout.header.priority { return priority }
        guard let value = value("pri"), value.count == 1 else { return nil }
        return value.first.flatMap { TodoTxtPriority($0) }
    }

    /// The value of a pair that means "none". After a text that contains such a pair, it keeps that pair part of the
    /// text.
    static let none = "none"

    /// The deadline, from the pair `due`; `none` means no deadline. Throws ``TodoTxtError/malformedDate(key:value:)``.
    package var due: CalendarDay? {
        get throws(TodoTxtError) {
            guard let value = value("due"), value != Self.none else { return nil }
            guard let day = CalendarDay(hyphenated: value.utf8) else {
                throw .malformedDate(key: "due", value: String(value.prefix(80)))
            }
            return day
        }
    }

    /// The pairs, in their order.
    package var pairs: [Pair] { layout.pairs.map(\.pair) }

    /// The value of a key, from its last pair, because programs append pairs.
    package func value(_ key: String) -> String? { pairs.last { $0.key == key }?.value }

    /// The contexts, without their `@`, in order.
    package var contexts: [String] { names(behind: UInt8(ascii: "@")) }

    /// The projects, without their `+`, in order.
    package var projects: [String] { names(behind: UInt8(ascii: "+")) }

    /// The text: everything after the dates, except the last pair of each of some keys.
    package func text(without keys: Set<String> = knownKeys) -> String {
        let layout = self.layout
        return String(decoding: layout.body(without: layout.lastPlaces(of: keys)).trimmed, as: UTF8.self)
    }

    var layout: TodoTxtLayout { TodoTxtLayout(raw) }

    private func names(behind mark: UInt8) -> [String] {
        let layout = self.layout
        return layout.words.filter { layout.line[$0.lowerBound] == mark && $0.count > 1 }
            .map { String(decoding: layout.line[$0].dropFirst(), as: UTF8.self) }
    }

    /// A text in a single line.
    static func clean(_ text: String) -> [UInt8] {
        let lineBreaks: Set<Unicode.Scalar> = ["\n", "\r", "\u{B}", "\u{C}", "\u{85}", "\u{2028}", "\u{2029}"]
        let scalars = text.unicodeScalars.map { lineBreaks.contains($0) ? " " : $0 }
        return Array(Array(String(String.UnicodeScalarView(scalars)).utf8)[...].trimmed)
    }
}
