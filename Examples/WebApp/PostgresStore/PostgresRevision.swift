/// The numbers of the transactions that have changed a person's words, and of those that have changed tasks.
enum PostgresRevision: String, CaseIterable, Sendable {
    case words, todos

    private var column: String { self == .words ? "revision" : "todo_revision" }

    /// The number of the last one; 0 if there is none.
    func latest(_ transaction: PostgresTransaction) throws -> Int64 {
        try transaction.first("SELECT \(column) FROM account") { try $0.integer(0) } ?? 0
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
