/// What an export has written, and what the format had no room for.
public struct TodoExportReport: Hashable, Sendable {
    /// How many tasks were written.
    public var written = 0
    /// Of how many of them the notes were left out.
    public var withoutNotes = 0
    /// Of how many of them the time of day of the deadline was left out.
    public var withoutTime = 0

    /// A report of nothing.
    public init() {}

    /// Whether nothing was left out.
    public var isWhole: Bool { withoutNotes == 0 && withoutTime == 0 }
}
