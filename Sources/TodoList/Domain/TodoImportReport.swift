public import CoreModule

/// What an import has done, or would do.
public struct TodoImportReport: Hashable, Sendable {
    /// A task of the file that was not taken over.
    public struct Rejection: Hashable, Sendable {
        /// The line on which it begins, from 1.
        public let line: Int
        /// Why, for a person.
        public let reason: Message

        /// Describes a task that was not taken over.
        public init(line: Int, reason: Message) {
            self.line = line
            self.reason = reason
        }
    }

    /// How many tasks are new.
    public var added = 0
    /// How many tasks that were there have changed.
    public var updated = 0
    /// How many tasks were there, and stay as they were.
    public var unchanged = 0
    /// What was not taken over, in the order of the lines.
    public var rejected: [Rejection] = []

    /// A report of nothing.
    public init() {}

    /// How many tasks the file has.
    public var total: Int { added + updated + unchanged + rejected.count }
}
