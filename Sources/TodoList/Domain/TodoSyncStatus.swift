public import Foundation

/// How a list stands to its server.
public struct TodoSyncStatus: Hashable, Sendable {
    /// Whether there is a server to synchronize with.
    public var hasServer: Bool
    /// How many requests are under way.
    public var requestsInFlight: Int
    /// When the list was synchronized last; `nil` where it never was.
    public var lastSync: Date?
    /// Why the last synchronization failed; `nil` where it did not.
    public var lastError: TodoError?

    /// Describes a standing; without arguments, that of a list which has no server.
    public init(
        hasServer: Bool = false, requestsInFlight: Int = 0, lastSync: Date? = nil, lastError: TodoError? = nil
    ) {
        self.hasServer = hasServer
        self.requestsInFlight = requestsInFlight
        self.lastSync = lastSync
        self.lastError = lastError
    }
}
