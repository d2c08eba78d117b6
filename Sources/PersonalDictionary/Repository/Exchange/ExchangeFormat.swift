/// A format of files that words are exchanged in.
public enum ExchangeFormat: String, Sendable, Hashable, CaseIterable {
    /// Comma-separated values (RFC 4180) with a row of column names.
    case csv
    /// Tab-separated values with the header lines of Anki's text files
    /// (<https://docs.ankiweb.net/importing/text-files.html#file-headers>).
    case tsv
    /// A JSON object on each line, as the program shows a word.
    case jsonl

    /// The format that a file's name ends in: `.csv`; `.tsv` or `.txt`; `.jsonl` or `.ndjson`.
    public init?(fileName: String) {
        switch fileName.split(separator: ".").last?.lowercased() {
        case "csv": self = .csv
        case "tsv", "txt": self = .tsv
        case "jsonl", "ndjson": self = .jsonl
        default: return nil
        }
    }
}
