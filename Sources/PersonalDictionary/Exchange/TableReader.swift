import CoreModule

/// Turns the rows of CSV, and of TSV with Anki's header lines, into records.
struct TableReader: Sendable {
    var header: AnkiHeader
    private let format: ExchangeFormat
    /// Known after the first row.
    private var layout: TableLayout?

    init(_ format: ExchangeFormat) {
        self.format = format
        header = AnkiHeader(separator: format == .csv ? .comma : .tab)
    }

    /// Takes the next row as one of words, without looking for names of columns in it.
    mutating func endHeader() {
        layout = layout ?? headedLayout ?? TableLayout(tagsColumn: header.tagsColumn, noteColumns: header.noteColumns)
    }

    /// Returns the record of a row; nil if the row names the columns.
    mutating func record(_ row: RawRow) throws(ExchangeProblem) -> ExchangeRecord? {
        if layout == nil, headedLayout == nil, TableLayout.isHeader(row.names) {
            layout = TableLayout(names: row.names, format: format, tagsColumn: header.tagsColumn)
            return nil
        }
        endHeader()
        return try layout.map { layout throws(ExchangeProblem) in try record(row, layout) }
    }

    private func record(_ row: RawRow, _ layout: TableLayout) throws(ExchangeProblem) -> ExchangeRecord {
        try layout.check(fieldCount: row.ends.count)
        var cells: [ExchangeColumn: String] = [:]
        var isFavorite = header.isFavorite
        for number in row.ends.indices {
            guard let text = String(validating: row.field(number), as: UTF8.self) else { throw .notUTF8 }
            switch number < layout.meanings.count ? layout.meanings[number] : .nothing {
            case .column(let column):
                let isHTML = header.isHTML && (column == .text || column == .translation)
                cells[column] = isHTML ? HTMLText.plain(text) : text
            case .tags: isFavorite = isFavorite || AnkiHeader.holdsFavorite(text)
            case .nothing: break
            }
        }
        var record = try ExchangeRecord(cells)
        if isFavorite { record.isFavorite = true }
        return record
    }

    /// The columns that `#columns` names.
    private var headedLayout: TableLayout? {
        guard let columns = header.columns else { return nil }
        var splitter = RowTokenizer(separator: header.separator)
        var index = 0
        _ = splitter.next(Array(columns.utf8), &index)
        guard case .row(let row) = splitter.finish() else { return nil }
        return TableLayout(names: row.names, format: format, tagsColumn: header.tagsColumn)
    }
}
