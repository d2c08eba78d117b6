import CoreModule
import Foundation

/// Writes words as the bytes of a file: the ``header()``, then a line for each word. ``ExchangeReader`` reads them back.
///
/// - CSV has a row that names the columns. Each line ends with CRLF.
/// - TSV has Anki's header lines, the word's identifier as Anki's own, and in the column of tags also `favorite` for a favourite. The
///   last column, `card`, is the back of a card, which is only for readers (see ``CardBack``).
/// - JSON Lines have their keys in a fixed order. A missing value is `null`; a missing entry is left out.
package struct ExchangeWriter: Sendable {
    private let format: ExchangeFormat
    private let isForSpreadsheets: Bool

    /// - Parameter isForSpreadsheets: whether a table begins with a byte-order mark, and cells that a spreadsheet would calculate are
    ///   text (see ``SpreadsheetCell``).
    package init(format: ExchangeFormat, isForSpreadsheets: Bool = false) {
        self.format = format
        self.isForSpreadsheets = isForSpreadsheets && format != .jsonl
    }

    /// Returns the beginning of the file. Empty for JSON Lines.
    package func header() -> [UInt8] {
        let mark = isForSpreadsheets ? TextEncoding.mark : []
        return switch format {
        case .csv: mark + Array((ExchangeColumn.allCases.map(\.rawValue).joined(separator: ",") + "\r\n").utf8)
        case .tsv: mark + Array(AnkiHeader.lines.map { "\($0)\n" }.joined().utf8)
        case .jsonl: []
        }
    }

    /// Returns a record's line with its line break. A table leaves out an entry, and a card, that is longer than a field may be.
    /// Throws if ``ExchangeReader`` would refuse the line: a field longer than 1 MiB, or a line longer than 16 MiB.
    package func line(for record: ExchangeRecord) throws(ExchangeProblem) -> [UInt8] {
        var line: [UInt8] = []
        for column in ExchangeColumn.allCases {
            let cell = try format == .tsv ? AnkiHeader.cell(column, of: record) : record.cell(column)
            let isTooLong = cell?.utf8.count ?? 0 > ExchangeLimit.field
            guard column == .entry || !isTooLong else { throw .fieldTooLong }
            if format == .jsonl {
                if column == .entry, cell == nil { continue }
                line += (column == .id ? "{" : ",").utf8
                line += "\"\(column.rawValue)\":".utf8
                switch column.value {
                case .flag, .entry: line += (cell ?? "null").utf8
                case .list(let path, _):
                    line += "[\(record[keyPath: path].map(\.jsonQuoted).joined(separator: ","))]".utf8
                case .text, .date: line += (cell?.jsonQuoted ?? "null").utf8
                }
            } else {
                if column != .id { line.append(separator) }
                if let cell, !isTooLong { append(cell, to: &line) }
            }
        }
        if format == .tsv {
            line.append(separator)
            let card = CardBack.text(of: record)
            if card.utf8.count < ExchangeLimit.field { append(card, to: &line) }
        }
        if format == .csv { line.append(.carriageReturn) }
        if format == .jsonl {
            line.append(UInt8(ascii: "}"))
        }
        guard line.count <= ExchangeLimit.record else { throw .recordTooLong }
        line.append(.lineFeed)
        return line
    }

    private var separator: UInt8 { format == .csv ? .comma : .tab }

    private func append(_ cell: String, to line: inout [UInt8]) {
        appendQuotedIfNeeded(isForSpreadsheets ? SpreadsheetCell.text(cell) : cell, to: &line)
    }

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
}
