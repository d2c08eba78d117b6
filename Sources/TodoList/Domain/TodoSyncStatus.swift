public import CoreModule
public import Foundation

/// The synchronization status of a list.
public struct TodoSyncStatus: Hashable, Sendable {
    /// Whether there is a server to synchronize with.
    public var hasServer: Bool
    /// The number of running requests.
    public var requestsInFlight: Int
    /// When the list was last synchronized; nil if never.
    public var lastSync: Date?
    /// The failure of the last synchronization; nil if it succeeded.
    public var lastError: TodoError?

    /// Creates a status; without arguments, that of a list without a server.
    public init(
        hasServer: Bool = false, requestsInFlight: Int = 0, lastSync: Date? = nil, lastError: TodoError? = nil
    ) {
        self.hasServer = hasServer
        self.requestsInFlight = requestsInFlight
        self.lastSync = lastSync
        self.lastError = lastError
    }
}

/// The result of a synchronization.
public struct TodoSyncReport: Hashable, Sendable {
    /// The number of tasks written to the server.
    public var pushed = 0
    /// The number of new or changed tasks from the server.
    public var pulled = 0
    /// The number of tasks removed here because they were removed there.
    public var deletedHere = 0
    /// The number of tasks removed there because they were removed here.
    public var deletedThere = 0
    /// The number of values that lost against newer ones; they are kept as conflicts.
    public var conflicts = 0
    /// The paths, or addresses as the server gives them, of resources that were not synchronized: they are no valid iCalendar,
    /// or the server lists them with an error or without an ETag, or does not return them, or their address cannot be used.
    /// They stay on the server unchanged.
    public var unreadable: [String] = []
    /// The list that was found on the server. Nil if none was searched: the given address is the list's own, or the list is that of
    /// an earlier run.
    public var list: WebDAVResource?

    /// An empty report.
    public init() {}

    /// The numbers, for a person.
    public var message: Message {
        Message(
            "sent \(pushed), received \(pulled), removed here \(deletedHere), removed there \(deletedThere), conflicts \(conflicts)"
        )
    }

    /// Further lines for a person: the list that was found, and each item that cannot be read.
    public var details: [Message] {
        (list.map { [Message("found the list \($0.description)")] } ?? [])
            + unreadable.map { Message("cannot be read: \($0)") }
    }
}
