import Synchronization

/// Tells the transactions of others from those of one repository, by their numbers.
final class PostgresExternalChanges: Sendable {
    private struct State {
        /// The last state that was seen. Nil before the first transaction.
        var seen: PostgresState?
        /// The numbers of the own transactions after it.
        var own: Set<Int64> = []
        /// The number of notifications when the database was last asked.
        var notifications: Int?
    }

    private let revision: PostgresRevision
    private let state = Mutex(State())

    init(_ revision: PostgresRevision) {
        self.revision = revision
    }

    /// Changes count from the first transaction.
    func begin(_ transaction: PostgresTransaction) throws {
        guard state.withLock({ $0.seen == nil }) else { return }
        let current = try revision.current(transaction)
        state.withLock { if $0.seen == nil { $0.seen = current } }
    }

    /// Notes that a committed transaction is one's own.
    func noteOwn(_ revision: Int64) { state.withLock { _ = $0.own.insert(revision) } }

    /// Returns whether others have changed anything since the last call that returned, or since the first transaction.
    ///
    /// Asks the database only if a notification came since then, or if none can come: each live session calls this twice a second.
    /// So a change of another process is found when its notification has come.
    func exist<Failure: PostgresFailure>(
        for person: PostgresPerson, _ failure: Failure.Type
    ) async throws(Failure) -> Bool {
        // Before the look at the database: a later one leads to another look.
        let notifications = person.notifications.count(of: revision.topic)
        guard notifications == nil || state.withLock({ $0.notifications != notifications }) else { return false }
        let current = try await person.database.read(failure) { [revision] in try revision.current($0) }
        // After the read: a caller that is cancelled has seen nothing.
        return state.withLock { state in
            defer {
                let isSameHistory = state.seen?.history == current.history
                state.own = isSameHistory ? state.own.filter { $0 > current.revision } : []
                state.seen = current
                state.notifications = notifications
            }
            guard let seen = state.seen else { return false }
            guard seen.history == current.history else { return true }
            let own = state.own.count { $0 > seen.revision && $0 <= current.revision }
            return current.revision - seen.revision != Int64(own)
        }
    }
}
