import CoreModule

/// The first rows of a table, split at the separator that fits them best.
struct TableSample {
    /// The number of bytes that it looks at.
    static let size = 1 << 16
    private static let pipe = UInt8(ascii: "|")

    /// The separator, and what Anki's headings say.
    private(set) var header: AnkiHeader
    private(set) var rows: [RawRow] = []

    /// Splits the beginning of a file at a known separator; or else at the format's own, unless another one splits more rows, and more
    /// than half of them, into the same number of fields, at least two, none of which begins with a space or has a quote inside. If
    /// several fit equally well, it is not `|`, which also stands between translations, and a tab is it; else throws.
    init(_ file: [UInt8], known: UInt8?, _ format: ExchangeFormat) throws(ExchangeProblem) {
        let usual: UInt8 = format == .csv ? .comma : .tab
        self.init(file, AnkiHeader(separator: known ?? usual, isKnown: known != nil), format)
        guard known == nil else { return }
        let others = [UInt8.tab, .semicolon, .comma, Self.pipe].filter { $0 != usual }
            .map { TableSample(file, AnkiHeader(separator: $0, isKnown: false), format) }
            .filter { 2 * $0.score > $0.rows.count }
        let best = others.map(\.score).max() ?? 0
        guard best > 0, best >= score else { return }
        var fitting = ([self] + others).filter { $0.score == best }
        let unbarred = fitting.filter { $0.header.separator != Self.pipe }
        if !unbarred.isEmpty { fitting = unbarred }
        self = fitting.first { $0.header.separator == .tab } ?? fitting[0]
        guard header.separator == .tab || fitting.allSatisfy({ $0.header.separator == header.separator }) else {
            throw .delimiter
        }
    }

    private init(_ file: [UInt8], _ header: AnkiHeader, _ format: ExchangeFormat) {
        self.header = header
        let head = Array(file.prefix(Self.size))
        var tokenizer = RowTokenizer(separator: header.separator, readsHeadings: format == .tsv)
        var index = 0
        var isAtEnd = false
        while !isAtEnd {
            // The last row is complete only at the end of the file.
            let token = tokenizer.next(head, &index) ?? (head.count == file.count ? tokenizer.finish() : nil)
            isAtEnd = token == nil
            switch token {
            case .heading(let line):
                self.header.read(line)
                tokenizer.separator = self.header.separator
            case .row(let row) where !row.isBlank: rows.append(row)
            case .row, .broken, nil: break
            }
        }
    }

    /// The number of fields of the longest row.
    var width: Int { rows.map(\.ends.count).max() ?? 0 }

    /// The most usual number of fields.
    var usualWidth: Int { counts.max { ($0.value, $0.key) < ($1.value, $1.key) }?.key ?? 0 }

    /// The number of rows with each number of fields.
    private var counts: [Int: Int] { Dictionary(rows.map { ($0.ends.count, 1) }, uniquingKeysWith: +) }

    private var score: Int {
        let odd = rows.count { row in
            row.ends.indices.dropFirst().contains { row.field($0).first == .space }
                || !row.hasQuotes && row.bytes.contains(.quote)
        }
        return (counts.filter { $0.key > 1 }.values.max() ?? 0) - odd
    }
}
