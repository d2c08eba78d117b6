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
        var text = [UInt8](data)
        guard let string = String(validUTF8: text) else { throw GlossaryError(line: 1, reason: "not UTF-8") }
        if text.withUnsafeBufferPointer({ $0.end(of: UInt8(ascii: "\r"), in: $0.indices) }) < text.count {
            text = Array(string.replacing("\r\n", with: "\n").replacing("\r", with: "\n").utf8)
        }
        let lines = text.withUnsafeBufferPointer { text in
            var lines: [Range<Int>] = []
            text.forEachPart(of: text.indices, separator: UInt8(ascii: "\n")) { lines.append($0) }
            return lines
        }
        let columns = String(decoding: text[lines[0]], as: UTF8.self).split(separator: "\t")
        guard columns.first == "partOfSpeech", columns.count >= 3 else {
            throw GlossaryError(line: 1, reason: "the first line must name partOfSpeech and two languages or more")
        }
        let wrong = text.withUnsafeBufferPointer { text in
            lines.dropFirst().firstIndex { !Self.isConcept($0, of: text, columns: columns.count) }
        }
        if let wrong {
            throw GlossaryError(line: wrong + 1, reason: "there must be \(columns.count) cells, none of them empty")
        }
        languages = columns.dropFirst().map { Language(code: String($0)) }
        self.text = text
        self.lines = lines.dropFirst().filter { !$0.isEmpty }
    }

    /// Whether a line is empty, or has as many cells as there are columns, with at least one word each.
    private static func isConcept(_ line: Range<Int>, of text: UnsafeBufferPointer<UInt8>, columns: Int) -> Bool {
        guard !line.isEmpty else { return true }
        var count = 0
        var isFull = true
        let separator = UInt8(ascii: "|")
        text.forEachPart(of: line, separator: UInt8(ascii: "\t")) { cell in
            count += 1
            // As a rule, the first byte is one of a word.
            isFull =
                isFull && !cell.isEmpty
                && (text[cell.lowerBound] != separator || cell.contains { text[$0] != separator })
        }
        return isFull && count == columns
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
        var written = written
        let end = written.withUTF8 { Self.endOfText($0.indices, in: $0) }
        let word = String(decoding: written.utf8.prefix(end), as: UTF8.self)
        let gender = Self.genders[String(decoding: written.utf8.dropFirst(end), as: UTF8.self)]
        // Only Russian words have stress marks as scalars of their own.
        let text = String(String.UnicodeScalarView(word.unicodeScalars.filter { $0 != "\u{301}" }))
        self.text = text
        marks = (text.utf8.count == word.utf8.count ? [] : [word]) + [gender].compactMap(\.self)
    }

    private static let genders = [":mf": "m/f", ":m": "m", ":f": "f", ":n": "n", ":p": "pl"]

    /// Where the gender of a word begins; its end if it has none.
    static func endOfText(_ word: Range<Int>, in text: UnsafeBufferPointer<UInt8>) -> Int {
        for length in 2...3 where word.count > length && text[word.upperBound - length] == UInt8(ascii: ":") {
            let end = word.upperBound - length
            if genders[String(decoding: text[end..<word.upperBound], as: UTF8.self)] != nil { return end }
        }
        return word.upperBound
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
