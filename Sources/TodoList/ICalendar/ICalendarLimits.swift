/// How much an iCalendar object may hold, so that one from a stranger cannot fill the memory.
public struct ICalendarLimits: Hashable, Sendable {
    /// The most bytes.
    public var bytes: Int
    /// The most lines, a folded one counted once.
    public var lines: Int
    /// How deep components may lie in each other; a calendar alone is 1 deep. 100 at most.
    public var depth: Int

    /// Makes limits.
    public init(bytes: Int = 32 << 20, lines: Int = 1_000_000, depth: Int = 16) {
        self.bytes = bytes
        self.lines = lines
        self.depth = min(depth, 100)
    }

    /// 32 MiB, a million lines and 16 components deep: a hundred times what servers allow for a task with its attachments.
    public static let standard = ICalendarLimits()
}
