import CoreModule
import Foundation

/// Writes words as the bytes of a file: the ``header()``, then a line for each word. ``ExchangeReader`` reads them back.
///
/// - CSV has a row that names the columns. Each line ends with CRLF.
/// - TSV has Anki's header lines, the word's identifier as Anki's own, and in the column of tags also `favorite` for a favourite.
/// - JSON Lines have their keys in a fixed order. A missing value is `null`; a missing entry is left out.
package struct ExchangeWriter: Sendable {
    private let format: ExchangeFormat

    package init(format: ExchangeFormat) {
        self.format = format
    }

    /// Returns the beginning of the file. Empty for JSON Lines.
    package func header() -> [UInt8] {
        switch format {
        case .csv: Array((ExchangeColumn.allCases.map(\.rawValue).joined(separator: ",") + "\r\n").utf8)
        case .tsv: Array(AnkiHeader.lines.map { "\($0)\n" }.joined().utf8)
        case .jsonl: []
        }
    }

    /// Returns a record's line with its line break. Only JSON Lines contain the entry. Throws if ``ExchangeReader`` would refuse the
    /// line: a field longer than 1 MiB, or a line longer than 16 MiB.
    package func line(for record: ExchangeRecord) throws(ExchangeProblem) -> [UInt8] {
        var line: [UInt8] = []
        for column in ExchangeColumn.allCases {
            let cell = format == .tsv ? AnkiHeader.cell(column, of: record) : record.cell(column)
            guard cell?.utf8.count ?? 0 <= ExchangeLimit.field else { throw .fieldTooLong }
            if format == .jsonl {
                line += (column == .id ? "{" : ",").utf8
                line += "\"\(column.rawValue)\":".utf8
                switch column.value {
                case .flag: line += (cell ?? "null").utf8
                case .list(let path, _):
                    line += "[\(record[keyPath: path].map(\.jsonQuoted).joined(separator: ","))]".utf8
                case .text, .date: line += (cell?.jsonQuoted ?? "null").utf8
                }
            } else {
                if column != .id { line.append(separator) }
                if let cell { appendQuotedIfNeeded(cell, to: &line) }
            }
        }
        if format == .csv { line.append(.carriageReturn) }
        if format == .jsonl {
            if let entry = record.entry { line += try Self.member(entry) }
            line.append(UInt8(ascii: "}"))
        }
        guard line.count <= ExchangeLimit.record else { throw .recordTooLong }
        line.append(.lineFeed)
        return line
    }

    private var separator: UInt8 { format == .csv ? .comma : .tab }

    /// Quotes spaces at the ends and a leading `#` as well: other programs may treat them specially.
    private func appendQuotedIfNeeded(_ cell: String, to line: inout [UInt8]) {
        let bytes = cell.utf8
        let isPlain =
            bytes.first != UInt8(ascii: "#") && bytes.first != .space && bytes.last != .space
            && cell.allBytes { $0 != separator && $0 != .quote && !$0.isLineBreak }
        guard !isPlain else { return line += bytes }
        line.append(.quote)
        for byte in bytes { line += byte == .quote ? [.quote, .quote] : [byte] }
        line.append(.quote)
    }

    private static func member(_ entry: DictionaryEntry) throws(ExchangeProblem) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do {
            return Array(",\"entry\":".utf8) + (try encoder.encode(WrittenEntry(entry: entry)))
        } catch {
            throw ExchangeProblem(reason: Message("the entry cannot be written: \(String(describing: error))"))
        }
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
