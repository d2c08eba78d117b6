import CoreModule
public import Foundation

/// A list of everyday concepts, each with its words in several languages: a small dictionary in every direction between
/// them.
///
/// Its file is UTF-8 text with tab-separated columns. The first line names them: `partOfSpeech`, then a BCP 47 code for
/// each language. Every other line is a concept. A cell contains the usual word, and other words of the same sense
/// after `|`. A word may end with its gender (`:m`, `:f`, `:n`, `:mf`, or `:p` if it is always plural), and a Russian
/// one may show its stress.
public struct Glossary: Sendable {
    /// One concept: its part of speech, and its words in each language, the usual one first.
    package struct Concept: Sendable {
        package let partOfSpeech: String
        package let cells: [[GlossaryWord]]

        /// The words as plain text.
        package var words: [[String]] { cells.map { $0.map(\.text) } }
    }

    /// The languages, in the order of the columns.
    public let languages: [Language]
    private let text: [UInt8]
    private let lines: [Range<Int>]
    /// The columns that were used, each made when it is used first.
    private let columns = Locked<[Int: GlossaryColumn]>([:])

    /// The number of concepts.
    public var count: Int { lines.count }

    /// Reads a glossary. Throws ``GlossaryError`` with the number of the line that is wrong.
    public init(_ data: Data) throws(GlossaryError) {
        let text = [UInt8](data)
        guard String(validUTF8: text) != nil else {
            throw GlossaryError(line: 1, reason: "not UTF-8")
        }
        let all = Self.lines(text)
        let columns = all.first.map { String(decoding: text[$0], as: UTF8.self).split(separator: "\t") } ?? []
        guard columns.first == "partOfSpeech", columns.count >= 3 else {
            throw GlossaryError(line: 1, reason: "the first line must name partOfSpeech and two languages or more")
        }
        if let wrong = all.dropFirst().firstIndex(where: { !Self.isConcept(text[$0], columns: columns.count) }) {
            throw GlossaryError(line: wrong + 1, reason: "there must be \(columns.count) cells, none of them empty")
        }
        languages = columns.dropFirst().map { Language(code: String($0)) }
        self.text = text
        lines = all.dropFirst().filter { !$0.isEmpty }
    }

    private static func lines(_ text: [UInt8]) -> [Range<Int>] {
        var lines: [Range<Int>] = []
        var start = 0
        for (place, byte) in text.enumerated() where byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") {
            // Both make one end of a line.
            let isSecond = byte == UInt8(ascii: "\n") && place > 0 && text[place - 1] == UInt8(ascii: "\r")
            if !isSecond { lines.append(start..<place) }
            start = place + 1
        }
        if start < text.count { lines.append(start..<text.count) }
        return lines
    }

    /// Whether a line is empty, or has as many cells as there are columns, with at least one word each.
    private static func isConcept(_ line: ArraySlice<UInt8>, columns: Int) -> Bool {
        let cells = line.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
        return line.isEmpty
            || cells.count == columns && cells.allSatisfy { $0.contains { $0 != UInt8(ascii: "|") } }
    }

    /// The concepts, in the order of the file.
    package var concepts: [Concept] { lines.indices.map(concept) }

    func concept(_ number: Int) -> Concept {
        let cells = text[lines[number]].split(separator: UInt8(ascii: "\t"))
        return Concept(
            partOfSpeech: String(decoding: cells[0], as: UTF8.self),
            cells: cells.dropFirst().map { cell in
                cell.split(separator: UInt8(ascii: "|")).map { GlossaryWord(String(decoding: $0, as: UTF8.self)) }
            })
    }

    /// The index of a column.
    func index(_ column: Int) -> GlossaryColumn {
        columns.withLock { [text, lines] columns in
            if let made = columns[column] { return made }
            let made = GlossaryColumn(column, of: text, lines)
            columns[column] = made
            return made
        }
    }
}

/// A word of a glossary.
package struct GlossaryWord: Hashable, Sendable {
    /// The word as it is written.
    package let text: String
    /// The word with its stress, and its gender, as far as the glossary has them.
    package let marks: [String]

    init(_ written: String) {
        let end = Self.endOfText(written.utf8)
        let word = String(written[..<end])
        let gender = Self.genders[String(written[end...])]
        // Only Russian words have stress marks as scalars of their own.
        let text = String(String.UnicodeScalarView(word.unicodeScalars.filter { $0 != "\u{301}" }))
        self.text = text
        marks = (text.utf8.count == word.utf8.count ? [] : [word]) + [gender].compactMap(\.self)
    }

    private static let genders = [":mf": "m/f", ":m": "m", ":f": "f", ":n": "n", ":p": "pl"]

    /// Where the gender of a word begins; its end if it has none.
    static func endOfText<Bytes: BidirectionalCollection<UInt8>>(_ written: Bytes) -> Bytes.Index {
        for length in [2, 3] where written.count > length {
            let end = written.index(written.endIndex, offsetBy: -length)
            if written[end] == UInt8(ascii: ":"), genders[String(decoding: written[end...], as: UTF8.self)] != nil {
                return end
            }
        }
        return written.endIndex
    }
}

/// An invalid line of a glossary.
public struct GlossaryError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The line's number, from 1.
    public let line: Int
    /// What is wrong with it.
    public let reason: String

    /// The number and the reason.
    public var description: String { "glossary, line \(line): \(reason)" }
}
