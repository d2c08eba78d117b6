import Foundation

/// The table of irregular forms of a language, by its forms and by its words. It is searched where it lies in memory.
struct IrregularForms: Sendable {
    /// A line of the table.
    struct Line {
        /// The form as it is written.
        var form: String
        let word: String
        let labels: [DictionaryEntry.Match.Label]
        /// Whether the form is more common than a word that is written so.
        let isFirst: Bool
        /// Whether the word has the regular form as well: learnt and learned.
        let hasRegular: Bool

        /// The form of the word with a prefix.
        func with(prefix: String) -> Line {
            Line(
                form: prefix + form, word: prefix + word, labels: labels, isFirst: isFirst, hasRegular: hasRegular)
        }
    }

    private let forms: SortedKeys
    private let words: SortedKeys

    /// - Parameter bytes: lines sorted by their first cell, with the folded form, the form if it differs, the word, what the form is, and
    ///   `first` or `also`.
    init(bytes: [UInt8]) {
        let forms = SortedKeys.lines(bytes)
        let words = bytes.withUnsafeBufferPointer { text in
            forms.ranges.map { key in
                let tab = UInt8(ascii: "\t")
                let start = text.end(of: tab, in: min(key.upperBound + 1, text.count)..<text.count) + 1
                return start..<text.end(of: tab, in: start..<text.count)
            }
        }
        self.forms = forms
        self.words = SortedKeys(
            bytes: bytes, ranges: SortedKeys.order(of: words, in: bytes).map { words[$0] })
    }

    /// The lines of a folded form.
    func lines(of key: String) -> [Line] {
        forms.places(of: key).map { line(at: forms.ranges[$0].lowerBound) }
    }

    /// The lines of a word.
    func lines(ofWord word: String) -> [Line] {
        words.places(of: word).map { place in
            let start = words.bytes[..<words.ranges[place].lowerBound].lastIndex(of: UInt8(ascii: "\n"))
            return line(at: start.map { $0 + 1 } ?? 0)
        }
    }

    private func line(at start: Int) -> Line {
        let cells = forms.cells(at: start)
        return Line(
            form: String(cells[1].isEmpty ? cells[0] : cells[1]), word: String(cells[2]),
            labels: Self.labels(cells[3]), isFirst: cells.dropFirst(4).first == "first",
            hasRegular: cells.dropFirst(4).first == "also")
    }

    /// The labels in a cell of the tables.
    static func labels(_ cell: Substring) -> [DictionaryEntry.Match.Label] {
        cell.split(separator: "|").map { .init(rawValue: String($0)) }
    }
}
