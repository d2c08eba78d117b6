/// The limits of an iCalendar object, so that an untrusted one cannot fill the memory.
public struct ICalendarLimits: Hashable, Sendable {
    /// The maximum number of bytes.
    public var bytes: Int
    /// The maximum number of lines; a folded line counts once.
    public var lines: Int
    /// The maximum nesting of components, at most 100. A calendar alone has depth 1.
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
