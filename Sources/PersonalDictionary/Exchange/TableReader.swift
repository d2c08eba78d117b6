/// Reads words from CSV, and from TSV with Anki's header lines.
struct TableReader: Sendable {
    private let format: ExchangeFormat
    private var tokenizer: RowTokenizer
    private var header = AnkiHeader()
    /// Known after the first row.
    private var layout: TableLayout?

    init(_ format: ExchangeFormat) {
        self.format = format
        tokenizer = RowTokenizer(
            separator: format == .csv ? UInt8(ascii: ",") : header.separator, readsHeadings: format == .tsv)
    }

    /// Reads a chunk, and returns the lines that end in it.
    mutating func read(_ chunk: [UInt8]) -> [ExchangeLine] {
        var lines: [ExchangeLine] = []
        var index = 0
        while let token = tokenizer.next(chunk, &index) {
            if let line = take(token) { lines.append(line) }
        }
        return lines
    }

    /// Returns the last line if no line break ended it.
    mutating func finish() -> [ExchangeLine] {
        guard let token = tokenizer.finish(), let line = take(token) else { return [] }
        return [line]
    }

    private mutating func take(_ token: RowTokenizer.Token) -> ExchangeLine? {
        switch token {
        case .heading(let line):
            header.read(line)
            tokenizer.separator = header.separator
            return nil
        case .broken(let line, let problem):
            if layout == nil { layout = headedLayout ?? unnamedLayout }
            return ExchangeLine(number: line, result: .failure(problem))
        case .row(let row):
            return take(row)
        }
    }

    private mutating func take(_ row: RawRow) -> ExchangeLine? {
        guard !row.isBlank else { return nil }
        guard let layout = layout ?? headedLayout else {
            let names = row.names
            guard !TableLayout.isHeader(names) else {
                layout = TableLayout(names: names, format: format, tagsColumn: header.tagsColumn)
                return nil
            }
            layout = unnamedLayout
            return take(row)
        }
        self.layout = layout
        return ExchangeLine(number: row.line, result: Result { () throws(ExchangeProblem) in try record(row, layout) })
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
        var splitter = RowTokenizer(separator: header.separator, readsHeadings: false)
        var index = 0
        _ = splitter.next(Array(columns.utf8), &index)
        guard case .row(let row) = splitter.finish() else { return nil }
        return TableLayout(names: row.names, format: format, tagsColumn: header.tagsColumn)
    }

    private var unnamedLayout: TableLayout {
        TableLayout(tagsColumn: header.tagsColumn, noteColumns: header.noteColumns)
    }
}
