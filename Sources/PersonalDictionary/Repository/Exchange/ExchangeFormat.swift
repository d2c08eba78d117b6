/// A file format in which words come in and go out. All are UTF-8.
public enum ExchangeFormat: String, CaseIterable, Sendable {
    /// Comma-separated values (RFC 4180), with a row that names the columns.
    case csv
    /// Tab-separated values with the header lines of Anki's text files
    /// (https://docs.ankiweb.net/importing/text-files.html#file-headers).
    case tsv
    /// JSON Lines (https://jsonlines.org): an object a line.
    case jsonl

    /// The format that a file's name ends in, in whatever case: `.csv`; `.tsv` or `.txt`; `.jsonl` or `.ndjson`. `nil`
    /// where the name says nothing of it.
    public init?(fileName: String) {
        let name = fileName.split(separator: "/").last ?? ""
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return nil }
        switch name[name.index(after: dot)...].lowercased() {
        case "csv": self = .csv
        case "tsv", "txt": self = .tsv
        case "jsonl", "ndjson": self = .jsonl
        default: return nil
        }
    }
}

/// How much of a file is taken for one thing. What is longer was not written by a person, and would fill the memory.
enum ExchangeLimit {
    /// The most bytes that a field may have: 1 MiB.
    static let field = 1 << 20
    /// The most bytes that a record may have: 16 MiB. Each separator counts as one.
    static let record = 1 << 24
}
