import Foundation

/// A file format for words. All are written in UTF-8, and carry everything: the words with their dates, stars, notes, tags, own
/// translations and dictionary entries. Importing an export into an empty store gives the same words. A table leaves out an entry of
/// more than 1 MiB, and has it as JSON in its last column.
public enum ExchangeFormat: String, CaseIterable, Sendable {
    /// Comma-separated values (RFC 4180), with a header row.
    case csv
    /// Tab-separated values with the header lines of Anki's text files
    /// (https://docs.ankiweb.net/importing/text-files.html#file-headers), and with the back of a card for each word: all senses, with
    /// articles, genders and stress.
    case tsv
    /// JSON Lines (https://jsonlines.org): one object in each line. An array of such objects can be imported too.
    case jsonl

    /// Returns the format for the end of a file's name, in any case: `.csv`; `.tsv` or `.txt`; `.jsonl`, `.ndjson` or `.json`.
    /// Nil for any other name.
    public init?(fileName: String) {
        switch (fileName as NSString).pathExtension.lowercased() {
        case "csv": self = .csv
        case "tsv", "txt": self = .tsv
        case "jsonl", "ndjson", "json": self = .jsonl
        default: return nil
        }
    }
}
