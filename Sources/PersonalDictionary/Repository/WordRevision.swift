import CoreModule

/// The numbers of the changes of words.
enum WordRevision {
    /// For how many changes removals are kept. A reader that has missed more reads all words again.
    private static let memory: Int64 = 100_000

    /// Returns the number of the last change.
    static func latest(_ connection: SQLiteConnection) throws -> Int64 {
        try latest("SELECT latest FROM word_revision", connection)
    }

    fileprivate static func latest(_ query: String, _ connection: SQLiteConnection) throws -> Int64 {
        let latest = try connection.first(query) { try $0.integer(0) }
        guard let latest else {
            throw StoreError(.damaged, path: nil, message: Message("the store's change counter is missing"))
        }
        return latest
    }

    /// Whether all changes after a number are still known.
    static func isComplete(since revision: Int64, until latest: Int64) -> Bool {
        revision <= latest && revision >= latest - memory
    }

    /// Counts a change inside its transaction, deletes removals that are too old, and returns the change's number.
    static func next(_ connection: SQLiteConnection) throws -> Int64 {
        try connection.run("UPDATE word_revision SET latest = latest + 1")
        let revision = try latest(connection)
        try connection.run("DELETE FROM word_removal WHERE revision < ?", [.integer(revision - memory)])
        return revision
    }

    /// Stores that a word was removed.
    static func noteRemoval(
        of key: Int64, _ id: WordID, at revision: Int64, _ connection: SQLiteConnection
    ) throws {
        try connection.run(
            "INSERT INTO word_removal(revision, word, id) VALUES (?, ?, ?)",
            [.integer(revision), .integer(key), .text(id.rawValue)])
    }
}

/// The number of the last transaction that changed events or cards.
enum ReviewRevision {
    static func latest(_ connection: SQLiteConnection) throws -> Int64 {
        try WordRevision.latest("SELECT latest FROM review_revision WHERE one = 1", connection)
    }

    /// Counts this transaction, and returns its number.
    static func next(_ connection: SQLiteConnection) throws -> Int64 {
        try connection.run("UPDATE review_revision SET latest = latest + 1 WHERE one = 1")
        return try latest(connection)
    }
}

extension ExternalChangeTracker {
    /// Returns what others have changed since the last call. The first call returns nothing.
    func wordChanges(_ connection: SQLiteConnection) throws -> [WordChange] {
        let latest = try WordRevision.latest(connection)
        return try changes(upTo: latest, all: [.reloaded]) { seen, own in
            guard WordRevision.isComplete(since: seen, until: latest) else { return [.reloaded] }
            return try Self.wordChanges(since: seen, but: own, connection)
        } ?? []
    }

    private static func wordChanges(
        since revision: Int64, but own: Set<Int64>, _ connection: SQLiteConnection
    ) throws -> [WordChange] {
        let many = ManyChanges.ofOthers
        var changes: [WordChange] = []
        let removals = "SELECT revision, id FROM word_removal WHERE revision > ? ORDER BY revision"
        try connection.forEach(removals, [.integer(revision)]) { row in
            guard changes.count <= many, !own.contains(try row.integer(0)) else { return }
            changes.append(.removed(WordID(try row.text(1))))
        }
        let words = "SELECT \(WordRow.columns), revision FROM word WHERE revision > ? ORDER BY revision"
        try connection.forEach(words, [.integer(revision)]) { row in
            guard changes.count <= many, !own.contains(try row.integer(WordRow.columnCount)) else { return }
            changes.append(.updated(try WordRow.word(row)))
        }
        return changes.count > many ? [.reloaded] : changes
    }
}
