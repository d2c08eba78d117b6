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
