public import CoreModule

/// A line in the format of todo.txt: `(A) 2026-12-01 Buy milk @shop +party due:2026-12-03`.
///
/// An edit changes the part that it names; the others stay as they are, byte for byte, in their order: words, the space between
/// them, and pairs `key:value` of whatever key.
public struct TodoTxtLine: Hashable, Sendable {
    /// A pair in a line: `due:2026-12-03`.
    public struct Pair: Hashable, Sendable {
        /// What stands before the first colon.
        public let key: String
        /// What stands behind it.
        public let value: String
    }

    /// The keys that have a part of their own here: `due`, and `pri` for the priority of a task that is done.
    public static let knownKeys: Set<String> = ["due", "pri"]

    /// The line as it stands, with its line break.
    let raw: ArraySlice<UInt8>

    init(raw: ArraySlice<UInt8>) {
        self.raw = raw
    }

    /// Makes a line of a task.
    /// - Parameters:
    ///   - text: what is to be done, which may have contexts, projects and pairs in it. Line breaks become spaces.
    ///   - priority: how much it matters.
    ///   - creationDate: when it was added.
    public init(text: String, priority: TodoTxtPriority? = nil, creationDate: CalendarDay? = nil) {
        var header = TodoTxtHeader()
        header.priority = priority
        header.creationDate = creationDate
        self.init(mark: [], header: header, body: Self.clean(text)[...], lineBreak: [.lineFeed])
    }

    /// A line's parts put together. Where the body would be taken for a part of the header, a space keeps them apart.
    init(
        mark: ArraySlice<UInt8>, header: TodoTxtHeader, body: ArraySlice<UInt8>, lineBreak: ArraySlice<UInt8>
    ) {
        let front = mark + header.bytes
        let layout = TodoTxtLayout((front + body + lineBreak)[...])
        let isClear = layout.header == header && layout.bodyStart == front.count
        raw = front + (isClear ? [] : [.space]) + body + lineBreak
    }

    /// The line as it stands, with its line break.
    public var bytes: [UInt8] { Array(raw) }

    /// Whether there is nothing in the line.
    public var isBlank: Bool { layout.line.allSatisfy(\.isWhiteSpace) }

    /// Whether the task is done.
    public var isCompleted: Bool { layout.header.isCompleted }

    /// When the task was done, if it says so.
    public var completionDate: CalendarDay? { layout.header.completionDate }

    /// When the task was added, if it says so.
    public var creationDate: CalendarDay? { layout.header.creationDate }

    /// How much the task matters: the letter at the front, or in a pair `pri`, where a task that is done has it.
    public var priority: TodoTxtPriority? {
        if let priority = layout.header.priority { return priority }
        guard let value = value("pri"), value.count == 1 else { return nil }
        return value.first.flatMap { TodoTxtPriority($0) }
    }

    /// The value of a pair that says that there is none: behind a text that has such a pair of its own, it keeps that from
    /// being taken for a part of the line.
    static let none = "none"

    /// The last day for the task, as the pair `due` has it; `none` is no day. Throws ``TodoTxtError/malformedDate(key:value:)``.
    public var due: CalendarDay? {
        get throws(TodoTxtError) {
            guard let value = value("due"), value != Self.none else { return nil }
            guard let day = CalendarDay(hyphenated: value.utf8) else {
                throw .malformedDate(key: "due", value: String(value.prefix(80)))
            }
            return day
        }
    }

    /// The pairs, in their order.
    public var pairs: [Pair] {
        let layout = self.layout
        return layout.words.compactMap { word in
            TodoTxtLayout.colon(in: layout.line[word]).map { colon in
                Pair(
                    key: String(decoding: layout.line[word.lowerBound..<colon], as: UTF8.self),
                    value: String(decoding: layout.line[(colon + 1)..<word.upperBound], as: UTF8.self))
            }
        }
    }

    /// The value of a key; of the last pair that has it, since that is where a program adds its own.
    public func value(_ key: String) -> String? { pairs.last { $0.key == key }?.value }

    /// The contexts, without their `@`, in their order.
    public var contexts: [String] { names(behind: UInt8(ascii: "@")) }

    /// The projects, without their `+`, in their order.
    public var projects: [String] { names(behind: UInt8(ascii: "+")) }

    /// What is to be done: all behind the dates but the last pair of each of some keys.
    public func text(without keys: Set<String> = knownKeys) -> String {
        let layout = self.layout
        return String(decoding: layout.body(without: layout.lastPairs(of: keys)).trimmed, as: UTF8.self)
    }

    var layout: TodoTxtLayout { TodoTxtLayout(raw) }

    private func names(behind mark: UInt8) -> [String] {
        let layout = self.layout
        return layout.words.filter { layout.line[$0.lowerBound] == mark && $0.count > 1 }
            .map { String(decoding: layout.line[$0].dropFirst(), as: UTF8.self) }
    }

    /// A text in a single line.
    static func clean(_ text: String) -> [UInt8] {
        var cleaned = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\n", "\r", "\u{B}", "\u{C}", "\u{85}", "\u{2028}", "\u{2029}": cleaned.append(" ")
            default: cleaned.append(scalar)
            }
        }
        return Array(Array(String(cleaned).utf8)[...].trimmed)
    }

    /// Lines are equal if their bytes are.
    public static func == (lhs: Self, rhs: Self) -> Bool { lhs.raw == rhs.raw }

    /// Hashes what ``==(_:_:)`` compares.
    public func hash(into hasher: inout Hasher) { hasher.combine(raw) }
}
