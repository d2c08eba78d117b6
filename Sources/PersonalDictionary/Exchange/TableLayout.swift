import CoreModule

/// The meaning of each column of a table, and the number of fields that a row may have.
struct TableLayout: Sendable {
    /// Nil for a column that is ignored.
    private(set) var meanings: [ExchangeColumn?]
    /// The names of the columns, each empty if it has none.
    private(set) var headings: [String] = []
    /// The languages that the header names in place of `text` and `translation`.
    private(set) var source: Language?
    private(set) var target: Language?
    /// Whether this program wrote the table, so that every text is as it should be.
    private(set) var isOwn = false
    private let fieldCounts: ClosedRange<Int>

    private static let foreign: Set<ExchangeColumn?> = [
        .id, .status, .provider, .translatedAt, .createdAt, .updatedAt, .alternatives, .note,
    ]

    /// The columns that a header names. If the fields may end early, those at the end of a row may be missing. If it is not certain that
    /// it is a header, codes of languages must be in capitals, or those of the current languages: `it` is a word too.
    init(
        names: [String], _ known: ColumnNames, mayEndEarly: Bool, knownColumns: [Int: ExchangeColumn],
        isCertain: Bool = true
    ) {
        isOwn = names.starts(with: ExchangeColumn.first.map(\.rawValue))
        // A table that calls the word `text` means what this program does. In others, a note is not the
        // user's note on a word, and an identifier or a date is not this program's.
        var seen: Set<ExchangeColumn?> = names.contains(ExchangeColumn.text.rawValue) ? [] : Self.foreign
        if !isOwn { seen.insert(.entry) }
        var meanings = names.map { name in
            let meaning = known.meaning(of: name)
            return seen.insert(meaning).inserted ? meaning : nil
        }
        // A row that has codes of languages beside other fields is a word with its languages.
        let isOfLanguages = names.allSatisfy { known.language($0) != nil }
        for (number, name) in names.enumerated() where meanings[number] == nil {
            guard let language = known.language(name),
                name.count > 3 || isOfLanguages && (isCertain || name == name.uppercased() || known.isCurrent(language))
            else { continue }
            if seen.insert(.text).inserted {
                meanings[number] = .text
                source = language
            } else if language != source, seen.insert(.translation).inserted {
                meanings[number] = .translation
                target = language
            }
        }
        for (number, column) in knownColumns {
            meanings += Array(repeating: nil, count: max(0, number + 1 - meanings.count))
            meanings[number] = column
        }
        self.meanings = meanings
        headings = names
        fieldCounts = (mayEndEarly ? 1 : meanings.count)...max(1, meanings.count)
    }

    /// The columns that the first row names. Nil if it is a word: a header has names for a text and for a translation, or `text` and
    /// another name, or nothing else. If it names languages, most cells below them are none.
    init?(
        header row: RawRow, above rows: some Collection<RawRow>, _ known: ColumnNames, mayEndEarly: Bool,
        knownColumns: [Int: ExchangeColumn]
    ) {
        self.init(names: row.names, known, mayEndEarly: mayEndEarly, knownColumns: knownColumns, isCertain: false)
        let names = Set(meanings).subtracting([nil])
        let isNamed = row.hasTextName && (names.count > 1 || meanings.count == 1)
        guard isNamed || names.isSuperset(of: [.text, .translation]) else { return nil }
        let ofLanguages = headings.indices.filter {
            (meanings[$0] == .text && source != nil) || (meanings[$0] == .translation && target != nil)
        }
        let languageCount = rows.count { row in
            let cells = row.names
            return ofLanguages.allSatisfy { cells.indices.contains($0) && known.language(cells[$0]) != nil }
        }
        let hasWords = rows.isEmpty && headings.indices.contains { meanings[$0] == nil && !headings[$0].isEmpty }
        guard ofLanguages.isEmpty || 2 * languageCount <= rows.count && !hasWords else { return nil }
    }

    /// The columns of a table without a header: text, translation, sourceLang, targetLang, without Anki's own columns. If there are
    /// such columns, or if most of the first rows that have these columns contain anything else than languages there, the file contains
    /// notes, and only its first two fields are used.
    init(_ sample: TableSample, _ known: ColumnNames, _ header: AnkiHeader) {
        let special = Set(header.noteColumns.keys).union(header.knownColumns.keys)
        let free = (0..<(4 + special.count)).filter { !special.contains($0) }.prefix(4)
        let notes = sample.rows.map(\.names).map { names in
            free[2...].filter { $0 < names.count && !names[$0].isEmpty }.map { names[$0] }
        }.filter { !$0.isEmpty }
        let languageCount = notes.count { $0.allSatisfy { known.language($0) != nil } }
        let hasLanguages = header.noteColumns.isEmpty && 2 * languageCount >= notes.count
        let columns: [ExchangeColumn] = [.text, .translation] + (hasLanguages ? [.sourceLang, .targetLang] : [])
        let count = max(
            columns.count + special.count, (special.max() ?? 0) + 1, hasLanguages ? 0 : sample.usualWidth)
        meanings = Array(repeating: nil, count: count)
        for (number, column) in zip(free, columns) { meanings[number] = column }
        for (number, column) in header.knownColumns { meanings[number] = column }
        headings = meanings.indices.map { header.noteColumns[$0] ?? "" }
        fieldCounts = 1...count
    }

    /// The columns that are ignored, by their names, or else by their numbers.
    var ignored: [String] {
        meanings.indices.filter { meanings[$0] == nil }
            .filter { !isOwn || !headings.indices.contains($0) || headings[$0] != AnkiHeader.cardName }
            .map { headings.indices.contains($0) && !headings[$0].isEmpty ? headings[$0] : "\($0 + 1)" }
    }

    /// Throws if a row with this number of fields cannot belong to the table.
    func check(fieldCount: Int) throws(ExchangeProblem) {
        guard meanings.contains(.text) else { throw .noTextColumn }
        guard fieldCounts.contains(fieldCount) else { throw .fields(fieldCount, insteadOf: meanings.count) }
    }
}

extension RawRow {
    /// Whether a field is the name of the column of texts, which may also be a word.
    var hasTextName: Bool { names.contains { ExchangeColumn.normalized($0) == ExchangeColumn.text.rawValue } }
}
