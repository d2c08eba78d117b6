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
    /// Whether every word of the file is a favourite.
    private(set) var isFavorite = false
    /// The column of tags, from 0.
    private(set) var tagsColumn: Int?
    /// The columns with a note's type, deck and identifier, from 0. They are no part of the word.
    private(set) var noteColumns: Set<Int> = []

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

    mutating func read(_ line: [UInt8]) {
        guard let colon = line.firstIndex(of: .colon) else { return }
        let key = ExchangeColumn.normalized(String(decoding: line[1..<colon], as: UTF8.self))
        let value = String(decoding: line[(colon + 1)...], as: UTF8.self)
        switch key {
        case "separator": if !hasKnownSeparator { separator = Self.separator(value) ?? separator }
        case "html": isHTML = ExchangeColumn.normalized(value) == "true"
        case "columns": columns = value
        case "tags": isFavorite = Self.holdsFavorite(value)
        case "tags column": tagsColumn = Self.column(value)
        case "guid column", "notetype column", "deck column":
            if let column = Self.column(value) { noteColumns.insert(column) }
        default: break
        }
    }

    /// The tag of favourites.
    static let favoriteTag = "favorite"

    static func holdsFavorite(_ tags: String) -> Bool {
        tags.split(whereSeparator: \.isWhitespace).contains { $0.lowercased() == favoriteTag }
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
