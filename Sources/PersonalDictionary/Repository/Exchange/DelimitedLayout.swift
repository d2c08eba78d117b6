import Foundation

/// What the columns of a CSV or TSV file mean, as its header lines and its first row say.
struct DelimitedLayout {
    private enum Column: String, CaseIterable {
        case id, text, translation, status, provider, translatedAt, sourceLang, targetLang, isFavorite, createdAt,
            updatedAt
        case tags

        /// Columns have these names in whatever case, and a card's sides.
        init?(name: String) {
            switch name.trimmingCharacters(in: .whitespaces).lowercased() {
            case "front": self = .text
            case "back": self = .translation
            case let name:
                guard let column = Self.allCases.first(where: { $0.rawValue.lowercased() == name }) else { return nil }
                self = column
            }
        }
    }

    /// Without any names: a word, its translation, and their languages.
    private static let plain: [Column] = [.text, .translation, .sourceLang, .targetLang]

    private let hasHeaderLines: Bool
    private var columns: [Column?]?
    private var tagsColumn: Int?
    private var isHTML = false
    private var hasRows = false

    init(hasHeaderLines: Bool) {
        self.hasHeaderLines = hasHeaderLines
    }

    /// Takes a row.
    /// - Returns: what it says of a word; `nil` where it is about the file itself.
    mutating func record(
        _ row: DelimitedParser.Row, delimiter: inout UInt8
    ) -> Result<ExchangeRecord, ExchangeProblem>? {
        do throws(ExchangeProblem) {
            if let problem = row.problem { throw problem }
            var fields: [String] = []
            for field in row.fields {
                guard let text = String(validating: field, as: UTF8.self) else { throw ExchangeProblem("not UTF-8") }
                fields.append(text)
            }
            if hasHeaderLines, !hasRows, !row.isFirstQuoted, fields[0].hasPrefix("#") {
                header(fields, &delimiter)
                return nil
            }
            defer { hasRows = true }
            if !hasRows, columns == nil, fields.contains(where: { Column(name: $0) == .text }) {
                columns = fields.map { Column(name: $0) }
                return nil
            }
            return .success(try record(fields))
        } catch {
            hasRows = true
            return .failure(error)
        }
    }

    private mutating func header(_ fields: [String], _ delimiter: inout UInt8) {
        let parts = fields[0].dropFirst().split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let value = parts.count == 2 ? String(parts[1]) : ""
        switch parts[0].lowercased() {
        case "separator":
            // A separator that is itself the delimiter splits the line: `#separator:` and nothing.
            delimiter = fields.count > 1 && value.isEmpty ? delimiter : Self.separator(value) ?? delimiter
        case "html": isHTML = value.lowercased() == "true"
        case "columns": columns = ([value] + fields.dropFirst()).map { Column(name: $0) }
        case "tags column": tagsColumn = Int(value).map { $0 - 1 }
        default: break
        }
    }

    private static func separator(_ name: String) -> UInt8? {
        switch name.lowercased() {
        case "tab", "\\t", "\t": UInt8(ascii: "\t")
        case "comma": UInt8(ascii: ",")
        case "semicolon": UInt8(ascii: ";")
        case "pipe": UInt8(ascii: "|")
        case "colon": UInt8(ascii: ":")
        case "space": UInt8(ascii: " ")
        default: name.utf8.count == 1 ? name.utf8.first : nil
        }
    }

    private func record(_ fields: [String]) throws(ExchangeProblem) -> ExchangeRecord {
        let columns = self.columns ?? Self.plain
        var values: [Column: String] = [:]
        for (number, field) in fields.enumerated() where !field.isEmpty {
            let column = number == tagsColumn ? .tags : number < columns.count ? columns[number] : nil
            if let column { values[column] = isHTML ? HTMLText.plain(field) : field }
        }
        guard let text = values[.text] else { throw ExchangeProblem("there is no text") }
        var record = ExchangeRecord(text: text)
        record.id = values[.id]
        record.translation = values[.translation]
        record.status = values[.status]
        record.provider = values[.provider]
        record.sourceLang = values[.sourceLang]
        record.targetLang = values[.targetLang]
        if let date = values[.translatedAt] { record.translatedAt = try ExchangeDate.date(date, of: "translatedAt") }
        if let date = values[.createdAt] { record.createdAt = try ExchangeDate.date(date, of: "createdAt") }
        if let date = values[.updatedAt] { record.updatedAt = try ExchangeDate.date(date, of: "updatedAt") }
        if let claim = values[.isFavorite] { record.isFavorite = try Self.bool(claim) }
        if let tags = values[.tags], tags.lowercased().split(separator: " ").contains("favorite") {
            record.isFavorite = true
        }
        return record
    }

    private static func bool(_ text: String) throws(ExchangeProblem) -> Bool {
        switch text.lowercased() {
        case "true", "yes", "1", "x": true
        case "false", "no", "0": false
        default: throw ExchangeProblem("isFavorite is neither true nor false")
        }
    }
}

/// Text of the simple HTML that cards are written in.
enum HTMLText {
    private static let entities = [
        "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": "\u{A0}",
    ]

    /// The text without tags; `<br>` is a line break, and entities are what they stand for.
    static func plain(_ html: String) -> String {
        var result = ""
        var rest = html[...]
        while let index = rest.firstIndex(where: { $0 == "<" || $0 == "&" }) {
            result += rest[..<index]
            let isTag = rest[index] == "<"
            let behind = rest[rest.index(after: index)...]
            guard let end = behind.firstIndex(of: isTag ? ">" : ";"),
                isTag || behind.distance(from: behind.startIndex, to: end) <= 8,
                let text = isTag ? tag(behind[..<end]) : entity(behind[..<end])
            else {
                result.append(rest[index])
                rest = behind
                continue
            }
            result += text
            rest = rest[rest.index(after: end)...]
        }
        return result + rest
    }

    private static func tag(_ name: Substring) -> String {
        let name = name.lowercased()
        return name == "br" || name == "br/" || name == "br /" ? "\n" : ""
    }

    private static func entity(_ name: Substring) -> String? {
        guard name.hasPrefix("#") else { return entities[name.lowercased()] }
        let digits = name.dropFirst()
        let value = digits.lowercased().hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
        return value.flatMap(Unicode.Scalar.init).map { String($0) }
    }
}
