import CoreModule
import Foundation

/// Writes words as the bytes of a file: the ``header()``, then a line for each word. ``ExchangeReader`` reads them back.
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
        let cells = ExchangeColumn.allCases.map { record.text(of: $0) }
        guard cells.allSatisfy({ $0?.utf8.count ?? 0 <= ExchangeLimit.field }) else { throw .fieldTooLong }
        let line: String
        switch format {
        case .csv: line = Self.row(cells, separator: ",") + "\r"
        case .tsv:
            let tags = record.isFavorite == true ? AnkiHeader.favoriteTag : nil
            line = Self.row(cells + [tags], separator: "\t")
        case .jsonl: line = try Self.object(cells, record.entry)
        }
        guard line.utf8.count <= ExchangeLimit.record else { throw .recordTooLong }
        return Array(line.utf8) + [.lineFeed]
    }

    // MARK: Tables

    private static func row(_ cells: [String?], separator: Unicode.Scalar) -> String {
        cells.map { $0.map { quotedIfNeeded($0, separator) } ?? "" }.joined(separator: String(separator))
    }

    /// Quotes spaces at the ends and a leading `#` as well: other programs may treat them specially.
    private static func quotedIfNeeded(_ cell: String, _ separator: Unicode.Scalar) -> String {
        let scalars = cell.unicodeScalars
        let isPlain =
            scalars.first != "#" && scalars.first != " " && scalars.last != " "
            && scalars.allSatisfy { $0 != separator && $0 != "\"" && $0 != "\n" && $0 != "\r" }
        return isPlain ? cell : quoted(cell) { $0 == "\"" ? "\"\"" : nil }
    }

    /// A text in quotes. Scalar by scalar, because a quote with a combining mark is one character.
    private static func quoted(_ text: String, escaping escape: (Unicode.Scalar) -> String?) -> String {
        let escaped = text.unicodeScalars.map { escape($0) ?? String($0) }
        return "\"\(escaped.joined())\""
    }

    // MARK: JSON

    private static func object(_ cells: [String?], _ entry: DictionaryEntry?) throws(ExchangeProblem) -> String {
        var members = zip(ExchangeColumn.allCases, cells).map { column, cell in
            let value = cell.map { column == .isFavorite ? $0 : quoted($0, escaping: jsonEscape) } ?? "null"
            return "\"\(column.rawValue)\":\(value)"
        }
        if let entry {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            do {
                let json = try encoder.encode(WrittenEntry(entry: entry))
                members.append("\"entry\":\(String(decoding: json, as: UTF8.self))")
            } catch {
                throw ExchangeProblem(reason: Message("the entry cannot be written: \(String(describing: error))"))
            }
        }
        return "{\(members.joined(separator: ","))}"
    }

    private static func jsonEscape(_ scalar: Unicode.Scalar) -> String? {
        switch scalar {
        case "\"": "\\\""
        case "\\": "\\\\"
        case "\n": "\\n"
        case "\r": "\\r"
        case "\t": "\\t"
        // Line and paragraph separators too: some readers break lines there.
        case "\0"..."\u{1F}", "\u{7F}", "\u{85}", "\u{2028}", "\u{2029}": String(format: "\\u%04x", scalar.value)
        default: nil
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
