/// What an import did with one record of a file.
public enum ImportOutcome: Hashable, Sendable {
    /// The record is new.
    case added
    /// The record was there and has changed.
    case updated
    /// The record was there and has not changed.
    case unchanged
}

/// What an import did, or would do.
public struct ImportReport: Hashable, Sendable {
    /// A record of the file that was not imported.
    public struct Rejection: Hashable, Sendable {
        /// The line of the file on which the record begins, from 1.
        public let line: Int
        /// Why it was not imported.
        public let reason: Message

        /// Creates a rejection.
        public init(line: Int, reason: Message) {
            self.line = line
            self.reason = reason
        }
    }

    /// The number of new records.
    public var added = 0
    /// The number of records that were there and have changed.
    public var updated = 0
    /// The number of records that were there and have not changed.
    public var unchanged = 0
    /// The records that were not imported, in the order of the file.
    public var rejected: [Rejection] = []

    /// The form of the file, if it had to be recognized.
    public var form: Form?
    /// The first records of the file as they were understood, each with its values; at most five.
    public var first: [[String]] = []

    /// Creates an empty report.
    public init() {}

    /// How a file was understood.
    public struct Form: Hashable, Sendable {
        /// The encoding of its characters.
        public var encoding: String
        /// The delimiter between the fields of a table.
        public var delimiter: String?
        /// The meaning of each column of a table; nil if it is ignored.
        public var columns: [String?] = []
        /// The ignored columns, by their headings, or else by their numbers.
        public var ignored: [String] = []
        /// The languages of the words: `en→ru`.
        public var directions: [String] = []

        /// Creates a form.
        public init(encoding: String) {
            self.encoding = encoding
        }
    }

    /// The number of records in the file.
    public var total: Int { added + updated + unchanged + rejected.count }

    /// Counts an outcome.
    public mutating func count(_ outcome: ImportOutcome) {
        switch outcome {
        case .added: added += 1
        case .updated: updated += 1
        case .unchanged: unchanged += 1
        }
    }
}
