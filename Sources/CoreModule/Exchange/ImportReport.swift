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

        package init(line: Int, reason: Message) {
            self.line = line
            self.reason = reason
        }

        /// The line and why it was not imported, for a person.
        public var message: Message { Message("line \(line): \(reason)") }
    }

    /// The number of new records.
    public var added = 0
    /// The number of records that were there and have changed.
    public var updated = 0
    /// The number of records that were there and have not changed.
    public var unchanged = 0
    /// The first 1,000 of the records that were not imported, in the order of the file.
    public var rejected: [Rejection] { rejections.first }
    /// The number of records that were not imported.
    public var rejectedCount: Int { rejections.count }
    private var rejections = ReportedLines()
    /// The first 1,000 of the records that were imported with something else than the file says.
    public var remarks: [Rejection] { remarkedLines.first }
    /// The number of such records.
    public var remarkCount: Int { remarkedLines.count }
    private var remarkedLines = ReportedLines()

    package init() {}

    /// The number of records in the file.
    public var total: Int { added + updated + unchanged + rejectedCount }

    /// The numbers of records that were imported, or would be in a trial, for a person.
    public func message(isTrial: Bool = false) -> Message {
        isTrial
            ? Message("would be added \(added), updated \(updated), unchanged \(unchanged)")
            : Message("added \(added), updated \(updated), unchanged \(unchanged)")
    }

    /// Counts a record that was not imported.
    package mutating func reject(line: Int, _ reason: Message) {
        rejections.add(Rejection(line: line, reason: reason))
    }

    /// Says something of a record that was imported.
    package mutating func remark(line: Int, _ reason: Message) {
        remarkedLines.add(Rejection(line: line, reason: reason))
    }

    package mutating func count(_ outcome: ImportOutcome) {
        switch outcome {
        case .added: added += 1
        case .updated: updated += 1
        case .unchanged: unchanged += 1
        }
    }
}

/// The first lines of a file that have something to report, and the number of all: a file may have any number of them.
package struct ReportedLines: Hashable, Sendable {
    private static let limit = 1000
    /// The first 1,000, in the order of the file.
    package private(set) var first: [ImportReport.Rejection] = []
    package private(set) var count = 0

    package init() {}

    /// Adds a line. It takes constant time if the lines come in the order of the file.
    package mutating func add(_ line: ImportReport.Rejection) {
        count += 1
        let isFull = first.count == Self.limit
        if isFull, let last = first.last, last.line <= line.line { return }
        if isFull { first.removeLast() }
        first.insert(line, at: (first.lastIndex { $0.line <= line.line } ?? -1) + 1)
    }
}
