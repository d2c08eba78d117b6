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

    /// Creates an empty report.
    public init() {}

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
