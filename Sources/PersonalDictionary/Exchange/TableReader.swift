import CoreModule
import Foundation

/// Turns the rows of CSV, and of TSV with Anki's header lines, into records.
struct TableReader: Sendable {
    var header: AnkiHeader
    private let format: ExchangeFormat
    private let names: ColumnNames
    private let options: ImportOptions
    /// Whether the file begins with a byte-order mark.
    private let isMarked: Bool
    let sample: TableSample
    /// Known after the first row.
    private(set) var layout: TableLayout?

    init(
        _ format: ExchangeFormat, _ sample: TableSample, _ names: ColumnNames, _ options: ImportOptions, isMarked: Bool
    ) {
        self.isMarked = isMarked
        self.format = format
        self.sample = sample
        self.names = names
        self.options = options
        header = sample.header
    }

    /// Takes the next row as one of words, without looking for names of columns in it.
    mutating func endHeader() {
        layout = layout ?? headedLayout ?? TableLayout(sample, names, header)
    }

    /// Throws if the first row may be a header, or a word that is `text`, or if the header names other languages than the options.
    func checkHeader() throws(ExchangeProblem) {
        let row = sample.rows.first
        let headed = headedLayout ?? row.flatMap { columns(namedBy: $0, mayEndEarly: false) }
        guard headed != nil || row?.hasTextName != true || !options.readsHeader else { throw .header }
        for (named, option) in [(headed?.source, options.source), (headed?.target, options.target)] {
            if let named, let option, named != option { throw .language(named, insteadOf: option) }
        }
        guard options.columns == nil, headed?.source == nil else { return }
        let expected = headed ?? TableLayout(sample, names, header)
        try checkOrder(sample.rows.dropFirst(headed == nil || headedLayout != nil ? 0 : 1), expected.meanings)
    }

    private static let dashed = SharedRegex(/\S\s+[-–—=]\s+\S/)
    private static let sound = SharedRegex(/\s?\[sound:[^\[\]]*\]/)

    /// Throws if words are written in the letters of their translations, or if both are in one cell with a dash or an equals sign between them.
    private func checkOrder(_ rows: ArraySlice<RawRow>, _ meanings: [ExchangeColumn?]) throws(ExchangeProblem) {
        let areSingle = rows.allSatisfy { $0.ends.count == 1 }
        if areSingle, options.delimiter == nil,
            2 * rows.count(where: { $0.names[0].contains(Self.dashed) }) > rows.count
        {
            throw .dashes
        }
        guard let text = meanings.firstIndex(of: .text), let translation = meanings.firstIndex(of: .translation),
            !meanings.contains(.sourceLang) || rows.allSatisfy({ $0.ends.count <= 2 })
        else { return }
        let pairs = rows.map(\.names).filter { max(text, translation) < $0.count }
        let orders = pairs.map { names.isSwapped($0[text], $0[translation]) }
        if orders.contains(true), !orders.contains(false) { throw .swapped }
    }

    /// The columns that a row names.
    private func columns(namedBy row: RawRow, mayEndEarly: Bool) -> TableLayout? {
        guard options.readsHeader else { return nil }
        return TableLayout(
            header: row, above: sample.rows.dropFirst(), names, mayEndEarly: mayEndEarly,
            knownColumns: header.knownColumns)
    }

    /// Returns the record of a row; nil if the row names the columns.
    mutating func record(_ row: RawRow) throws(ExchangeProblem) -> ExchangeRecord? {
        if layout == nil, header.columnNames == nil,
            let headed = columns(namedBy: row, mayEndEarly: format == .tsv)
        {
            layout = options.columns == nil ? headed : headedLayout
            return nil
        }
        endHeader()
        guard let layout else { return nil }
        return try record(row, layout)
    }

    private func record(_ row: RawRow, _ layout: TableLayout) throws(ExchangeProblem) -> ExchangeRecord {
        try layout.check(fieldCount: row.ends.count)
        var record = ExchangeRecord()
        // That there is no text, or no UTF-8, is said first.
        var problem: ExchangeProblem?
        for number in row.ends.indices {
            guard let text = row.text(number) else { throw .notUTF8 }
            guard number < layout.meanings.count, let column = layout.meanings[number] else { continue }
            let isForReaders = column == .text || column == .translation
            var plain = isForReaders && header.isHTML ? HTMLText.plain(text) : text
            if isMarked, layout.isOwn { plain = SpreadsheetCell.cell(plain) }
            if column == .sourceLang || column == .targetLang { plain = names.language(plain)?.code ?? plain }
            do throws(ExchangeProblem) {
                try record.set(column, isForReaders && !layout.isOwn ? Self.withoutSounds(plain) : plain)
            } catch {
                problem = problem ?? error
            }
        }
        guard record.hasText else { throw .noText }
        if let problem { throw problem }
        header.finishTags(of: &record, format, isOwn: layout.isOwn)
        if record.sourceLang == nil { record.sourceLang = layout.source?.code }
        if record.targetLang == nil { record.targetLang = layout.target?.code }
        return record
    }

    /// Removes the sounds of Anki's notes: `[sound:dog.mp3]`. Linear time: the name of a sound contains no brackets.
    private static func withoutSounds(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "[")) else { return text }
        let rest = text.replacing(sound, with: "")
        return rest == text ? text : rest.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// Whether every row is a word behind the names of its languages, as in a translator's phrasebook, which has no header.
    private var isPhrasebook: Bool {
        !sample.rows.isEmpty
            && sample.rows.allSatisfy { row in
                let cells = row.names
                return cells.count == 4 && cells.prefix(2).allSatisfy { names.language($0) != nil }
                    && cells.suffix(2).allSatisfy { !$0.isEmpty && names.language($0) == nil }
            }
    }

    private static let phrasebook: [ExchangeColumn] = [.sourceLang, .targetLang, .text, .translation]

    /// The columns that the user names, or else `#columns`, or those of a phrasebook.
    private var headedLayout: TableLayout? {
        let phrasebook = isPhrasebook ? Self.phrasebook.map(\.rawValue) : nil
        guard let headings = options.columns ?? header.columnNames ?? phrasebook else { return nil }
        return TableLayout(
            names: headings, names, mayEndEarly: format == .tsv || options.columns != nil,
            knownColumns: header.knownColumns)
    }
}
