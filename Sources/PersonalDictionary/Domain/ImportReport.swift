public import CoreModule

/// What an import has done.
public struct ImportReport: Hashable, Sendable {
    /// A record of the file that was not taken over.
    public struct Rejection: Hashable, Sendable {
        /// The line of the file on which the record begins, from 1.
        public let line: Int
        /// Why.
        public let reason: Message

        /// Describes a rejection.
        public init(line: Int, reason: Message) {
            self.line = line
            self.reason = reason
        }
    }

    /// How many words are new.
    public internal(set) var added = 0
    /// How many words were there and have changed.
    public internal(set) var updated = 0
    /// How many words were there and have not.
    public internal(set) var unchanged = 0
    /// The records that were not taken over, in the order of the file.
    public internal(set) var rejected: [Rejection] = []

    /// How many records were read.
    public var total: Int { added + updated + unchanged + rejected.count }

    /// Makes a report of nothing.
    public init() {}

    mutating func note(_ outcomes: [ImportOutcome]) {
        for outcome in outcomes {
            switch outcome {
            case .added: added += 1
            case .updated: updated += 1
            case .unchanged: unchanged += 1
            }
        }
    }
}
