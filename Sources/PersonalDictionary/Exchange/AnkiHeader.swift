import CoreModule

/// The header lines of Anki's text files: `#key:value` at the top of the file. Unknown lines and comments are ignored.
/// See https://docs.ankiweb.net/importing/text-files.html#file-headers.
struct AnkiHeader: Sendable {
    /// The byte between fields.
    private(set) var separator: UInt8
    /// Whether no heading changes the separator.
    let hasKnownSeparator: Bool
    /// Whether the words are HTML.
    private(set) var isHTML = false
    /// The names of the columns, not split yet: the separator may come later.
    private var columns: String?
    /// The tags of every word of the file.
    private var tags: [String] = []
    /// The columns whose meaning does not depend on their names, from 0.
    private(set) var knownColumns: [Int: ExchangeColumn] = [:]
    /// The columns with a note's type, deck and identifier, from 0, with their names. They are no part of the word.
    private(set) var noteColumns: [Int: String] = [:]
    private static let keys = [
        "separator", "html", "tags", "columns", "notetype", "deck", "guid column", "notetype column", "deck column",
        "tags column", "if matches",
    ]

    init(separator: UInt8, isKnown: Bool) {
        self.separator = separator
        hasKnownSeparator = isKnown
    }

    /// The names of the columns.
    var columnNames: [String]? {
        guard let columns else { return nil }
        var splitter = RowTokenizer(separator: separator)
        var index = 0
        _ = splitter.next(Array(columns.utf8), &index)
        guard case .row(let row) = splitter.finish() else { return nil }
        return row.names
    }

    /// Whether a file begins with one of Anki's headings.
    static func begins(_ file: [UInt8]) -> Bool {
        keys.map { "#\($0):" }.contains {
            String(decoding: file.prefix($0.utf8.count), as: UTF8.self).lowercased() == $0
        }
    }

    mutating func read(_ line: [UInt8]) {
        guard let colon = line.firstIndex(of: .colon) else { return }
        let key = ExchangeColumn.normalized(String(decoding: line[1..<colon], as: UTF8.self))
        let written = String(decoding: line[(colon + 1)...], as: UTF8.self)
        // A spreadsheet fills a line up with separators.
        let unfilled = String(written.reversed().drop { ",;\t".contains($0) }.reversed())
        let value = unfilled.isEmpty ? written : unfilled
        switch key {
        case "separator": if !hasKnownSeparator { separator = Self.separator(value) ?? separator }
        case "html": isHTML = ExchangeColumn.normalized(value) == "true"
        case "columns": columns = written
        case "tags": tags = value.partsBetweenSpaces
        case "tags column": knownColumns = Self.column(value).map { [$0: .tags] } ?? [:]
        case "guid column", "notetype column", "deck column":
            if let column = Self.column(value) { noteColumns[column] = String(key.prefix { $0 != " " }) }
        default: break
        }
    }

    /// The tag of favourites.
    private static let favoriteTag = "favorite"

    private static func isStar(_ tag: String) -> Bool { tag.lowercased() == favoriteTag }

    /// Makes the star of a record's tag, and adds the tags that every word of the file has.
    /// - Parameter isOwn: whether this program wrote the file.
    func finishTags(of record: inout ExchangeRecord, _ format: ExchangeFormat, isOwn: Bool) {
        if isOwn, let isFavorite = record.isFavorite {
            // The star is also the first tag, for Anki.
            if format == .tsv, isFavorite, let star = record.tags.firstIndex(of: Self.favoriteTag) {
                record.tags.remove(at: star)
            }
            record.tags += tags
            return
        }
        // Other programs may write `noun, animal`.
        if format == .csv, !isOwn {
            record.tags = record.tags.flatMap { $0.split { ",;".contains($0) } }.map(String.init)
        }
        let all = record.tags + tags
        // In Anki's files, and in those without a column for it, a tag is the star.
        record.tags = format == .tsv || record.isFavorite == nil ? all.filter { !Self.isStar($0) } : all
        if record.tags.count < all.count { record.isFavorite = true }
    }

    /// The column of the backs of cards, which are only for readers.
    static let cardName = "card"

    /// The header lines of a file that this program writes.
    static var lines: [String] {
        let columns = ExchangeColumn.allCases
        let numbers = [("guid column", ExchangeColumn.id), ("tags column", .tags)].map { name, column in
            "\(name):\(columns.prefix { $0 != column }.count + 1)"
        }
        return
            ([
                "separator:tab", "html:false",
                "columns:\((columns.map(\.rawValue) + [cardName]).joined(separator: "\t"))",
            ] + numbers)
            .map { "#\($0)" }
    }

    /// The cell of a column, in which a star is also a tag.
    static func cell(_ column: ExchangeColumn, of record: ExchangeRecord) throws(ExchangeProblem) -> String? {
        guard column == .tags, record.isFavorite == true else { return try record.cell(column) }
        return ([favoriteTag] + record.tags).joined(separator: " ")
    }

    /// A separator by its name, or the character itself.
    private static func separator(_ value: String) -> UInt8? {
        switch ExchangeColumn.normalized(value) {
        case "tab", "\\t": return .tab
        case "comma": return .comma
        case "semicolon": return .semicolon
        case "pipe": return UInt8(ascii: "|")
        case "colon": return .colon
        case "space": return .space
        default: break
        }
        guard value.utf8.count == 1, let byte = value.utf8.first, byte < 0x80, byte != .quote else { return nil }
        return byte
    }

    /// A column's number, which is from 1 in the file. Nil if it is impossible.
    private static func column(_ value: String) -> Int? {
        guard let number = Int(ExchangeColumn.normalized(value)), (1...1000).contains(number) else { return nil }
        return number - 1
    }
}
