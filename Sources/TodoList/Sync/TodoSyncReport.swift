/// What a synchronization has done.
public struct TodoSyncReport: Hashable, Sendable {
    /// How many tasks were written to the server.
    public var pushed = 0
    /// How many tasks came from the server, new or changed.
    public var pulled = 0
    /// How many tasks were removed here because they were there.
    public var deletedHere = 0
    /// How many tasks were removed there because they were here.
    public var deletedThere = 0
    /// How many values lost against newer ones; they are kept among the conflicts.
    public var conflicts = 0
    /// Resources that cannot be read as iCalendar. They stay on the server as they are.
    public var unreadable: [CalDAVPath] = []

    /// A report of nothing.
    public init() {}
}
