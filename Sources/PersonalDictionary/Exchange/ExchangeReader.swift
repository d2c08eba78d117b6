/// Reads words from the bytes of a file, chunk by chunk.
///
/// Pass each chunk to ``push(_:)``, and call ``finish()`` after the last one. A chunk may end anywhere: inside a character, a line
/// break, a quoted field. Between the calls at most one record is kept, of at most 16 MiB. Time is linear in the number of bytes. A
/// record that cannot be read is reported with its line; reading goes on with the next one.
///
/// - CSV follows RFC 4180. The separator is a comma. A first row that contains `text` (in any case) names the columns: those of
///   ``ExchangeRecord``, in any order; others are ignored. Each row then has the same number of fields. Without such a row, the
///   columns are text, translation, sourceLang and targetLang.
/// - TSV may begin with Anki's header lines (`#separator:`, `#html:`, `#columns:`, `#tags column:` and so on). Otherwise it is read
///   like CSV, but fields at the end of a row may be missing. The columns `front` and `back` are the text and its translation. The
///   tag `favorite` makes a favourite.
/// - JSON Lines contain one object for each word, with the keys of ``ExchangeRecord``. Unknown keys are ignored; `null` means no
///   value.
///
/// In tables, `isFavorite` is `true`, `1`, `yes` or `x`, or `false`, `0` or `no`. Dates are in ISO 8601. An empty field means no
/// value. Blank lines are ignored, and so is a byte-order mark at the beginning of the file.
package struct ExchangeReader: Sendable {
    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    private let format: ExchangeFormat
    private var tokenizer: RowTokenizer
    private var table: TableReader
    /// The first bytes of the file, as long as they can become a byte-order mark.
    private var beginning: [UInt8]? = []

    package init(format: ExchangeFormat) {
        self.format = format
        table = TableReader(format)
        tokenizer = RowTokenizer(
            separator: format == .jsonl ? nil : table.header.separator, readsHeadings: format == .tsv)
    }

    /// Reads the next bytes, and returns the lines that end in them.
    package mutating func push(_ bytes: some Sequence<UInt8>) -> [ExchangeLine] {
        guard var first = beginning else { return read(Array(bytes)) }
        first.append(contentsOf: bytes)
        if first.count < Self.byteOrderMark.count, Self.byteOrderMark.starts(with: first) {
            beginning = first
            return []
        }
        beginning = nil
        return read(first.starts(with: Self.byteOrderMark) ? Array(first.dropFirst(3)) : first)
    }

    /// Returns the last line if no line break ended it. The reader cannot be used again.
    package mutating func finish() -> [ExchangeLine] {
        var lines: [ExchangeLine] = []
        if let first = beginning {
            beginning = nil
            lines = read(first)
        }
        if let token = tokenizer.finish(), let line = line(token) { lines.append(line) }
        return lines
    }

    private mutating func read(_ chunk: [UInt8]) -> [ExchangeLine] {
        var lines: [ExchangeLine] = []
        var index = 0
        while let token = tokenizer.next(chunk, &index) {
            if let line = line(token) { lines.append(line) }
        }
        return lines
    }

    /// The line of a token. Nil for headings and blank lines.
    private mutating func line(_ token: RowTokenizer.Token) -> ExchangeLine? {
        switch token {
        case .heading(let line):
            table.header.read(line)
            tokenizer.separator = table.header.separator
            return nil
        case .broken(let line, let problem):
            table.endHeader()
            return ExchangeLine(number: line, result: .failure(problem))
        case .row(let row):
            guard !row.isBlank else { return nil }
            do throws(ExchangeProblem) {
                let record = format == .jsonl ? try ExchangeRecord(json: row.bytes) : try table.record(row)
                return record.map { ExchangeLine(number: row.line, result: .success($0)) }
            } catch {
                return ExchangeLine(number: row.line, result: .failure(error))
            }
        }
    }
}
