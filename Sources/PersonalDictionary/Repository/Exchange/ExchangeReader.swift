/// Reads words from the bytes of a file, as they come.
///
/// Hand each chunk to ``push(_:)``, and call ``finish()`` once behind the last. A chunk may end anywhere: inside a
/// character, a line break, a quoted field. What is kept between the calls is one record at most, which is at most 16 MiB;
/// time is linear in the number of bytes. A record that cannot be read is told with its line, and the next is read.
///
/// - CSV is read as RFC 4180 says; the separator is a comma, never guessed. A first row that holds `text` (in any case)
///   names the columns: those of ``ExchangeRecord``, in any order, others being ignored; each row then has as many fields.
///   Without it, the columns are text, translation, sourceLang and targetLang.
/// - TSV may begin with Anki's header lines (`#separator:`, `#html:`, `#columns:`, `#tags column:` and so on). Otherwise it
///   is read like CSV; fields at the end of a row may be missing. The columns `front` and `back` are the text and its
///   translation, and the tag `favorite` makes a favourite, whatever else is said.
/// - JSON Lines hold an object each, with the keys of ``ExchangeRecord``. Keys that are not known are ignored; `null` is as
///   good as nothing.
///
/// In tables, `isFavorite` is `true`, `1`, `yes` or `x`, or `false`, `0` or `no`. Dates are in ISO 8601. An empty field says
/// nothing. Blank lines are passed over, and a byte-order mark at the beginning of the file.
public struct ExchangeReader: Sendable {
    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    // Two optionals rather than an enum: they are changed in place, so that no buffer is ever copied.
    private var table: TableReader?
    private var json: JSONLineReader?
    /// The first bytes of the file, as long as they may still become a byte-order mark.
    private var beginning: [UInt8]? = []

    /// Makes a reader for one file.
    public init(format: ExchangeFormat) {
        switch format {
        case .csv, .tsv: table = TableReader(format)
        case .jsonl: json = JSONLineReader()
        }
    }

    /// Takes in the next bytes, and returns the lines that end in them.
    public mutating func push(_ bytes: some Sequence<UInt8>) -> [ExchangeLine] {
        guard var first = beginning else { return read(Array(bytes)) }
        first.append(contentsOf: bytes)
        if first.count < Self.byteOrderMark.count, Self.byteOrderMark.starts(with: first) {
            beginning = first
            return []
        }
        beginning = nil
        return read(first.starts(with: Self.byteOrderMark) ? Array(first.dropFirst(3)) : first)
    }

    /// Returns the last line, where no line break ended it. The reader is of no more use.
    public mutating func finish() -> [ExchangeLine] {
        var lines: [ExchangeLine] = []
        if let first = beginning {
            beginning = nil
            lines = read(first)
        }
        return lines + (table?.finish() ?? json?.finish() ?? [])
    }

    private mutating func read(_ chunk: [UInt8]) -> [ExchangeLine] {
        table?.read(chunk) ?? json?.read(chunk) ?? []
    }
}
