/// The limits of a pool of connections.
public struct PostgresLimits: Sendable {
    /// How many connections are open at most, besides the one that listens. 10 by default.
    public var connections = 10
    /// How many of them one person's calls use at most. 3 by default: two that write, of which one waits for the other, leave one
    /// for a call that reads.
    public var connectionsOfPerson = 3
    /// How many calls may wait for a connection. A further one fails at once. 1,000 by default.
    public var waitingCalls = 1000
    /// How many calls of one person may wait for a connection. A further one fails at once. 100 by default.
    public var waitingCallsOfPerson = 100
    /// How long a call waits for a connection, and then for the lock of another call, also of another process.
    public var wait: Duration = .seconds(5)
    /// How long connecting may take. libpq counts in seconds, and two at least.
    public var connecting: Duration = .seconds(5)
    /// How long one statement may take.
    public var statement: Duration = .seconds(10)

    /// The defaults.
    public init() {}
}

/// What a pool does at a moment, for metrics.
public struct PostgresPoolStatus: Hashable, Sendable {
    /// How many calls use a connection.
    public let busy: Int
    /// How many calls wait for one.
    public let waiting: Int
    /// How many calls can use one at once.
    public let limit: Int
}
