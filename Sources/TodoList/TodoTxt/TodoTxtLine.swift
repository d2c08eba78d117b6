package import CoreModule
import Foundation

/// A line of todo.txt: `(A) 2026-12-01 Buy milk @shop +party due:2026-12-03`. Invalid UTF-8 is read as U+FFFD.
package struct TodoTxtLine: Hashable, Sendable {
    /// The keys with a meaning here: `due`, `rec`, `t` for the start, and `pri` for the priority of a completed task.
    package static let knownKeys: Set<String> = ["due", "pri", "rec", "t"]

    /// The line, with its line break.
    private let raw: ArraySlice<UInt8>
    /// Whether a user types it as a new task, which is neither done nor dated.
    private let isEntry: Bool

    init(raw: ArraySlice<UInt8>) {
        (self.raw, isEntry) = (raw, false)
    }

    /// Makes a line of what a user types as a new task: only a priority may stand before the text.
    init(entry text: String) {
        (raw, isEntry) = (Self.clean(text)[...], true)
    }

    /// The lines of a file, with the blank ones. Any line is a task, or blank.
    package static func lines(of file: [UInt8]) -> [TodoTxtLine] {
        var (lines, rest) = ([TodoTxtLine](), file[...])
        while let end = rest.firstIndex(of: .lineFeed) ?? rest.indices.last {
            lines.append(TodoTxtLine(raw: rest[...end]))
            rest = rest[(end + 1)...]
        }
        return lines
    }

    /// Makes a line of a task, which is completed if it has a completion date. Its text may contain contexts, projects and pairs;
    /// line breaks become spaces. A space separates a text that would be read as part of the beginning.
    package init(
        text: String, priority: TodoTxtPriority? = nil, creationDate: CalendarDay? = nil,
        completionDate: CalendarDay? = nil
    ) {
        let header = TodoTxtHeader(
            isCompleted: completionDate != nil, priority: priority, completionDate: completionDate,
            creationDate: creationDate)
        let (front, body) = (header.bytes, Self.clean(text))
        let layout = TodoTxtLayout((front + body)[...])
        let isClear = layout.header == header && layout.bodyStart == front.count
        self.init(raw: (front + (isClear ? [] : [.space]) + body + [.lineFeed])[...])
    }

    /// The line, with its line break.
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
        guard !isEntry, let value = value("pri"), value.count == 1 else { return nil }
        return value.first.flatMap { TodoTxtPriority($0) }
    }

    /// The value of a pair that means "none". After a text that contains such a pair, it keeps that pair part of the
    /// text.
    static let none = "none"

    /// The deadline, from the pair `due`. Nil if there is none, and if its value is `none` or no date.
    package var due: CalendarDay? { value("due").flatMap { CalendarDay(hyphenated: $0.utf8) } }

    /// Whether a pair `due`, if there is one, is a date or `none`.
    var hasReadableDue: Bool { due != nil || (value("due") ?? Self.none) == Self.none }

    /// When it begins, from the pair `t`. Nil if there is none, and if its value is `none`, no date, or not before the deadline.
    package var start: CalendarDay? {
        guard let day = value("t").flatMap({ CalendarDay(hyphenated: $0.utf8) }) else { return nil }
        return due.map { day < $0 } ?? true ? day : nil
    }

    /// Whether a pair `t`, if there is one, says when the task begins, or is `none`.
    var hasReadableStart: Bool { start != nil || (value("t") ?? Self.none) == Self.none }

    /// How it recurs, from the pair `rec`. Nil if there is none, if its value says nothing, and beside a `due` that does not say from when.
    package var rec: TodoTxtRecurrence? {
        isEntry || hasReadableDue ? value("rec").flatMap { TodoTxtRecurrence($0) } : nil
    }

    /// The pairs that look like a date or a recurrence and stay text.
    var notUnderstood: [String] {
        let texts = ["due": !hasReadableDue, "rec": !hasReadableRec, "t": !hasReadableStart]
        return pairs.filter { texts[$0.key] == true && value($0.key) == $0.value }.map { "\($0.key):\($0.value)" }
    }

    /// Whether a pair `rec`, if there is one, says something.
    var hasReadableRec: Bool { rec != nil || (value("rec") ?? Self.none) == Self.none }

    /// The pairs `key:value`, in order.
    var pairs: [(key: String, value: String)] { layout.pairs.map { ($0.key, $0.value) } }

    /// The value of a key, from its last pair, because programs append pairs.
    package func value(_ key: String) -> String? { layout.pairs.last { $0.key == key }?.value }

    /// The text: everything after the dates, except the last pair of each of some keys.
    package func text(without keys: Set<String> = knownKeys) -> String {
        let layout = self.layout
        return String(decoding: layout.body(without: layout.lastPlaces(of: keys)).trimmed, as: UTF8.self)
    }

    var layout: TodoTxtLayout { TodoTxtLayout(raw, isEntry: isEntry) }

    /// The text of its task. Behind a letter at the front, a pair `pri` says nothing of the priority and belongs to the text, and so do a
    /// pair `due` without a date, and a `rec` or a `t` that says nothing.
    var taskText: String { text(without: taskKeys) }

    /// The keys whose last pairs are not part of the text.
    var taskKeys: Set<String> {
        var keys = Self.knownKeys
        if isEntry || layout.header.priority != nil { keys.remove("pri") }
        if !hasReadableDue { keys.remove("due") }
        if !hasReadableRec { keys.remove("rec") }
        if !hasReadableStart { keys.remove("t") }
        return keys
    }

    /// Its projects `+family` and contexts `@phone`, without the sign.
    var tags: [String] { taskText.split(whereSeparator: \.isWhitespace).compactMap(Self.tag) }

    /// The name of a project or context; nil for another word. It begins with a letter.
    static func tag(_ word: Substring) -> String? {
        guard let sign = word.first, sign == "+" || sign == "@", word.dropFirst().first?.isLetter == true else {
            return nil
        }
        var name = word.dropFirst()
        while let last = name.last, ",.;:!?)".contains(last) { name.removeLast() }
        return name.contains(",") ? nil : String(name).precomposedStringWithCanonicalMapping
    }

    /// A text in a single line.
    private static func clean(_ text: String) -> [UInt8] {
        let lineBreaks: Set<Unicode.Scalar> = ["\n", "\r", "\u{B}", "\u{C}", "\u{85}", "\u{2028}", "\u{2029}"]
        let scalars = text.unicodeScalars.map { lineBreaks.contains($0) ? " " : $0 }
        return Array(Array(String(String.UnicodeScalarView(scalars)).utf8)[...].trimmed)
    }
}

/// A todo.txt priority: a letter from A, the highest, to Z.
package struct TodoTxtPriority: Hashable, Sendable, CustomStringConvertible {
    private let letter: UInt8

    /// The priority of a letter; nil if it is not A to Z.
    package init?(_ letter: Character) {
        guard let byte = letter.asciiValue else { return nil }
        self.init(byte)
    }

    init?(_ letter: UInt8) {
        guard (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(letter) else { return nil }
        self.letter = letter
    }

    /// The letter.
    package var description: String { String(UnicodeScalar(letter)) }
}
