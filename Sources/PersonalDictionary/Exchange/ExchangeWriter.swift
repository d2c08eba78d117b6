import CoreModule
import Foundation

/// Writes words as the bytes of a file: the ``header()``, then a line for each word. ``ExchangeReader`` reads back exactly what was
/// written.
///
/// - CSV has a row that names the columns. Each line ends with CRLF.
/// - TSV has Anki's header lines, the word's identifier as Anki's own, and a column of tags with `favorite`.
/// - JSON Lines have their keys in a fixed order. A missing value is `null`; a missing entry is left out.
package struct ExchangeWriter: Sendable {
    private let format: ExchangeFormat

    package init(format: ExchangeFormat) {
        self.format = format
    }

    /// Returns the beginning of the file. Empty for JSON Lines.
    package func header() -> [UInt8] {
        let names = ExchangeColumn.allCases.map(\.rawValue)
        switch format {
        case .csv:
            return Array((names.joined(separator: ",") + "\r\n").utf8)
        case .tsv:
            let columns = (names + ["tags"]).joined(separator: "\t")
            let lines = ["separator:tab", "html:false", "columns:\(columns)", "guid column:1"]
            return Array((lines + ["tags column:\(names.count + 1)"]).map { "#\($0)\n" }.joined().utf8)
        case .jsonl:
            return []
        }
    }

    /// Returns a record's line with its line break. Only JSON Lines contain the entry. Throws if ``ExchangeReader`` would refuse the
    /// line: a field longer than 1 MiB, or a line longer than 16 MiB.
    package func line(for record: ExchangeRecord) throws(ExchangeProblem) -> [UInt8] {
        var line: [UInt8] = []
        var cells = ExchangeColumn.allCases.map { record.text(of: $0) }
        guard cells.allSatisfy({ $0?.utf8.count ?? 0 <= ExchangeLimit.field }) else { throw .fieldTooLong }
        switch format {
        case .csv:
            Self.write(cells, separator: .comma, to: &line)
            line.append(.carriageReturn)
        case .tsv:
            cells.append(record.isFavorite == true ? AnkiHeader.favoriteTag : nil)
            Self.write(cells, separator: .tab, to: &line)
        case .jsonl:
            try Self.writeObject(cells, record, to: &line)
        }
        guard line.count <= ExchangeLimit.record else { throw .recordTooLong }
        line.append(.lineFeed)
        return line
    }

    // MARK: Tables

    private static func write(_ cells: [String?], separator: UInt8, to line: inout [UInt8]) {
        for (number, cell) in cells.enumerated() {
            if number > 0 { line.append(separator) }
            guard let cell else { continue }
            guard needsQuotes(cell, separator: separator) else {
                line.append(contentsOf: cell.utf8)
                continue
            }
            line.append(.quote)
            for byte in cell.utf8 {
                if byte == .quote { line.append(.quote) }
                line.append(byte)
            }
            line.append(.quote)
        }
    }

    /// Spaces at the ends and a leading `#` are quoted as well: other programs may treat them specially.
    private static func needsQuotes(_ cell: String, separator: UInt8) -> Bool {
        cell.utf8.first == UInt8(ascii: "#") || cell.utf8.first == .space || cell.utf8.last == .space
            || cell.utf8.contains { $0 == separator || $0 == .quote || $0.isLineBreak }
    }

    // MARK: JSON

    private static func writeObject(
        _ cells: [String?], _ record: ExchangeRecord, to line: inout [UInt8]
    ) throws(ExchangeProblem) {
        for (number, column) in ExchangeColumn.allCases.enumerated() {
            line.append(number == 0 ? UInt8(ascii: "{") : .comma)
            writeString(column.rawValue, to: &line)
            line.append(.colon)
            if let cell = cells[number] {
                if column == .isFavorite { line.append(contentsOf: cell.utf8) } else { writeString(cell, to: &line) }
            } else {
                line.append(contentsOf: "null".utf8)
            }
        }
        if let entry = record.entry {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            guard let json = try? encoder.encode(WrittenEntry(entry: entry)) else {
                throw ExchangeProblem(reason: Message("the entry cannot be written"))
            }
            line.append(contentsOf: ",\"entry\":".utf8)
            line.append(contentsOf: json)
        }
        line.append(UInt8(ascii: "}"))
    }

    private static func writeString(_ text: String, to line: inout [UInt8]) {
        line.append(.quote)
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": line.append(contentsOf: "\\\"".utf8)
            case "\\": line.append(contentsOf: "\\\\".utf8)
            case "\n": line.append(contentsOf: "\\n".utf8)
            case "\r": line.append(contentsOf: "\\r".utf8)
            case "\t": line.append(contentsOf: "\\t".utf8)
            // Line and paragraph separators too: some readers break lines there.
            case "\0"..."\u{1F}", "\u{7F}", "\u{85}", "\u{2028}", "\u{2029}":
                line.append(contentsOf: String(format: "\\u%04x", scalar.value).utf8)
            default: line.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
            }
        }
        line.append(.quote)
    }
}

/// An entry in the form of files: its date is a text, like the dates of a word.
private struct WrittenEntry: Encodable {
    let entry: DictionaryEntry

    private enum CodingKeys: CodingKey { case date }

    func encode(to encoder: any Encoder) throws {
        try entry.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(ISO8601Date.text(entry.date), forKey: .date)
    }
}
