import Foundation

/// Writes words in a format, so that ``ExchangeReader`` reads the same.
public struct ExchangeWriter: Sendable {
    private static let columns = [
        "id", "text", "translation", "status", "provider", "translatedAt", "sourceLang", "targetLang", "isFavorite",
        "createdAt", "updatedAt",
    ]
    private let format: ExchangeFormat

    /// Makes a writer of a format.
    public init(format: ExchangeFormat) {
        self.format = format
    }

    /// What stands before the first word.
    public func header() -> [UInt8] {
        let header =
            switch format {
            case .csv: Self.columns.joined(separator: ",") + "\r\n"
            case .tsv:
                """
                #separator:tab
                #html:false
                #columns:\(Self.columns.joined(separator: "\t"))\ttags
                #tags column:\(Self.columns.count + 1)

                """
            case .jsonl: ""
            }
        return Array(header.utf8)
    }

    /// A word with its line end. Throws what Foundation's encoder throws, for JSON Lines.
    public func line(for word: Word, entry: DictionaryEntry? = nil) throws -> [UInt8] {
        let record = ExchangeRecord(word, entry: entry)
        switch format {
        case .csv:
            return Array((fields(record).map { quoted($0, ",") }.joined(separator: ",") + "\r\n").utf8)
        case .tsv:
            let fields = fields(record) + [record.isFavorite == true ? "favorite" : ""]
            return Array((fields.map { quoted($0, "\t") }.joined(separator: "\t") + "\n").utf8)
        case .jsonl:
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            return try Array(encoder.encode(JSONLine(record))) + [UInt8(ascii: "\n")]
        }
    }

    private func fields(_ record: ExchangeRecord) -> [String] {
        [
            record.id, record.text, record.translation, record.status, record.provider,
            record.translatedAt.map(ExchangeDate.text), record.sourceLang, record.targetLang,
            record.isFavorite.map { "\($0)" }, record.createdAt.map(ExchangeDate.text),
            record.updatedAt.map(ExchangeDate.text),
        ].map { $0 ?? "" }
    }

    /// A field in quotes where it would be read otherwise than it is.
    private func quoted(_ field: String, _ delimiter: Unicode.Scalar) -> String {
        let isPlain = !field.unicodeScalars.contains { [delimiter, "\"", "\n", "\r"].contains($0) }
        if isPlain, !field.hasPrefix("#"), field.unicodeScalars.first != "\u{FEFF}" { return field }
        var result = "\""
        for scalar in field.unicodeScalars {
            if scalar == "\"" { result.unicodeScalars.append("\"") }
            result.unicodeScalars.append(scalar)
        }
        return result + "\""
    }
}
