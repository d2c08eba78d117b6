public import CoreModule

/// The result of an export, with what the format cannot hold.
public struct TodoExportReport: Hashable, Sendable {
    /// The number of exported tasks.
    public var written = 0
    /// The number of tasks whose notes were left out.
    public var withoutNotes = 0
    /// The number of tasks whose deadline lost its time of day.
    public var withoutTime = 0

    /// An empty report.
    init() {}

    /// Whether nothing was left out.
    public var isWhole: Bool { withoutNotes == 0 && withoutTime == 0 }

    /// What was left out, for a person: one sentence for each kind.
    public var omissions: [Message] {
        (withoutNotes == 0 ? [] : [Message("left out: the notes of \(count: withoutNotes) tasks")])
            + (withoutTime == 0
                ? [] : [Message("left out: the time of day of the deadlines of \(count: withoutTime) tasks")])
    }
}
