/// The numbers of the transactions that have changed a person's words, of those that have changed tasks, and of those that have reviewed.
enum PostgresRevision: String, CaseIterable, Sendable {
    case words, todos, reviews

    private var column: String {
        switch self {
        case .words: "revision"
        case .todos: "todo_revision"
        case .reviews: "review_revision"
        }
    }

    /// What the notifications of its changes name.
    var topic: PostgresTopic {
        switch self {
        case .words: .words
        case .todos: .todos
        case .reviews: .reviews
        }
    }

    /// The state that a transaction sees.
    func current(_ transaction: PostgresTransaction) throws -> PostgresState {
        let state = try transaction.first(
            """
            SELECT left(pg_walfile_name(pg_current_wal_lsn()), 8) || ' ' || extract(epoch FROM pg_postmaster_start_time()),
                coalesce((SELECT \(column) FROM account), 0)
            """
        ) { PostgresState(history: try $0.text(0), revision: try $0.integer(1)) }
        guard let state else { throw PostgresError.unexpected }
        return state
    }

    /// Counts a transaction inside it, and returns its number.
    func next(_ transaction: PostgresTransaction) throws -> Int64 {
        let next = try transaction.first(
            """
            INSERT INTO account(\(column)) VALUES (1)
            ON CONFLICT (person) DO UPDATE SET \(column) = account.\(column) + 1 RETURNING \(column)
            """
        ) { try $0.integer(0) }
        guard let next else { throw PostgresError.unexpected }
        return next
    }
}

/// What a notification says has changed.
enum PostgresTopic: String, CaseIterable, Sendable {
    case words, todos, reviews, settings
}

/// A state of a person's words, tasks or reviews.
struct PostgresState: Hashable, Sendable {
    /// The server's timeline and its start. A standby that was promoted, or a copy, may lack the last transactions, and give their
    /// numbers to others: numbers of two histories cannot be compared.
    var history = ""
    /// The number of the last transaction.
    var revision: Int64 = 0
}
