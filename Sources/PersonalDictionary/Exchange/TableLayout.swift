/// The meaning of each column of a table, and the number of fields that a row may have.
struct TableLayout: Sendable {
    enum Meaning: Hashable, Sendable {
        case column(ExchangeColumn)
        case tags
        case nothing
    }

    let meanings: [Meaning]
    private let fieldCounts: ClosedRange<Int>

    /// The columns that a header names. In an Anki file, fields at the end of a row may be missing; in CSV, they may not.
    init(names: [String], format: ExchangeFormat, tagsColumn: Int? = nil) {
        var seen: Set<Meaning> = []
        var meanings = names.map { name in
            let meaning = Self.meaning(of: name, format: format)
            return seen.insert(meaning).inserted ? meaning : .nothing
        }
        if let tagsColumn {
            meanings += Array(repeating: .nothing, count: max(0, tagsColumn + 1 - meanings.count))
            meanings[tagsColumn] = .tags
        }
        self.meanings = meanings
        fieldCounts = (format == .csv ? meanings.count : 1)...max(1, meanings.count)
    }

    /// The columns of a table without a header: text, translation, sourceLang, targetLang, without Anki's own columns. If there are
    /// such columns, the file contains notes, and only its first two fields are used.
    init(tagsColumn: Int? = nil, noteColumns: Set<Int> = []) {
        var columns: [ExchangeColumn] = [.text, .translation]
        if noteColumns.isEmpty { columns += [.sourceLang, .targetLang] }
        var next = columns.makeIterator()
        let special = noteColumns.union(tagsColumn.map { [$0] } ?? [])
        let count = max(columns.count + special.count, (special.max() ?? -1) + 1)
        meanings = (0..<count).map { number in
            if number == tagsColumn { return .tags }
            if noteColumns.contains(number) { return .nothing }
            return next.next().map { .column($0) } ?? .nothing
        }
        fieldCounts = 1...(noteColumns.isEmpty ? meanings.count : .max)
    }

    /// Whether a row is a header.
    static func isHeader(_ names: [String]) -> Bool {
        names.contains { ExchangeColumn(name: $0) == .text }
    }

    /// Throws if a row with this number of fields cannot belong to the table.
    func check(fieldCount: Int) throws(ExchangeProblem) {
        guard meanings.contains(.column(.text)) else { throw .noTextColumn }
        guard fieldCounts.contains(fieldCount) else { throw .fields(fieldCount, insteadOf: meanings.count) }
    }

    private static func meaning(of name: String, format: ExchangeFormat) -> Meaning {
        if let column = ExchangeColumn(name: name) { return .column(column) }
        guard format == .tsv else { return .nothing }
        switch ExchangeColumn.normalized(name) {
        case "front": return .column(.text)
        case "back": return .column(.translation)
        case "tags": return .tags
        default: return .nothing
        }
    }
}
