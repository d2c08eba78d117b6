public import CoreModule

/// What an import of words did, or would do, and how it understood the file.
public struct WordImportReport: Hashable, Sendable {
    /// How a file was understood.
    public struct Form: Hashable, Sendable {
        /// The encoding of its characters.
        public let encoding: String
        /// The encoding that it may have instead, if there are lines that are not UTF-8, or zeros.
        public let suggestedEncoding: TextEncoding?
        /// The delimiter between the fields of a table.
        public internal(set) var delimiter: String?
        /// The meaning of each column of a table; nil if it is ignored.
        public internal(set) var columns: [String?] = []
        /// The ignored columns, by their headings, or else by their numbers.
        public internal(set) var ignored: [String] = []
        /// The languages of the words: `en→ru`.
        public internal(set) var directions: [String] = []
        /// The number of words whose own languages are others than those that the options name.
        public internal(set) var ownLanguages = 0
    }

    /// What was done.
    public let report: ImportReport
    /// How the file was understood.
    public let form: Form
    /// The first 1,000 of the lines whose translation differs from one that the word has and keeps. They are counted as updated or
    /// unchanged too.
    public var kept: [ImportReport.Rejection] { keptLines.first }
    /// The number of such lines.
    public var keptCount: Int { keptLines.count }
    let keptLines: ReportedLines
    /// The first words as they were understood, each with its translation and its languages; at most five.
    public let first: [[String]]
}
